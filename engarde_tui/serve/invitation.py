"""What the operator of a hall reads once it is open."""

from collections.abc import Sequence

from engarde_tui.language import tr
from engarde_tui.serve.door.ports import LOOPBACK


def address_of(hosts: Sequence[str], port: int) -> str:
    """Return the host to write after `NAME@`, with a port option if it is not 22."""
    host = "HOST" if hosts[0] in ("0.0.0.0", "::", "") else hosts[0]
    return f"{host}{'' if port == 22 else f' -p {port}'}"


def invitation(hosts: Sequence[str], address: str) -> str:
    """Return how players come in, and who can."""
    is_local = {*LOOPBACK, "localhost"}.issuperset(hosts)
    command = f"ssh {tr('NAME')}@{address}"
    lines = [
        tr("The hall is open. Players come in with: {command}", command=command),
        tr("Ctrl+C closes it, and every match is saved."),
    ]
    if is_local:
        lines[-1] += f" {tr('Only this machine can reach it; --host 0.0.0.0 --host :: lets others in.')}"
    return "\n".join(lines)
