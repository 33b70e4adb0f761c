"""Which sections of a document a reference names, and what there is where it names none."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final

from casewright.evidence.sections.inline_items import inline_item
from casewright.evidence.sections.numbers import value_of
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from casewright.domain.documents import Section
    from casewright.evidence.sections.references import Reference, Step, StepKind

NAMED: Final = 12
"""How many runs of numbers are named in a sentence; the rest is counted."""

_LABEL: Final = re.compile(
    r"(?:(?P<annex>schedule|annexe?|appendix|exhibit|attachment|anexa)|(?P<chapter>chapter|capitolul|part|partea|titlul)"
    r"|(?P<article>article|articolul|art\.?)|(?P<clause>section|sec\.|sectiunea|clause|paragraph|§+))"
    r" *(?P<number>.*)\Z"
)
_KINDS: Final[tuple[StepKind, ...]] = ("annex", "chapter", "article", "clause")
_ITEM: Final = re.compile(r"\((\w+)\)|(\w+)\)")


@dataclass(frozen=True, slots=True)
class _Label:
    """A label as it is compared. ``name`` is its word and number, or its letter, folded; ``value`` its numbers."""

    kind: StepKind | None
    word: str
    name: str
    value: tuple[int, ...]


def _read(label: str) -> _Label:
    folded = fold(label)
    item = _ITEM.fullmatch(folded)
    if item is not None:
        name = item[1] or item[2]
        return _Label("item", "", name, value_of(name))
    named = _LABEL.match(folded)
    if named is not None:
        kind, word = next((kind, named[kind]) for kind in _KINDS if named[kind])
        number = named["number"].strip()
        return _Label(kind, word.rstrip("."), number, value_of(number))
    value = value_of(folded)
    if value or re.fullmatch(r"[a-z]", folded):
        return _Label("clause", "", folded, value)
    return _Label(None, "", folded, ())  # a heading without a number


def find(sections: Sequence[Section], reference: Reference, text: str) -> tuple[Section, ...]:
    """The sections that the reference names, in order.

    A word that says another kind of clause than the document does is forgiven where nothing fits better: "section 7"
    may be ARTICLE 7. Items that stand in the middle of a clause's text and not in the index are looked for there.
    """
    read = {label: _read(label) for section in sections for label in section.path}
    for lenient in (False, True):
        steps = reference.steps
        found = [one for one in sections if _names(steps, [read[label] for label in one.path], lenient=lenient)]
        if found:
            return tuple(found)
        if steps[-1].kind == "item" and len(steps) > 1:
            within = [
                one for one in sections if _names(steps[:-1], [read[label] for label in one.path], lenient=lenient)
            ]
            inner = [inline_item(text, one, steps[-1].number) for one in within]
            if any(inner):
                return tuple(one for one in inner if one is not None)
    return ()


def _names(steps: Sequence[Step], path: Sequence[_Label], *, lenient: bool) -> bool:
    """Whether the steps lead along the path to its end.

    What a path has before a step and the reference leaves out may only be what holds clauses (articles, chapters,
    annexes, headings) and what the step's own number begins with.
    """
    at = 0
    for step in steps:
        while at < len(path) and not _fits(step, path[at], lenient=lenient):
            if not _may_be_left_out(path[at], step):
                return False
            at += 1
        if at == len(path):
            return False
        at += 1
    return at == len(path)


def _may_be_left_out(label: _Label, step: Step) -> bool:
    if step.kind == "item":
        return False
    if label.kind in (None, "annex", "chapter", "article"):
        return True
    return bool(label.value) and step.value[: len(label.value)] == label.value and label.kind != "item"


def _fits(step: Step, label: _Label, *, lenient: bool) -> bool:
    if step.kind == "item":
        return label.kind in ("item", "clause") and label.name.strip(".") == step.number
    if step.kind == "annex":
        return label.kind == "annex" and _stem(step.word) == _stem(label.word) and _equal(step, label)
    if step.kind == "chapter":
        return label.kind == "chapter" and (lenient or step.word[:3] == label.word[:3]) and _equal(step, label)
    if label.kind == step.kind:
        return _equal(step, label)
    if label.kind == "item" and step.word.startswith(("para", "pct", "punct")) and lenient:
        return label.name == step.number
    return lenient and label.kind in ("article", "clause") and _equal(step, label)


def _equal(step: Step, label: _Label) -> bool:
    return step.value == label.value if step.value and label.value else fold(step.number) == label.name


def _stem(word: str) -> str:
    return "annex" if word.startswith(("anex", "annex")) else word[:6]


def nearest(sections: Sequence[Section], reference: Reference) -> str:
    """What a document has near a reference that names nothing in it: "there are 12.1 to 12.4; no 12.9"."""
    if not sections:
        return "this document has no numbered clauses that could be read"
    step = reference.steps[-1]
    read = [(one, [_read(label) for label in one.path]) for one in sections]
    if len(reference.steps) > 1:
        above = reference.steps[:-1]
        parents = {one.path for one, path in read if _names(above, path, lenient=True)}
        if not parents:
            return nearest(sections, type(reference)(above, reference.start, reference.end))
        inside = [one.label for one, path in read if one.path[:-1] in parents]
        return (
            f"{_last(parents)} has {_runs(inside)}; no {step}" if inside else f"{_last(parents)} has no numbered parts"
        )
    if step.kind in ("annex", "chapter"):
        kind = [one.label for one, path in read if path[-1].kind == step.kind]
        return f"there are {_runs(kind)}; no {step}" if kind else f"there is none of that kind; no {step}"
    for depth in range(len(step.value) - 1, -1, -1):
        siblings = [
            one.label
            for one, path in read
            if path[-1].kind in ("clause", "article")
            and len(path[-1].value) == depth + 1
            and path[-1].value[:depth] == step.value[:depth]
        ]
        if siblings:
            return f"there {'is' if len(set(siblings)) == 1 else 'are'} {_runs(siblings)}; no {step.number}"
    return f"no {step.number} was found"


def _last(paths: Iterable[tuple[str, ...]]) -> str:
    return min(paths, key=len)[-1]


def _runs(labels: Sequence[str]) -> str:
    """Labels as runs: "1 to 4, 6"."""
    ordered = list(dict.fromkeys(labels))
    runs: list[str] = []
    for _, grouped in groupby(enumerate(ordered), key=lambda item: _run_key(ordered, item[0])):
        run = [label for _, label in grouped]
        runs.append(run[0] if len(run) == 1 else f"{run[0]} {'and' if len(run) == 2 else 'to'} {run[-1]}")
    left = len(runs) - NAMED
    return ", ".join(runs[:NAMED]) + (f" and {left} more" if left > 0 else "")


def _run_key(labels: Sequence[str], at: int) -> tuple[object, ...]:
    """Equal for labels that count on from one to the next."""
    label = _read(labels[at])
    if len(label.name) == 1 and label.name.isalpha():
        return (label.kind, label.word, ord(label.name) - at)
    if not label.value:
        return (labels[at],)
    return (label.kind, label.word, label.value[:-1], label.value[-1] - at)
