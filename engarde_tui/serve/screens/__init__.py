"""The hall's own screens."""
