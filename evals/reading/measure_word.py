"""Word's changes and comments as data, and deleted text that must not stand in the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evals.reading.truth import squeezed

if TYPE_CHECKING:
    from evals.reading.alignment import Located
    from evals.reading.results import Tally


def measure_word(found: Located, tally: Tally) -> None:
    """Deleted paragraphs are out of the text; each change and comment is told with its author, words and place."""
    facts, text = found.known.facts, found.reading.text
    if not facts:
        return
    letters = squeezed(text)
    for gone in facts["gone"]:  # type: ignore[attr-defined]
        tally.count("deleted out", squeezed(gone) not in letters)
    layout = found.reading.layout
    changes = {
        (change.kind.value, change.author, squeezed(change.deleted or text[change.start : change.end]))
        for change in (layout.changes if layout else ())
    }
    comments = {
        (comment.author, squeezed(comment.text), squeezed(text[comment.start : comment.end]))
        for comment in (layout.comments if layout else ())
    }
    for one in facts["changes"]:  # type: ignore[attr-defined]
        words = squeezed(one["text"])  # a person's changes side by side are one
        right = any((one["kind"], one["author"]) == told[:2] and words in told[2] for told in changes)
        tally.count("changes", right)
        if not right:
            tally.fault("change", found.known.filename, str(one))
    for one in facts["comments"]:  # type: ignore[attr-defined]
        right = (one["author"], squeezed(one["text"]), squeezed(one["range"])) in comments
        tally.count("comments", right)
        if not right:
            tally.fault("comment", found.known.filename, str(one))
