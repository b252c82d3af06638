"""Deals that nobody chooses, and the proof of it."""
