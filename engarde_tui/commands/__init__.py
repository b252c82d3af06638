"""Commands without a screen."""
