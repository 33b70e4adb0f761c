"""Addresses of servers: which of them are this machine itself."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit


def is_own_machine(url: str) -> bool:
    """Whether the URL's host is the loopback interface: what is sent there leaves for nobody.

    "localhost", 127.0.0.0/8 and ::1 are (RFC 6890); other names are not, whatever they resolve to.
    """
    try:
        host = urlsplit(url).hostname or ""
        found = None if host == "localhost" else ip_address(host)
    except ValueError:
        return False
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return found is None or found.is_loopback
