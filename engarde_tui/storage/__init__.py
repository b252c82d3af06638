"""Matches on disk, and records as files."""
