"""What passes between the reader and the process that opens archives and e-mails: their files, one after another.

As with answers to other questions, nothing that the child sends is believed before it is checked here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

import orjson

from casewright.adapters.children.frames import BrokenAnswer, receive_frame, send_frame
from casewright.adapters.ingest.safe_names import PATH_LIMIT, is_safe
from casewright.domain.documents import ARCHIVE_LIMIT, SIZE_LIMIT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import IO

DEPTH_LIMIT: Final = 5
"""Most containers in one another."""
FILES_LIMIT: Final = 10_000
"""Most files of a container, with those of the containers in it."""
RATIO_LIMIT: Final = 200
"""Most times that a file of more than ``RATIO_FREE`` bytes may be larger than it is packed."""
RATIO_FREE: Final = 1024 * 1024

Opening = Literal["open-zip", "open-eml"]

Trouble = Literal[
    "password",  # packed under a password
    "damaged",  # cannot be unpacked
    "method",  # packed in a way that is not known here
    "size",  # larger than a document may be
    "ratio",  # unpacks to suspiciously much
    "total",  # unpacks to more than the limit, all files together
    "count",  # holds more files than the limit
    "depth",  # lies deeper than the limit
    "memory",  # needs more memory than the child may have
    "nothing",  # holds no file
    "office",  # is an Office document under the name of an archive
]
NoDocument = Literal["system", "link", "special", "inline", "signature", "notice"]


@dataclass(frozen=True, slots=True)
class Taken:
    """A file that was taken out."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Troubled:
    """A file, or with an empty name the container, that was not; ``size`` as it is declared."""

    name: str
    code: Trouble
    size: int = 0


@dataclass(frozen=True, slots=True)
class NotMeant:
    """What is no document."""

    name: str
    code: NoDocument


Item = Taken | Troubled | NotMeant
_MOST_ITEMS: Final = 1_000_000


def send_items(stream: IO[bytes], items: Iterable[Item]) -> None:
    """Write the items, and that there are no more."""
    for item in items:
        if isinstance(item, Taken):
            send_frame(stream, orjson.dumps({"name": item.name}))
            send_frame(stream, item.data)
        elif isinstance(item, Troubled):
            send_frame(stream, orjson.dumps({"name": item.name, "trouble": item.code, "size": item.size}))
        else:
            send_frame(stream, orjson.dumps({"name": item.name, "passed": item.code}))
    send_frame(stream, b"{}")


def receive_items(stream: IO[bytes], take: Callable[[str, bytes], None]) -> list[Troubled | NotMeant]:
    """Hand every file that was taken out to ``take`` as it comes; the others. Raises ``BrokenAnswer``."""
    others: list[Troubled | NotMeant] = []
    names: set[str] = set()
    unpacked = files = 0
    for _ in range(_MOST_ITEMS):
        head = _head(receive_frame(stream, 1 << 16))
        if not head:
            return others
        item = _other(head)
        name = str(head["name"])
        if item is not None:
            others.append(item)
        else:
            data = receive_frame(stream, SIZE_LIMIT)
            unpacked, files = unpacked + len(data), files + 1
            if unpacked > ARCHIVE_LIMIT or files > FILES_LIMIT or name in names or not _is_safe(name):
                raise BrokenAnswer("a file over the limits, or of a name that is none")
            take(name, data)
        names.add(name)
    raise BrokenAnswer("more items than there can be")


def _head(body: bytes) -> dict[str, object]:
    try:
        head = orjson.loads(body)
    except ValueError as error:
        raise BrokenAnswer("a head of another shape") from error
    if not isinstance(head, dict) or (head and not isinstance(head.get("name"), str)):
        raise BrokenAnswer("a head of another shape")
    return head


def _other(head: dict[str, object]) -> Troubled | NotMeant | None:
    name = str(head["name"])
    if "trouble" not in head and "passed" not in head:
        return None
    if name and not _is_safe(name):
        raise BrokenAnswer("a name that is none")
    if "passed" in head:
        return NotMeant(name, _known(head["passed"], get_args(NoDocument)))
    size = head.get("size")
    return Troubled(name, _known(head["trouble"], get_args(Trouble)), max(0, size) if isinstance(size, int) else 0)


def _known(code: object, codes: tuple[str, ...]) -> Any:
    if code not in codes:
        raise BrokenAnswer("a word that is not known")
    return code


def _is_safe(name: str) -> bool:
    return len(name) <= (PATH_LIMIT + 20) * (DEPTH_LIMIT + 1) and is_safe(name)
