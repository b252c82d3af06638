"""One file a widget; each draws one part of a view."""
