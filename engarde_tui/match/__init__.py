"""A match, played or watched again: who plays, what may be shown, what is kept. Knows no screen."""
