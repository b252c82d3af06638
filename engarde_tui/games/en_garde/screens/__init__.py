"""The screens that only En Garde has."""
