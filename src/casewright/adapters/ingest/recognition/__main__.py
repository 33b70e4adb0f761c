"""Recognises one page after another until standard input ends, under the limits it was given.

Usage: ``python -m casewright.adapters.ingest.recognition MEMORY_BYTES CPU_SECONDS``.
"""

from __future__ import annotations

import sys

from casewright.adapters.children.limits import limit_next, limit_process, private_stdout
from casewright.adapters.ingest.recognition.engine import Engine, NoEngine
from casewright.adapters.ingest.recognition.no_network import forbid_network
from casewright.adapters.ingest.recognition.page_text import page_text
from casewright.adapters.ingest.recognition.pictures import TooManyPixels, picture_of
from casewright.adapters.ingest.recognition_wire import PageText, Unrecognised, receive_page, send_text


def answer(engine: Engine, number: int, data: bytes) -> PageText | Unrecognised:
    """What stands on the page, or why that cannot be said; whatever a library raises means that it is damaged."""
    try:
        picture, scale = picture_of(data, number)
        return page_text(engine.fragments(picture), picture.shape[0], scale)
    except TooManyPixels:
        return Unrecognised("pixels")
    except MemoryError:
        return Unrecognised("memory")
    # Parsers and models raise whatever they like on hostile bytes; the parent words it for people.
    except Exception as error:  # noqa: BLE001
        return Unrecognised("memory" if "alloc" in str(error).lower() else "damaged")


def main(memory: int, cpu_seconds: int) -> None:
    """Answer until standard input ends."""
    answers = private_stdout()
    forbid_network()
    limit_process(memory)
    limit_next(cpu_seconds)
    try:
        engine = Engine()
    except NoEngine:
        engine = None
    while (asked := receive_page(sys.stdin.buffer)) is not None:
        limit_next(cpu_seconds)
        send_text(answers, Unrecognised("engine") if engine is None else answer(engine, *asked))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
