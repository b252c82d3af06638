"""A match, played or replayed: who plays, what may be shown, what is saved. Knows no screen."""
