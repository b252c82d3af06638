"""One widget per file; each draws part of a scene and holds no game state."""
