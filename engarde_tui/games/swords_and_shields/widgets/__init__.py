"""What only this game draws."""
