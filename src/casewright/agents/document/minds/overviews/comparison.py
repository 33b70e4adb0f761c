"""Two documents side by side: the facts that differ, those alike in a line, then clauses and their wording.

Two texts that are nearly the same, such as two versions or two fillings of one form, are told by what was changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from casewright.agents.document.minds.overviews.clause_pairs import (
    clauses_by_kind,
    kind_named,
    opening,
    pair_told,
    pairs_of,
)
from casewright.agents.document.minds.overviews.headings import clause_at
from casewright.agents.document.minds.overviews.stated import label, main_facts, shown_value, told, values_of
from casewright.agents.document.minds.overviews.wording import differences, overlap, words_of
from casewright.agents.document.minds.quotes import write_quote
from casewright.domain.facts import FIELDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.document.minds.overviews.reading import Reading
    from casewright.agents.document.minds.overviews.stated import Stated
    from casewright.agents.document.minds.overviews.wording import Difference

NEARLY_THE_SAME: Final = 0.5
"""From which share of runs of four words in common on two texts are told by their changes."""
_CHANGES, _CLAUSES, _ONLY, _DIFFER = 15, 6, 6, 12
_NAME, _VALUE = 34, 60
_LONGEST: Final = 160
_SHORT: Final = 90
_TEMPLATES: Final = "the templates that tell kinds of clause read English"


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two documents: what was read of it. ``facts`` and ``reading`` are None where they were not asked."""

    filename: str
    facts: Stated | None
    reading: Reading | None
    clauses: Mapping[str, Any] | None


def compared(left: Side, right: Side, kinds: Sequence[str] = ()) -> str:
    """The whole comparison; ``kinds`` are the kinds of clause that were asked for, none where it is all."""
    names = (left.filename, right.filename)
    lines = [f"{names[0]} and {names[1]}, side by side:"]
    same = _overlap(left, right)
    if same >= NEARLY_THE_SAME:
        lines += _changes(left, right, same)
    lines += _facts(left, right)
    if same < NEARLY_THE_SAME:
        lines += _clauses(left, right, kinds)
    return "\n".join(lines)


def _overlap(left: Side, right: Side) -> float:
    if left.reading is None or right.reading is None:
        return 0.0
    return overlap(words_of(left.reading.text), words_of(right.reading.text))


def _changes(left: Side, right: Side, same: float) -> list[str]:
    """What differs between two texts that are nearly the same, in the order of the first."""
    assert left.reading is not None, "texts that are alike were read"
    assert right.reading is not None, "texts that are alike were read"
    found = differences(words_of(left.reading.text), words_of(right.reading.text))
    alike = "nearly the same text" if found else "the same words throughout"
    lines = [
        f"They are {alike} ({same:.0%} of the runs of four words are in both; layout, punctuation and case aside)."
    ]
    largest = sorted(found, key=lambda one: -one.size)[:_CHANGES]
    if found:
        lines.append(f"\nWhat was changed: {_counted(len(found), 'place')}{_first(len(found), _CHANGES)}:")
    lines += [_change(one, left.reading, right.reading) for one in found if one in largest]
    cut = [one.filename for one in (left.reading, right.reading) if not one.whole]
    if cut:
        lines.append(
            f"Only the beginning was compared word by word: {', '.join(cut)} is longer than can be read at once."
        )
    return lines


def _change(one: Difference, left: Reading, right: Reading) -> str:
    said = []
    clause = ""
    names = short_names(left.filename, right.filename)
    for place, reading, name in ((one.left, left, names[0]), (one.right, right, names[1])):
        if place is None:
            continue
        number, title = clause_at(reading.headings, place[0])
        clause = clause or " ".join(part for part in (number, title) if part)
        alone = "only in " if None in (one.left, one.right) else ""
        said.append(f"{alone}{name}: {write_quote(reading.cite(*place), _LONGEST)}")
    return f"- {f'{clause}: ' if clause else ''}{'; '.join(said)}"


