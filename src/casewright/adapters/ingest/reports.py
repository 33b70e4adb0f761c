"""What of a container could not be taken out, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.container_wire import (
    DEPTH_LIMIT,
    FILES_LIMIT,
    RATIO_LIMIT,
    NoDocument,
    Trouble,
    Troubled,
)
from casewright.domain.documents import ARCHIVE_LIMIT, SIZE_LIMIT, ReadingReport, ReadingState
from casewright.domain.enclosed_files import NotTaken, Opened, PassedOver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.adapters.ingest.container_wire import NotMeant

_SPLIT: Final = "unpack it and add its files, or pack them in several archives"

_TROUBLES: Final[dict[Trouble, tuple[ReadingState, str, str]]] = {
    "password": (
        ReadingState.PASSWORD,
        "is packed with a password",
        "unpack it with the password, or pack it anew without one, and add that",
    ),
    "damaged": (
        ReadingState.DAMAGED,
        "is damaged and cannot be unpacked",
        "ask for it to be packed or sent anew and add that",
    ),
    "method": (
        ReadingState.NOT_SUPPORTED,
        "is packed by a method that is not read",
        "unpack it, or pack it anew as a plain ZIP archive, and add that",
    ),
    "size": (
        ReadingState.TOO_LARGE,
        f"unpacks to more than {SIZE_LIMIT:,} bytes (50 MB), the most that a document may have",
        "unpack it, split it and add the parts",
    ),
    "ratio": (
        ReadingState.TOO_LARGE,
        f"unpacks to more than {RATIO_LIMIT} times its size, as no document does",
        "unpack it yourself if you trust it, and add that",
    ),
    "total": (
        ReadingState.TOO_LARGE,
        f"makes its archive unpack to more than {ARCHIVE_LIMIT >> 20} MB in all",
        _SPLIT,
    ),
    "count": (ReadingState.TOO_LARGE, f"makes its archive hold more than {FILES_LIMIT:,} files", _SPLIT),
    "depth": (
        ReadingState.TOO_LARGE,
        f"lies {DEPTH_LIMIT} archives or e-mails deep, and what it holds would lie deeper",
        "take it out and add it by itself",
    ),
    "memory": (
        ReadingState.TOO_LARGE,
        "needs more memory to be unpacked than a file may take",
        "unpack it and add its files",
    ),
    "nothing": (ReadingState.DAMAGED, "holds no files", "check that it was packed completely and add it again"),
    "office": (
        ReadingState.NOT_SUPPORTED,
        "is named like a ZIP archive but seems to be an Office document",
        "rename it to end in .docx or .xlsx and add it again",
    ),
}
_NO_DOCUMENTS: Final[dict[NoDocument, str]] = {
    "system": "is a hidden file or one of an operating system",
    "link": "is a link, which is not followed",
    "special": "is no file",
    "inline": "is a picture within the text of the e-mail",
    "signature": "is the signature of the e-mail",
    "notice": "is a notice of delivery",
}


def opened(others: Sequence[Troubled | NotMeant]) -> Opened:
    """What the child did not hand out, worded."""
    not_taken = [NotTaken(one.name, one.size, _report(one.code)) for one in others if isinstance(one, Troubled)]
    passed_over = [PassedOver(one.name, _NO_DOCUMENTS[one.code]) for one in others if not isinstance(one, Troubled)]
    return Opened(tuple(not_taken), tuple(passed_over))


def _report(code: Trouble) -> ReadingReport:
    state, reason, remedy = _TROUBLES[code]
    return ReadingReport(state, reason, None, remedy)
