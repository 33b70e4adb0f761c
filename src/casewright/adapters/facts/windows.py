"""Units longer than the encoder's window, read piece by piece: no word of a document goes unread.

The window is read from the unit's beginning; what it does not reach is read behind the same heading and lead-in, from
the end of the last sentence that was read whole, and so on. Each token counts once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from casewright.adapters.facts.decoding import bounds_of
from casewright.adapters.scoring.encoder import ENDS, TokenMarks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.adapters.scoring.encoder import Encoder


@dataclass(frozen=True, slots=True)
class Unit:
    """``text`` as it is scored; its chunk's own words begin at ``own``."""

    text: str
    own: int


@dataclass(slots=True)
class _Read:
    """What was read of a unit: its windows' marks in place. What stands at ``rest`` of it and behind was not yet; the
    next window has the unit's first ``before`` characters before that.
    """

    before: int
    parts: list[TokenMarks] = field(default_factory=list)
    rest: int | None = None


def whole_marks(encoder: Encoder, units: Sequence[Unit]) -> list[TokenMarks]:
    """What the encoder says of the tokens of each unit, however long it is; places are those in the unit."""
    read = [_Read(unit.own) for unit in units]
    left = list(range(len(units)))
    while left:
        windows = [_window(units[at], read[at]) for at in left]
        for at, marks in zip(left, encoder.marks(windows), strict=True):
            full = len(marks.places) + ENDS >= encoder.window
            _take(units[at], read[at], marks, full=full)
        left = [at for at in left if read[at].rest is not None]
    return [_joined(one.parts) for one in read]


def _window(unit: Unit, read: _Read) -> str:
    return unit.text if read.rest is None else unit.text[: read.before] + unit.text[read.rest :]


def _take(unit: Unit, read: _Read, marks: TokenMarks, *, full: bool) -> None:
    """Put the window's marks in place, and say where the next one begins, if there is to be one."""
    begin = unit.own if read.rest is None else read.rest
    if read.rest is not None:
        marks = _moved(marks, read.before, read.rest - read.before)
    end = int(marks.places[-1, 1]) if len(marks.places) else 0
    if not full or not unit.text[max(end, begin) :].strip():
        read.rest = None
    elif end > begin:
        read.rest = _cut(unit.text, begin, end)
        marks = _ending(marks, read.rest)
    else:  # what stands before the words filled the window: they are read without it
        read.before, read.rest = 0, begin
        return
    read.parts.append(marks)


def _cut(text: str, begin: int, end: int) -> int:
    """Where the last sentence ends that was read to its end; where none was, the last word; else where reading did."""
    sentences = bounds_of(text, [(begin, len(text))])
    last = int(sentences[np.searchsorted(sentences, end, side="right") - 1])
    if last > begin:
        return last
    word = max(text.rfind(space, begin + 1, end) for space in " \n\t") + 1
    return word if word > begin else end


def _moved(marks: TokenMarks, before: int, by: int) -> TokenMarks:
    """Without the tokens of the first ``before`` characters, and the others ``by`` characters further on."""
    first = int(np.searchsorted(marks.places[:, 1], before, side="right"))
    own = marks.told >= first
    return TokenMarks(
        marks.places[first:] + np.int32(by), marks.told[own] - np.int32(first), marks.inside[own], marks.begin[own]
    )


def _ending(marks: TokenMarks, end: int) -> TokenMarks:
    """Only the tokens that begin before ``end``."""
    count = int(np.searchsorted(marks.places[:, 0], end))
    own = marks.told < count
    return TokenMarks(marks.places[:count], marks.told[own], marks.inside[own], marks.begin[own])


def _joined(parts: Sequence[TokenMarks]) -> TokenMarks:
    if len(parts) == 1:
        return parts[0]
    starts = np.cumsum([0, *(len(one.places) for one in parts)]).astype(np.int32)
    told = [one for one in parts if len(one.told)] or parts[:1]  # where nothing is told, there are no columns
    return TokenMarks(
        np.concatenate([one.places for one in parts]),
        np.concatenate([one.told + start for one, start in zip(parts, starts[:-1], strict=True)]),
        np.concatenate([one.inside for one in told]),
        np.concatenate([one.begin for one in told]),
    )
