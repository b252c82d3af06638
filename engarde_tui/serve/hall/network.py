"""Networks: what visitors are told apart by, whatever names and keys they come with."""

from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Final

Network = IPv4Network | IPv6Network

_ONE_SITE: Final = 64
"""Bits of an IPv6 network that belongs to one customer: each has 2^64 addresses to come from."""


def network(address: str) -> str:
    """Return what connections are limited by: the IPv4 address, or the /64 network of an IPv6 address."""
    with suppress(ValueError):
        found = ip_address(address.partition("%")[0])
        if found.version == 6 and found.ipv4_mapped is None:
            return str(ip_network((found, _ONE_SITE), strict=False))
        return str(found.ipv4_mapped or found) if found.version == 6 else str(found)
    return address


def parsed(text: str) -> Network | None:
    """Return the network that an address or a network such as 2001:db8::/48 means; None for anything else."""
    with suppress(ValueError):
        return ip_network(text if "/" in text else network(text), strict=False)
    return None


def is_within(one: str, other: Network) -> bool:
    """Return whether what `network` returned lies within another network."""
    found = parsed(one)
    if isinstance(found, IPv4Network) and isinstance(other, IPv4Network):
        return found.subnet_of(other)
    if isinstance(found, IPv6Network) and isinstance(other, IPv6Network):
        return found.subnet_of(other)
    return False
