"""The rules of the games, and nothing of any screen: standard library only."""
