"""What stands for the channel of a session."""


class Channel:
    """A channel that discards everything."""

    def write(self, data: bytes) -> None: ...

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...
