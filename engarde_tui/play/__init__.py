"""Where a match is played: its live state, who sits at it, what they see, ask, save and are told."""
