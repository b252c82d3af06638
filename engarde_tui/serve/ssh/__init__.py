"""The SSH server, its connections and its sessions."""
