"""The terminal: what is written to it and read from it."""
