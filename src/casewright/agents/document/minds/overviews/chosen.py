"""Which documents an overview is of: the two that a comparison names, and the others that one is held against."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from casewright.agents.document.minds.named_documents import Listing
from casewright.agents.document.minds.overviews.overview_calls import FEWEST_OTHERS, comparison_calls, unusual_calls
from casewright.agents.document.minds.overviews.unusual import too_few
from casewright.iql.wording import fold_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.document.minds.overviews.overview_calls import Call


@dataclass(frozen=True, slots=True)
class Shelf:
    """The matter's documents: how names are read, which are ready, which are open or chosen, and a sentence of all."""

    listing: Listing
    ready: Sequence[str]
    chosen: Sequence[str]
    listed: str


def comparison_of(named: Sequence[str], shelf: Shelf, asked: Mapping[str, Any]) -> tuple[list[Call], list[str]]:
    """The calls that set two documents side by side; or a question back.

    They are those named, with what is open where that is one; else what is chosen; else the matter's two by name.
    """
    both: list[str] = []
    for words in named:
        found = _meant(words, shelf)
        if not found:
            return [], [f"There is no document {words!r} in this matter. {shelf.listed} Which one do you mean?"]
        both += found
    if len(set(both)) < 2:
        both = [*shelf.chosen, *both]
    by_name = sorted(shelf.ready, key=lambda id_: shelf.listing.files[id_])
    both = list(dict.fromkeys(both or by_name))
    if len(both) == 2:
        return comparison_calls(both[0], both[1], **asked), []
    if len(both) == 1:
        one = shelf.listing.files.get(both[0], "this document")
        return [], [f"Set {one} beside which other document? {shelf.listed}"]
    return [], [f"Two documents at a time can be set side by side: which two? {shelf.listed}"]


def unusual_of(target: str, shelf: Shelf) -> tuple[list[Call], list[str]]:
    """The calls that hold one document against the others; or that there are too few."""
    others = [id_ for id_ in shelf.ready if id_ != target]
    if len(others) < FEWEST_OTHERS:
        return [], [too_few(shelf.listing.files.get(target, "this document"), len(others))]
    return unusual_calls(target, others), []


def _meant(words: str, shelf: Shelf) -> list[str]:
    """A file of exactly this name alone, else all that the words may mean; of several the one of such a file name."""
    files = shelf.listing.files
    if words == "other":
        return [id_ for id_ in files if id_ not in shelf.chosen]
    exact = [id_ for id_, name in files.items() if fold_words(name).lower() == fold_words(words).lower()]
    meant = exact or shelf.listing.meant(words)
    called_so = [id_ for id_ in Listing(files).meant(words) if id_ in meant]
    return called_so if len(called_so) == 1 < len(meant) else meant
