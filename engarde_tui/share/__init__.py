"""A match to show around: an animated picture, a page for the browser, a recording for asciinema."""
