"""One file a screen; each is imported when it is first shown, so that starting up stays quick."""
