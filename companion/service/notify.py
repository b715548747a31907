"""Messages to the service manager (sd_notify(3)): a datagram to the socket that NOTIFY_SOCKET names."""

from __future__ import annotations

import logging
import socket
from collections.abc import Mapping

_log = logging.getLogger(__name__)


def notify(state: str, environ: Mapping[str, str]) -> None:
    """Send a state such as READY=1. Do not wait for a service manager that is missing or does not listen."""
    address = environ.get("NOTIFY_SOCKET")
    if not address:
        return
    if address.startswith("@"):
        address = f"\0{address[1:]}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK) as manager:
        try:
            manager.sendto(state.encode(), address)
        except OSError as error:
            _log.warning("the service manager was not told %s: %s", state, error)
