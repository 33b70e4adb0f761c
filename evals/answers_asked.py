"""Questions about contracts labelled as CUAD is, and written ones about files: each with the places that answer it."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from casewright.domain.facts import FIELDS
from casewright.errors import InvalidInput
from evals.cuad_data import fingerprint

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from evals.answers import Question
    from evals.cuad_data import LabelledContract

ABSENT_EVERY: Final = 5
"""One question in so many is about what the contract does not have."""
_SHORT: Final = 40
"""Characters of a mark that may as well be met at another place with the same words, such as a date repeated."""
_KIND: Final = {field.category: field.kind for field in FIELDS if field.category is not None}


_HALF: Final = 8
CHOSEN: Final = 75
"""So many contracts of each half are asked about where nobody says otherwise in published figures."""


WORDINGS: Final = 2
"""How many wordings of a question by people are asked."""


@dataclass(frozen=True, slots=True)
class Place:
    """[start, end) of the text of the document with this file name; ``within`` is the passage that bears it out.

    Where it is told, a quote may be as much longer as that passage allows.
    """

    file: str
    start: int
    end: int
    within: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A question. ``open`` is the file name of the document that is open, None for the whole matter.

    ``places`` answer it, none where nothing does. Of a labelled contract ``category`` and ``answers`` say which value
    is right; of a written question ``value`` and ``value_type`` do, empty where only the place counts.
    """

    id: str
    ask: str
    open: str | None
    kind: str
    places: tuple[Place, ...]
    matter: str = ""
    language: str = "en"
    category: str = ""
    answers: Mapping[str, str] | None = None
    value: str = ""
    value_type: str = ""


def wordings() -> dict[str, list[str]]:
    """How each category is asked for."""
    text = files("evals").joinpath("answer_wordings.toml").read_text("utf-8")
    return {name: list(map(str, asked)) for name, asked in tomllib.loads(text).items()}


def of_contract(
    name: str, contract: LabelledContract, text: str, count: int, left_out: frozenset[str] = frozenset()
) -> Iterator[Asked]:
    """``count`` questions about a contract, chosen by its text: one in five of what it does not have.

    None where the labels' offsets do not fit ``text``; ``left_out`` are categories that are not asked about.
    """
    if text != contract.text:
        return
    known = wordings()
    mark = fingerprint(contract.text)
    ordered = sorted((one for one in known if one not in left_out), key=lambda one: _dice(mark, one))
    there = [one for one in ordered if contract.spans.get(one)]
    absent = [one for one in ordered if not contract.spans.get(one)]
    missing = count // ABSENT_EVERY
    for category in [*there[: count - missing], *absent[:missing]]:
        asked = known[category]
        ask = asked[_dice(mark, category, "wording") % len(asked)]
        places = tuple(Place(name, *span) for span in _places(contract, category))
        yield Asked(
            f"{mark}-{category}", ask, name, _KIND[category], places, category=category, answers=contract.answers
        )


def makes_bands(contract: LabelledContract) -> bool:
    """Whether confidence is made from the contract; the others are asked about."""
    return int(fingerprint(contract.text)[-1], 16) < _HALF


def chosen(contracts: Sequence[LabelledContract], limit: int | None) -> Sequence[LabelledContract]:
    """Up to ``limit`` of the contracts, evenly."""
    return contracts if limit is None else contracts[:: max(1, len(contracts) // limit)][:limit]


def of_sample(questions: Sequence[Question]) -> list[Asked]:
    """Those of the sample matter's questions that were kept apart while the reader of answers was written."""
    return [
        Asked(
            f"sample-{number}", one.ask, one.document, "sample", tuple(Place(one.document, *span) for span in one.spans)
        )
        for number, one in enumerate(questions)
        if one.group == "kept"
    ]


def of_places(lines: Iterable[str], files: Mapping[str, str]) -> Iterator[Asked]:
    """Questions by people, each line of JSON with its file, wordings and the answer's offsets; ``files`` are the names
    by which those that are asked about went in, by their own names without an ending.

    What a file does not answer has ``absent`` in place of offsets. The form is that of ``training/reader``.
    """
    for number, line in enumerate(lines):
        one = json.loads(line)
        name = files.get(PurePath(one["file"]).stem)
        if name is None:
            continue
        places: tuple[Place, ...] = ()
        if not one.get("absent"):
            (start, end), (low, high) = one["answer"], one["quote"]
            places = (Place(name, start, end, (low, high)),)
        for wording, ask in enumerate(one["questions"][:WORDINGS]):
            yield Asked(f"asked-{number}-{wording}", ask, name, str(one.get("kind", "absent")), places)


def written(text: str, texts: Mapping[tuple[str, str], str]) -> list[Asked]:
    """The questions of a TOML file; ``texts`` are those of the documents by matter and file name.

    Raises ``InvalidInput`` for a quote that does not stand in its file, and a file that is not there.
    """
    found = []
    for one in tomllib.loads(text).get("questions", []):
        places = []
        for place in one.get("places", []):
            key = (one["matter"], place["file"])
            if key not in texts:
                raise InvalidInput(f"the question {one['id']!r} names the file {place['file']!r}, which is not there")
            places += [Place(place["file"], *span) for span in _stands(texts[key], place["quote"], one["id"])]
        found.append(
            Asked(
                str(one["id"]),
                one["asked"],
                one.get("document") or None,
                one.get("kind", ""),
                tuple(places),
                one["matter"],
                one.get("language", "en"),
                value=str(one.get("value", "")),
                value_type=one.get("value_type", ""),
            )
        )
    return found


def _stands(text: str, quote: str, name: str) -> list[tuple[int, int]]:
    """Where the quote stands, white space and page furniture between words aside."""
    pattern = r"\s+".join(re.escape(word) for word in quote.split())
    places = [hit.span() for hit in re.finditer(pattern, text)]
    if not places:
        raise InvalidInput(f"the question {name!r} quotes {quote!r}, which does not stand in its file")
    return places


def _places(contract: LabelledContract, category: str) -> Sequence[tuple[int, int]]:
    marked = [(start, end) for start, end in contract.spans.get(category, ())]
    repeated = [
        hit.span()
        for start, end in marked
        if end - start <= _SHORT and contract.text[start:end].strip()
        for hit in re.finditer(re.escape(contract.text[start:end]), contract.text, re.IGNORECASE)
    ]
    return tuple(dict.fromkeys([*marked, *repeated]))


def _dice(*words: str) -> int:
    return int(sha256("\0".join(words).encode()).hexdigest()[:12], 16)
