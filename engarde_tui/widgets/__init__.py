"""Widgets of any game; each draws part of a scene and holds no game state."""
