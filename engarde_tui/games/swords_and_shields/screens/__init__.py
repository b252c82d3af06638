"""The screens of A Game of Swords and Shields."""
