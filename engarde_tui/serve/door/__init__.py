"""The door of the hall: SSH connections, and a process for each session."""
