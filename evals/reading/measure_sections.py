"""The clause that is shown for a sentence, and the clause that is found for a number."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from evals.reading.numbering import plain
from evals.reading.truth import Style, squeezed

if TYPE_CHECKING:
    from collections.abc import Collection

    from evals.reading.alignment import Located
    from evals.reading.results import Tally
    from evals.reading.truth import Path


def judge(shown: tuple[str, ...], path: Path, title: str) -> str:
    """How a shown section stands to the true one: "right", "near" (a clause that holds it), "wrong" or "none".

    Every step shown has to be one of the true path, in its order. The document's title may stand before them.
    """
    steps = [plain(step) for step in shown if plain(step)]
    if steps and steps[0] == plain(title):
        steps = steps[1:]
    if not steps:
        return "none"
    at = 0
    for step in steps:
        while at < len(path) and not _is(step, path, at):
            at += 1
        if at == len(path):
            return "wrong"
        at += 1
    return "right" if at == len(path) else "near"


def _is(step: str, path: Path, at: int) -> bool:
    forms = path[at].forms
    if step in forms:
        return True
    heading = path[at].heading
    if heading is None:
        return False
    bare = step.replace(".", "")
    return bare in {(form + plain(heading)).replace(".", "") for form in forms}


def measure_sections(found: Located, tally: Tally) -> None:
    """The section of the chunk that holds each sentence, against the clause that it stands in."""
    of = "word section" if found.known.filename.endswith(".docx") else "section"
    title = next((block.text for block in found.known.blocks if block.style is Style.TITLE), "")
    for index, block in enumerate(found.known.blocks):
        if block.path is None:
            continue
        for start, end in block.sentences:
            places = [place for place in found.places(index, start, end) if place >= 0]
            if not places:
                continue
            chunk = found.chunk_at(places[0])
            shown = found.reading.chunks[chunk].section if chunk is not None else ()
            verdict = judge(shown, block.path, title)
            if not block.path:
                tally.count(f"{of} spurious", verdict == "wrong")
            else:
                tally.count(f"{of} right", verdict == "right")
                tally.count(f"{of} near", verdict in ("right", "near"))
                tally.count(f"{of} wrong", verdict == "wrong")
                tally.count(f"{of} none", verdict == "none")
            if verdict == "wrong" or (verdict == "none" and block.path):
                true = " > ".join(step.drawn for step in block.path) or "none"
                told = f"shown {' > '.join(shown) or 'none'}, is {true}: {block.text[start:end][:90]!r}"
                tally.fault(f"section {verdict}", found.known.filename, told)


def measure_index(found: Located, tally: Tally) -> None:
    """Each clause looked up by its number in the index of sections, where the reading has one.

    It is found whole where an entry begins with the clause's first letter and ends before the next clause that is
    none of its own, and not before its own text ends. Numbers that stand several times are not asked.
    """
    entries: tuple[Any, ...] = getattr(found.reading, "sections", ())  # Any: the index is read by its attributes
    if not hasattr(found.reading, "sections"):
        return
    blocks = found.known.blocks
    starts = [(n, block) for n, block in enumerate(blocks) if block.clause and block.path]
    often = Counter(plain(block.path[-1].drawn) for _, block in starts if block.path)
    for order, (n, block) in enumerate(starts):
        assert block.path is not None
        label = plain(block.path[-1].drawn)
        if often[label] > 1:
            continue
        places = [place for place in found.places(n, 0, len(block.text)) if place >= 0]
        after = next((m for m, other in starts[order + 1 :] if other.path and len(other.path) <= len(block.path)), None)
        if not places or len(places) < len(squeezed(block.text)):
            continue
        bound = found.places(after, 0, 1) if after is not None else [len(found.reading.text)]
        named = [entry for entry in entries if plain(_label(entry)) in block.path[-1].forms]
        text, forms = found.reading.text, block.path[-1].forms
        right = any(
            _begins(text, entry.start, places[0], forms)
            and places[-1] < entry.end
            and (not bound or bound[0] < 0 or entry.end <= bound[0])
            for entry in named
        )
        wrong = bool(named) and not any(
            _begins(text, entry.start, places[0], forms) or places[0] <= entry.start <= places[-1] for entry in named
        )
        tally.count("index", right)
        tally.count("index wrong", wrong)
        if not right:
            told = [(_label(entry), entry.start, entry.end) for entry in named]
            tally.fault("index", found.known.filename, f"asked {block.path[-1].drawn}, at {places[0]}: found {told}")


def _begins(text: str, start: int, first: int, forms: Collection[str]) -> bool:
    """Whether a section that begins at ``start`` begins with the clause: with its first letter, or its drawn number."""
    return start == first or (start < first and plain(text[start:first]) in forms)


def _label(entry: Any) -> str:  # Any: as above
    label = entry.label
    return label if isinstance(label, str) else str(label[-1])
