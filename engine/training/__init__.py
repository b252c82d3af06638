"""Trains the master by self-play of many rounds at once; needs the extra `train`."""
