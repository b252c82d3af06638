"""The fencing hall: one process in which many people play over SSH; needs the optional `asyncssh`."""
