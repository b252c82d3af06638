"""What needs no screen."""
