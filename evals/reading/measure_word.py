"""Word's changes and comments as data, and deleted text that must not stand in the text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evals.reading.truth import squeezed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from evals.reading.alignment import Located
    from evals.reading.results import Tally


def measure_word(found: Located, tally: Tally) -> None:
    """Deleted paragraphs are out of the text; changes and comments are told where the reading has them."""
    facts = found.known.facts
    if not facts:
        return
    letters = squeezed(found.reading.text)
    for text in facts["gone"]:  # type: ignore[attr-defined]
        tally.count("deleted out", squeezed(text) not in letters)
    for key, name in (("changes", "changes"), ("comments", "comments")):
        told = getattr(found.reading, name, None)  # where the reading has them
        if told is None:
            continue
        for one in facts[key]:  # type: ignore[attr-defined]
            right = any(_same(one, other) for other in told)
            tally.count(key, right)
            if not right:
                tally.fault(key, found.known.filename, str(one))


def _same(one: Mapping[str, str], other: Any) -> bool:  # Any: what the reading has, read by its attributes
    values = [str(value) for value in _values(other)]
    told = squeezed(" ".join(values))
    words = ("author", "text")
    return all(squeezed(one[word]) in told for word in words)


def _values(other: Any) -> Iterable[object]:  # Any: as above
    names = getattr(type(other), "__dataclass_fields__", {})
    return [getattr(other, name) for name in names]
