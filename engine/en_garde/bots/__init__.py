"""The bots of En Garde."""
