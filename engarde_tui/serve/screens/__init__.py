"""The screens that only the hall has."""
