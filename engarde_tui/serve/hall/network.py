"""Networks: what visitors are told apart by, whatever names and keys they come with."""

from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Final

Network = IPv4Network | IPv6Network

_NETWORK_BITS: Final = 64
"""Bits of the smallest IPv6 network: each has 2^64 addresses to come from."""

_SITE_BITS: Final = 48
"""Bits of the largest IPv6 network that providers commonly give one customer: 65,536 of the smallest."""

_SITE_HAS: Final = 2
"""How many times as much as one network all of a site together may have.

A customer can take not much more than one network may. Where a provider gives out less than a /48, up to 256
customers share this, few of whom will be in the same hall.
"""


def network(address: str) -> str:
    """Return what connections are limited by: the IPv4 address, or the /64 network of an IPv6 address."""
    with suppress(ValueError):
        found = ip_address(address.partition("%")[0])
        if found.version == 6 and found.ipv4_mapped is None:
            return str(ip_network((found, _NETWORK_BITS), strict=False))
        return str(found.ipv4_mapped or found) if found.version == 6 else str(found)
    return address


def site(network: str) -> str:
    """Return the /48 network around a /64 of IPv6; an IPv4 address is its own site."""
    found = parsed(network)
    if isinstance(found, IPv6Network) and found.prefixlen > _SITE_BITS:
        return str(found.supernet(new_prefix=_SITE_BITS))
    return network


def allowances(network: str) -> dict[str, int]:
    """Return the site and the network, for both of which everything counts that comes from the network.

    With each is how many times as much it may have as one network. An IPv4 address is alone.
    """
    return {site(network): _SITE_HAS, network: 1}


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
