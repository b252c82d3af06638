"""The hall's own screens, and its sessions at a table and after a match."""
