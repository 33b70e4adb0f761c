"""Documents read again, one call after the other until none is left."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from casewright.cli.state import answer
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.bootstrap.home import Casewright
    from casewright.cli.output import Output
    from casewright.toolbox.documents.reread_documents import RereadDocument

_SAID = {
    "read anew": "could not be read before and can be now",
    "cut anew": "the same text, its chunks and sections made anew",
    "replaced": "another text was read; what cites the earlier reading still finds it",
    "unreadable": "still not read",
    "kept": "left as it is",
}


def reread_all(casewright: Casewright, matter: str, documents: Sequence[str] | None) -> list[RereadDocument]:
    """What came of every document: those named, else all that an older version read.

    Raises ``CallRefused`` where a call does not succeed: what was done by then stays, and is not done again.
    """
    from casewright.toolbox.documents.reread_documents import RereadDocumentsOutput

    done: list[RereadDocument] = []
    arguments: dict[str, object] = {"matter_id": matter}
    asked = arguments if not documents else {**arguments, "document_ids": list(documents)}
    while True:
        found = answer(casewright, RereadDocumentsOutput, "reread_documents", asked).output
        done += found.documents
        if not found.left:
            return done
        asked = {**arguments, "document_ids": found.left}


def show_reread(output: Output, found: Sequence[RereadDocument]) -> None:
    """A line a document, and how many there are of each outcome."""
    if not found:
        output.prose("Every document was read by this version: nothing to do")
        return
    for one in found:
        said = _SAID[one.outcome] + ("" if one.reason is None else f": {show_line(one.reason)}")
        output.line(f"{show_line(one.filename)}: {said} ({one.chunks:,} chunks)")
    counts = Counter(one.outcome for one in found)
    output.prose(", ".join(f"{count} {outcome}" for outcome, count in counts.items()))
