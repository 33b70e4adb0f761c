"""Checks a room against its model: what no defect altered has to be the fact it tells, and to follow from its lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .company import GROWTH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .document import Doc
    from .figure import Fig
    from .room import Room

_DIGITS = re.compile(r"-?\(?-?\d[\d,.]*")


def violations(room: Room) -> list[str]:
    """What is wrong in the room and not planted. Nothing in a room that is right."""
    return [
        *_wrong_figures(room),
        *_wrong_relations(room),
        *_wrong_ratios(room),
        *_wrong_names(room),
        *_loose_amounts(room),
    ]


def _wrong_figures(room: Room) -> Iterator[str]:
    """Figures whose value is not the fact's, or whose text does not read as the value."""
    facts = room.company.facts
    for doc in room.docs:
        for fig in doc.figures():
            if fig.altered or fig.key == "hundred||":
                continue
            if abs(fig.value - fig.sign * facts[fig.key]) > 1e-9 * max(1.0, abs(fig.value)):
                yield f"{doc.file}: {fig.key} is {fig.value!r}, the fact is {facts[fig.key]!r}"
            if abs(read_figure(fig) - fig.value) > fig.form.step * 0.5001:
                yield f"{doc.file}: {fig.key} reads {fig.text!r} and is {fig.value!r}"


def read_figure(fig: Fig) -> float:
    """The value that the figure's text tells a reader, from its digits alone."""
    inner = fig.text.removeprefix("(").removesuffix(")") if fig.text.startswith("(") else fig.text
    inner = inner.replace(fig.form.before, "", 1) if fig.form.before else inner
    match = _DIGITS.match(inner)
    if match is None:
        raise ValueError(f"{fig.text!r} holds no number")
    value = float(plain(match.group(), comma=fig.form.comma)) * fig.form.scale
    return -value if fig.text.startswith("(") else value


def plain(digits: str, *, comma: bool) -> str:
    """Digits without what groups them, a point before decimals."""
    digits = digits.rstrip(".,")
    return digits.replace(".", "").replace(",", ".") if comma else digits.replace(",", "")


def _wrong_relations(room: Room) -> Iterator[str]:
    """Totals and balances that do not follow from what is shown."""
    for doc in room.docs:
        for relation in doc.relations:
            if not any(fig.altered for fig in relation.figures) and not relation.holds():
                yield f"{doc.file}: {relation.kind} {relation.result.key} is off by {relation.gap()!r}"


def _wrong_ratios(room: Room) -> Iterator[str]:
    facts = room.company.facts
    for key, (form, above, below) in room.company.ratios.items():
        value = facts[above] / facts[below] - (1 if form == GROWTH else 0)
        if abs(value - facts[key]) > 1e-9:
            yield f"the ratio {key} is {facts[key]!r}; its parts give {value!r}"


def _wrong_names(room: Room) -> Iterator[str]:
    """Files that share a name, and file names in prose that are of no document and not planted."""
    files = [doc.file for doc in room.docs]
    for twice in sorted({one for one in files if files.count(one) > 1}):
        yield f"the name {twice!r} is of two documents"
    known = {*files, *room.files.values(), *(spot.part.text for spot in room.tagged("index.hidden"))}
    for doc in room.docs:
        for name in re.findall(r"[\w][\w ()\-]*\.(?:xlsx|pdf|docx|csv|eml)\b", _prose(doc)):
            if not any(one.endswith(name) or name.endswith(one) for one in known):
                yield f"{doc.file}: names {name!r}, which is no document"


def _loose_amounts(room: Room) -> Iterator[str]:
    """Amounts and percentages in plain words, which no model stands behind; a rate of exchange may stand so."""
    currencies = f"{room.company.currency}|{room.company.country.words['other']}"
    loose = re.compile(rf"(?:{currencies})\s*\d|\d\s*(?:{currencies}|%|million|m\b|k\b)")
    for doc in room.docs:
        sentences = [one for line in doc.lines for one in line.sentences]
        sentences += [one for sheet in doc.sheets for row in sheet.rows for one in row]
        for one in sentences:
            for part in one.parts:
                text = part if isinstance(part, str) else ""
                if loose.search(
                    text.replace(f"{room.company.country.rate} {room.company.country.words['other']}/", "")
                ):
                    yield f"{doc.file}: {text!r} holds an amount that is no fact"


def _prose(doc: Doc) -> str:
    return "\n".join(line.render() for line in doc.lines)
