"""Answers one question after another on standard input until there are no more, under the limits it was given.

Usage: ``python -m casewright.adapters.ingest.worker MEMORY_BYTES CPU_SECONDS``.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from lxml import etree

from casewright.adapters.children.limits import limit_next, limit_process, private_stdout
from casewright.adapters.ingest.box_wire import read_asked, send_boxes
from casewright.adapters.ingest.container_wire import Troubled, send_items
from casewright.adapters.ingest.wire import TEXT_LIMIT, Extract, Fault, receive_question, send_answer
from casewright.adapters.ingest.worker.boxes import find_boxes
from casewright.adapters.ingest.worker.enclosed_files import open_mail, open_zip
from casewright.adapters.ingest.worker.html import read_html
from casewright.adapters.ingest.worker.mail import read_mail
from casewright.adapters.ingest.worker.pdf import read_pdf
from casewright.adapters.ingest.worker.word import read_word
from casewright.adapters.ingest.worker.workbook import read_workbook

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from casewright.adapters.ingest.box_wire import BoxAnswer
    from casewright.adapters.ingest.container_wire import Item

READERS: Final[dict[str, Callable[[bytes], Extract | Fault]]] = {
    "pdf": read_pdf,
    "docx": read_word,
    "xlsx": read_workbook,
    "html": read_html,
    "mail": read_mail,
}

OPENERS: Final[dict[str, Callable[[bytes], Iterator[Item]]]] = {"open-zip": open_zip, "open-eml": open_mail}
BOXES: Final = "boxes"


def answer(question: str, data: bytes) -> Extract | Fault:
    """What the file holds, or why that cannot be said; whatever a parser raises means that the file is damaged."""
    try:
        found = READERS[question](data)
    except MemoryError:
        return Fault("memory")
    except etree.XMLSyntaxError as error:
        is_memory = getattr(error, "code", None) == etree.ErrorTypes.ERR_NO_MEMORY
        return Fault("memory" if is_memory else "damaged")
    # Parsers of others' formats raise whatever they like on hostile bytes; the parent words it for people.
    except Exception:  # noqa: BLE001
        return Fault("damaged")
    if isinstance(found, Extract) and len(found.text) > TEXT_LIMIT:
        return Fault("characters")
    return found


def _items(question: str, data: bytes) -> Iterator[Item]:
    """What the container holds; whatever stops it in the middle is told of the container itself."""
    try:
        yield from OPENERS[question](data)
    except MemoryError:
        yield Troubled("", "memory")
    # As above: the parent words it.
    except Exception:  # noqa: BLE001
        yield Troubled("", "damaged")


def boxes(body: bytes) -> BoxAnswer:
    """Where what is asked for stands, or why that cannot be said."""
    try:
        return find_boxes(*read_asked(body))
    except MemoryError:
        return Fault("memory")
    except Exception:  # noqa: BLE001
        return Fault("damaged")


def main(memory: int, cpu_seconds: int) -> None:
    """Answer until standard input ends."""
    answers = private_stdout()
    limit_process(memory)
    while (asked := receive_question(sys.stdin.buffer)) is not None:
        limit_next(cpu_seconds)
        if asked[0] in OPENERS:
            send_items(answers, _items(*asked))
        elif asked[0] == BOXES:
            send_boxes(answers, boxes(asked[1]))
        else:
            send_answer(answers, answer(*asked))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
