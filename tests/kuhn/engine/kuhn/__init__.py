"""Kuhn poker: three cards, one for each player, one bet. A whole game on a page."""
