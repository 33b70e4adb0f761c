"""Shows pages of PDFs: asks for pictures and places in processes of its own, and keeps the pictures for a while."""

from __future__ import annotations

from hashlib import sha256
from importlib.metadata import version
from typing import TYPE_CHECKING, Final, TypeVar

from casewright.adapters.children.limits import Limits
from casewright.adapters.children.pool import ChildPool, Crashed, Sentences, TimedOut, worker_command
from casewright.adapters.ingest import unreadable
from casewright.adapters.ingest.kept_pictures import KeptPictures
from casewright.adapters.ingest.page_wire import (
    NoSuchPage,
    NotShown,
    PictureQuestion,
    PlacesQuestion,
    receive_page_answer,
    send_page_question,
)
from casewright.adapters.ingest.printed import page_spans
from casewright.domain.boxes import PagePicture, PlacedSpans
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import IO

    from casewright.adapters.ingest.page_wire import PageAnswer, PageQuestion
    from casewright.domain.documents import Reading
    from casewright.domain.ids import BlobId, TenantId
    from casewright.tools.ports.pages import PageOf

_A = TypeVar("_A", PagePicture, PlacedSpans)

WORKER: Final = "casewright.adapters.ingest.page_worker"
PAGE_LIMITS: Final = Limits(cpu_seconds=20, seconds=30.0)
"""What one page may take."""
_PICTURES: Final = 1
"""Counts the ways in which pictures were drawn: with another one they are other pictures."""
_SENTENCES: Final = Sentences(
    closed="Pages are not shown any more: the home was closed. Open it again and ask once more.",
    not_started="The process that draws pages cannot be started ({reason}): free memory or processes and try again.",
)


class PageReader:
    """Fits ``tools.ports.pages.Pages``. It may be asked from several threads; ``close`` ends the processes.

    ``load`` gives an original's bytes, ``kept`` is how many bytes of pictures stay in memory. Its processes are not
    those that read new documents: a page is not to wait until somebody's archive is in.
    """

    def __init__(
        self,
        *,
        load: Callable[[TenantId, BlobId], bytes],
        kept: int,
        workers: int = 2,
        limits: Limits = PAGE_LIMITS,
        command: Sequence[str] | None = None,
    ) -> None:
        """``command`` starts another worker than the one that is part of Casewright."""
        self._load = load
        self._limits = limits
        self._kept = KeptPictures(kept)
        self._engine = f"pypdfium2 {version('pypdfium2')}, {_PICTURES}"
        started = command if command is not None else worker_command(WORKER, limits)
        self._pool = ChildPool(started, count=workers, seconds=limits.seconds, sentences=_SENTENCES)

    def close(self) -> None:
        """End the processes; whoever still waits gets ``Unavailable``."""
        self._pool.close()

    def mark(self, page: PageOf, width: int) -> str:
        """What tells this picture from every other, known before it is drawn."""
        return sha256("\n".join(self._key(page, width)[1:]).encode()).hexdigest()[:32]

    def picture(self, page: PageOf, width: int) -> PagePicture:
        """The page as it is shown; raises as ``Pages`` says."""
        key = self._key(page, width)
        picture = self._kept.get(key)
        if picture is None:
            picture = _shown(page, self._answer(page, PictureQuestion(page.number, width)), PagePicture)
            self._kept.put(key, picture)
        return picture

    def places(self, page: PageOf, reading: Reading | None, spans: Sequence[tuple[int, int]]) -> PlacedSpans:
        """Where the stretches stand; raises as ``Pages`` says."""
        return _shown(page, self._answer(page, _question(page.number, reading, spans)), PlacedSpans)

    def _key(self, page: PageOf, width: int) -> tuple[str, ...]:
        return page.tenant, page.blob, str(page.number), str(width), self._engine

    def _answer(self, page: PageOf, question: PageQuestion) -> PageAnswer:
        data = self._load(page.tenant, page.blob)

        def exchange(questions: IO[bytes], answers: IO[bytes]) -> PageAnswer:
            send_page_question(questions, question, data)
            return receive_page_answer(answers)

        try:
            return self._pool.ask(exchange, is_last=_is_out_of_memory)
        except TimedOut as error:
            raise unreadable.page_too_slow(page.filename, page.number, self._limits.seconds) from error
        except Crashed as error:
            raise unreadable.page_not_shown(page.filename, page.number, "damaged") from error


def _shown(page: PageOf, answer: PageAnswer, kind: type[_A]) -> _A:
    """The answer of the kind that was asked for. Raises the sentence for every other."""
    if isinstance(answer, kind):
        return answer
    if isinstance(answer, NoSuchPage):
        pages = "1 page" if answer.count == 1 else f"{answer.count:,} pages"
        raise InvalidInput(f"{page.filename!r} has no page {page.number:,}: it has {pages}")
    code = answer.code if isinstance(answer, NotShown) else "damaged"
    raise unreadable.page_not_shown(page.filename, page.number, code)


def _question(number: int, reading: Reading | None, spans: Sequence[tuple[int, int]]) -> PlacesQuestion:
    """What is asked of the page's raw text; nothing but its size where that is not kept."""
    if reading is None or reading.printed is None or not 1 <= number <= len(reading.printed.digests) or not spans:
        return PlacesQuestion(number, b"", ())
    asked = []
    for span in spans:
        found = page_spans(reading.text, reading.offsets, reading.printed, [span])
        asked.append(tuple(raw for one in found if one.page == number for raw in one.spans))
    return PlacesQuestion(number, reading.printed.digests[number - 1], tuple(asked))


def _is_out_of_memory(answer: PageAnswer) -> bool:
    """What the process could not free stays its own."""
    return isinstance(answer, NotShown) and answer.code == "memory"
