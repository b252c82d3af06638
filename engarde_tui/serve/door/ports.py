"""The sockets at which a hall listens."""

import errno
import logging
import socket
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Final

from engarde_tui.play.problem import Problem
from engine.message import Message, message

LOOPBACK: Final = ("127.0.0.1", "::1")
"""This machine only, by both kinds of address."""

BACKLOG: Final = 4_096
"""Connections that the system keeps until the hall accepts them; Linux allows no more by default."""

_IPV6: Final = ("::", "::1")
_NO_SUCH_ADDRESS: Final = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)
"""Why a machine without IPv6 cannot listen on these."""

_LOG: Final = logging.getLogger("engarde.hall")


def bound(hosts: Sequence[str], port: int) -> list[socket.socket]:
    """Return sockets that listen on all addresses of these hosts, at one port; 0 is any that is free.

    Raises Problem if that port is not available on one of them.
    """
    with ExitStack() as stack:
        found: list[socket.socket] = []
        for host in hosts:
            try:
                for family, address in _addresses(host, port):
                    listening = stack.enter_context(socket.socket(family, socket.SOCK_STREAM))
                    _listen(listening, address)
                    found.append(listening)
                    port = port_of(found)
            except OSError as error:
                # Not every machine has IPv6.
                if not (found and host in _IPV6 and error.errno in _NO_SUCH_ADDRESS):
                    raise Problem(_why_not(hosts, port, error)) from None
                _LOG.info("event=no-ipv6 host=%s", host)
        stack.pop_all()
        return found


def _why_not(hosts: Sequence[str], port: int, error: OSError) -> Message:
    """Return why nobody can listen on the first of the hosts, or on the others beside it."""
    first, *others = hosts
    where: Message | str = first
    for host in others:
        where = message("{hosts} and {host}", hosts=where, host=host)
    return message(
        "cannot listen on {hosts}, port {port}: {error}", hosts=where, port=port, error=error.strerror
    )


def _addresses(host: str, port: int) -> dict[tuple[socket.AddressFamily, tuple[object, ...]], None]:
    """Return what a host stands for, each once."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    return dict.fromkeys((family, address) for family, _, _, _, address in found)


def _listen(listening: socket.socket, address: tuple[object, ...]) -> None:
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if listening.family is socket.AF_INET6:
        # IPv4 has a socket of its own.
        listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    listening.bind(address)
    listening.listen(BACKLOG)


def port_of(sockets: Sequence[socket.socket]) -> int:
    """Return the port of sockets that `bound` has returned."""
    port: int = sockets[0].getsockname()[1]
    return port
