"""En Garde on the screen."""
