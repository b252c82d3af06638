"""One file a widget; each draws one part of a view and holds no state of the game."""
