"""Asks for the text of scanned pages, one page at a time, as long as there is time for the file."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, Literal

from casewright.adapters.children.limits import Limits
from casewright.adapters.children.pool import ChildPool, Crashed, Sentences, TimedOut, worker_command
from casewright.adapters.ingest.recognition_wire import PageFault, Unrecognised, receive_text, send_page
from casewright.tools.progress import PAGES, report

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import IO

    from casewright.adapters.ingest.recognition_wire import PageText

WORKER: Final = "casewright.adapters.ingest.recognition"
LIBRARIES: Final = ("rapidocr", "cv2", "onnxruntime")
PAGE_LIMITS: Final = Limits(memory=4 * 1024**3, cpu_seconds=180, seconds=120.0)
"""What one page may take. The models alone reserve one of the four gigabytes of address space."""
SECONDS: Final = 600.0
"""What the pages of one file may take together."""
_FAILURES: Final = 3
"""After so many pages in a row that break the process the others are not tried."""

_SENTENCES: Final = Sentences(
    closed="The document reader was closed: open the workspace again and read the document once more.",
    not_started="The process that recognises text cannot be started ({reason}): free memory or processes and try"
    " again.",
)

Failure = Literal[PageFault, "time"]


@dataclass(frozen=True, slots=True)
class Recognised:
    """What came of each page that was asked for, by its number from 1 on: its text, or why it has none."""

    texts: Mapping[int, PageText] = field(default_factory=dict)
    failures: Mapping[int, Failure] = field(default_factory=dict)


class Recogniser:
    """Recognises pages in a process of its own, under ``limits`` a page and ``seconds`` a file.

    It may be asked from several threads, whose pages take turns; waiting for one does not count.
    """

    def __init__(
        self, *, seconds: float = SECONDS, limits: Limits | None = None, command: Sequence[str] | None = None
    ) -> None:
        """``command`` starts another worker than the one that is part of Casewright."""
        limits = limits if limits is not None else PAGE_LIMITS
        started = command if command is not None else worker_command(WORKER, limits)
        self._seconds = seconds
        self._turns = threading.Lock()
        self._pool = ChildPool(started, count=1, seconds=limits.seconds, sentences=_SENTENCES)

    def close(self) -> None:
        """End the process; whoever still waits gets ``Unavailable``."""
        self._pool.close()

    def read(self, data: bytes, numbers: Sequence[int]) -> Recognised:
        """The texts of these pages of the PDF. What breaks the process, or takes too long, costs its page alone.

        Raises ``Unavailable`` where the process cannot be started or was closed.
        """
        texts: dict[int, PageText] = {}
        failures: dict[int, Failure] = {}
        spent = 0.0
        in_a_row = 0
        for at, number in enumerate(numbers):
            report(at, len(numbers), PAGES)
            if spent >= self._seconds:
                failures[number] = "time"
                continue
            if in_a_row >= _FAILURES:
                failures[number] = "damaged"
                continue
            with self._turns:
                began = time.monotonic()
                answer = self._page(data, number)
                spent += time.monotonic() - began
            if isinstance(answer, str):
                failures[number] = answer
                in_a_row += 1
            else:
                texts[number] = answer
                in_a_row = 0
        return Recognised(texts, failures)

    def _page(self, data: bytes, number: int) -> PageText | Failure:
        def exchange(questions: IO[bytes], answers: IO[bytes]) -> PageText | Unrecognised:
            send_page(questions, data, number)
            return receive_text(answers)

        try:
            answer = self._pool.ask(exchange, is_last=_is_out_of_memory)
        except TimedOut:
            return "time"
        except Crashed:
            return "damaged"
        return answer.code if isinstance(answer, Unrecognised) else answer


def is_installed() -> bool:
    """Whether the extra ``ocr`` is installed."""
    return all(find_spec(library) is not None for library in LIBRARIES)


def _is_out_of_memory(answer: PageText | Unrecognised) -> bool:
    """What the process could not free stays its own."""
    return isinstance(answer, Unrecognised) and answer.code == "memory"