def _facts(left: Side, right: Side) -> list[str]:
    """Facts that differ, each side with its words; those alike in one line; those that one of the two has."""
    if left.facts is None or right.facts is None:
        return []
    unread = [one for one in (left.facts, right.facts) if one.reading]
    if unread:
        return ["", *(f"The facts of {one.filename} were not read ({one.reading})." for one in unread)]
    names = short_names(left.filename, right.filename)
    both = list(zip((left.facts, right.facts), names, strict=True))
    stating = [(one.name, [facts for facts, _ in both if one.name in facts.facts]) for one in FIELDS]
    shared = [field for field, owners in stating if len(owners) == len(both)]
    unlike = [field for field in shared if len({values_of(facts.facts[field]) for facts, _ in both}) > 1]
    lines = ["", "Facts that differ:"] if unlike else ["", "No fact was found in both that differs."]
    for field in unlike[:_DIFFER]:
        lines.append(f"{label(field)}:")
        lines += [f"- {name}: {told(facts.facts[field], _LONGEST)}" for facts, name in both]
    if len(unlike) > _DIFFER:
        lines.append(f"… and {len(unlike) - _DIFFER} more that differ: {_labels(unlike[_DIFFER:])}.")
    if alike := [field for field in shared if field not in unlike]:
        lines.append(f"Facts alike: {', '.join(_alike(field, left.facts) for field in alike)}.")
    for facts, name in both:
        only = [field for field, owners in stating if owners == [facts]]
        if only:
            lines.append(f"Found in {name}, not found in {next(other for _, other in both if other != name)}:")
            lines += [f"- {label(field)} {told(main_facts(facts.facts[field])[:1], _SHORT)}" for field in only[:_ONLY]]
        if len(only) > _ONLY:
            lines.append(f"- … and {len(only) - _ONLY} more: {_labels(only[_ONLY:])}")
    return lines


def _labels(fields: Sequence[str]) -> str:
    return ", ".join(label(field).lower() for field in fields)


def _alike(field: str, stated: Stated) -> str:
    value = shown_value(main_facts(stated.facts[field])[0])
    return f"{label(field)} ({value})" if value and len(value) <= _VALUE else label(field)


def _clauses(left: Side, right: Side, kinds: Sequence[str]) -> list[str]:
    """Clauses of the kinds that both have, those that differ most first; then those of one only."""
    mine, theirs = clauses_by_kind(left.clauses), clauses_by_kind(right.clauses)
    names = short_names(left.filename, right.filename)
    pairs = pairs_of(mine, theirs)
    lines: list[str] = []
    if pairs:
        lines += ["", "Clauses of the same kind, those that differ most first:"]
    for pair in pairs[:_CLAUSES]:
        if pair.differences:
            lines += pair_told(pair, names)
    same = [kind_named(pair.kind) for pair in pairs[:_CLAUSES] if not pair.differences]
    if same:
        lines.append(f"In the same words: {', '.join(same)}.")
    left_out = [f"{kind_named(pair.kind)} ({pair.alike:.0%} alike)" for pair in pairs[_CLAUSES:]]
    if left_out:
        lines.append(f"Not shown: {', '.join(left_out)}.")
    for clauses, others, name, other in ((mine, theirs, *names), (theirs, mine, names[1], names[0])):
        only = [kind for kind in clauses if kind not in others]
        if only:
            lines.append(f"Kinds of clause found in {name}, not found in {other}:")
            lines += [f"- {kind_named(kind)} {opening(clauses[kind][0])}" for kind in only]
    silent = [name for clauses, name in ((mine, names[0]), (theirs, names[1])) if not clauses]
    if silent:
        asked = f" ({', '.join(map(kind_named, kinds))})" if kinds else ""
        lines += ["", f"No clause of the kinds looked for{asked} was found in {' or '.join(silent)}: {_TEMPLATES}."]
    return lines


def short_names(left: str, right: str) -> tuple[str, str]:
    """The file names, cut where they are long, so that they are still told apart."""
    for cut in (_beginning, _ending):
        if cut(left) != cut(right):
            return cut(left), cut(right)
    return f"{_ending(left)} (1)", f"{_ending(right)} (2)"


def _beginning(name: str) -> str:
    return name if len(name) <= _NAME else f"{name[: _NAME - 1].rstrip()}…"


def _ending(name: str) -> str:
    return name if len(name) <= _NAME else f"…{name[1 - _NAME :].lstrip()}"


def _first(number: int, shown: int) -> str:
    return f" ({shown} of {number} shown, the largest)" if number > shown else ""


def _counted(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"
