"""What a file itself says of how its text is made up, asked again of the original and checked against the text."""

from __future__ import annotations

import threading
from collections import OrderedDict
from hashlib import sha256
from typing import TYPE_CHECKING, Final, Literal

from casewright.adapters.children.limits import Limits
from casewright.adapters.children.pool import Crashed, TimedOut
from casewright.adapters.ingest import unreadable
from casewright.adapters.ingest.children import Children
from casewright.adapters.ingest.formats import FORMATS
from casewright.adapters.ingest.markdown import headings_of
from casewright.adapters.ingest.normalise import extracted
from casewright.adapters.ingest.wire import Fault
from casewright.domain.structures import HeadingPlace, Structure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from casewright.adapters.ingest.formats import Format
    from casewright.adapters.ingest.wire import Heading
    from casewright.domain.documents import Document, Reading
    from casewright.domain.ids import BlobId, TenantId
    from casewright.domain.structures import Part

_KEPT: Final = 64
"""So many documents' structures are kept in memory: a long document is asked for page by page."""
_Saying = Literal["docx", "html", "mail"]
_SAYING: Final[tuple[_Saying, ...]] = ("docx", "html", "mail")
"""The kinds of which the file itself says what is a heading, or a part."""


class StructureReader:
    """Fits ``tools.ports.pages.Structures``. It may be asked from several threads; ``close`` ends the process.

    ``load`` gives an original's bytes.
    """

    def __init__(
        self,
        *,
        load: Callable[[TenantId, BlobId], bytes],
        limits: Limits | None = None,
        command: Sequence[str] | None = None,
    ) -> None:
        """``command`` starts another worker than the one that is part of Casewright."""
        self._load = load
        self._limits = limits if limits is not None else Limits()
        self._children = Children(count=1, limits=self._limits, command=command)
        self._kept: OrderedDict[tuple[TenantId, BlobId, str], tuple[bytes, Structure]] = OrderedDict()
        self._lock = threading.Lock()

    def close(self) -> None:
        """End the process; whoever still waits gets ``Unavailable``."""
        self._children.close()

    def structure(self, document: Document, reading: Reading) -> Structure | None:
        """The headings and parts of the reading's text; raises as ``Structures`` says."""
        claimed = next((one for one in FORMATS if one.media_type == document.media_type), None)
        if claimed is not None and claimed.kind == "markdown":
            return _structure(headings_of(reading.text), ())
        question = next((kind for kind in _SAYING if claimed is not None and kind == claimed.kind), None)
        if claimed is None or question is None:
            return Structure()
        digest, structure = self._told(document, claimed, question)
        return structure if digest == _digest(reading.text) else None

    def _told(self, document: Document, claimed: Format, question: _Saying) -> tuple[bytes, Structure]:
        """The digest of the text that the original has now, and its structure."""
        key = (document.tenant, document.blob, question)
        with self._lock:
            known = self._kept.get(key)
            if known is not None:
                self._kept.move_to_end(key)
                return known
        told = self._read(document, claimed, question)
        with self._lock:
            self._kept[key] = told
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return told

    def _read(self, document: Document, claimed: Format, question: _Saying) -> tuple[bytes, Structure]:
        try:
            answer = self._children.ask(question, self._load(document.tenant, document.blob))
        except TimedOut as error:
            raise unreadable.timed_out(document.filename, self._limits.seconds) from error
        except Crashed as error:
            raise unreadable.crashed(document.filename, claimed) from error
        if isinstance(answer, Fault):
            raise unreadable.from_fault(document.filename, claimed, answer)
        found = extracted(answer)
        return _digest(found.text), _structure(found.headings, found.parts)


def _digest(text: str) -> bytes:
    """What tells a text from others, without keeping it."""
    return sha256(text.encode("utf-8", "surrogatepass")).digest()


def _structure(headings: Iterable[Heading], parts: tuple[Part, ...]) -> Structure:
    return Structure(tuple(HeadingPlace(one.start, one.end, one.level) for one in headings), parts)
