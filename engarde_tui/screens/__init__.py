"""Screens of any game, each imported when it is first shown, for a quick start; and what they share."""
