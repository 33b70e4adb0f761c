"""No network in this process: whatever a library would fetch or report, it cannot."""

from __future__ import annotations

import sys
from typing import Any, Final

_FORBIDDEN: Final = frozenset(
    {
        "socket.__new__",
        "socket.connect",
        "socket.bind",
        "socket.getaddrinfo",
        "socket.gethostbyname",
        "urllib.Request",
        "http.client.connect",
        "subprocess.Popen",
        "os.system",
        "os.exec",
        "os.posix_spawn",
    }
)


class NetworkForbidden(Exception):
    """Something in the process wanted to reach another machine, or to start another process."""


def forbid_network() -> None:
    """From now on no socket is opened from Python and no program is started; there is no way back."""

    def refuse(event: str, _arguments: tuple[Any, ...]) -> None:
        if event in _FORBIDDEN:
            raise NetworkForbidden(event)

    sys.addaudithook(refuse)
