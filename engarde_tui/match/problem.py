"""What can go wrong without anybody's fault in the program."""


class Problem(Exception):
    """Something that its user can mend; the message says what, where, and what to do."""
