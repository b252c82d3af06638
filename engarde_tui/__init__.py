"""En Garde in the terminal: draws views of the engine's state and turns keys into actions."""
