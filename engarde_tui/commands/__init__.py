"""The commands of `engarde`, a file each: `add_arguments` says what it is given, `run` does it.

`run` returns the exit status; it raises UsageError for wrong usage and Problem for what fails.
"""
