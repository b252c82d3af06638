"""A package for each game: its words, its screens, its widgets."""
