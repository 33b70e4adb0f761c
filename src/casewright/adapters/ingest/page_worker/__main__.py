"""Answers one question about a page after another until standard input ends, under the limits it was given.

Usage: ``python -m casewright.adapters.ingest.page_worker MEMORY_BYTES CPU_SECONDS``.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from casewright.adapters.children.limits import limit_next, limit_process, private_stdout
from casewright.adapters.ingest.page_wire import (
    NotShown,
    PictureQuestion,
    receive_page_question,
    send_page_answer,
)
from casewright.adapters.ingest.page_worker.drawing import draw
from casewright.adapters.ingest.page_worker.placing import place

if TYPE_CHECKING:
    from casewright.adapters.ingest.page_wire import PageAnswer, PageQuestion


def answer(question: PageQuestion, data: bytes) -> PageAnswer:
    """What is asked for, or why it cannot be shown; whatever PDFium raises means that the page is damaged."""
    try:
        return draw(data, question) if isinstance(question, PictureQuestion) else place(data, question)
    except MemoryError:
        return NotShown("memory")
    # The engine raises whatever it likes on hostile bytes; the parent words it for people.
    except Exception:  # noqa: BLE001
        return NotShown("damaged")


def main(memory: int, cpu_seconds: int) -> None:
    """Answer until standard input ends."""
    answers = private_stdout()
    limit_process(memory)
    while (asked := receive_page_question(sys.stdin.buffer)) is not None:
        limit_next(cpu_seconds)
        send_page_answer(answers, answer(*asked))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
