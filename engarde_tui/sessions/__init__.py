"""What can be done at a table: a board is a game's, a session says what it is played for. No screen yet."""
