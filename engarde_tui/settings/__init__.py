"""The player's settings, and the file that holds them."""
