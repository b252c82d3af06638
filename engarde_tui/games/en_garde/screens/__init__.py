"""The screens of En Garde."""
