"""The SSH server, its connections and sessions."""
