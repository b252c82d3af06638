"""How the master was trained: self-play of many rounds at once. It needs the extra `train`."""
