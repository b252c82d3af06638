"""The line mode: the same program in lines of words, for ears, phones and slow lines."""
