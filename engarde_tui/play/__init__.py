"""A match while it is played: its state, who sits at it, what they see and are asked, how it is saved."""
