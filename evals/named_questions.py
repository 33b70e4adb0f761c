"""Questions that name a contract in words and ask for something that people marked in it."""

from __future__ import annotations

import random
import re
import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

from casewright.errors import InvalidInput
from evals.cuad_data import CATEGORIES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from evals.cuad_data import LabelledContract

HALVES = ("fitted", "retired", "unseen")
SEED = 20_261_124
_FORM = re.compile(
    r"(?i)[\s,]*\b(?:inc|llc|l\.l\.c|ltd|limited|corp|corporation|company|co|plc|gmbh|ag|s\.?a|n\.?v|b\.?v)\b\.?"
)
_PARTY = re.compile(r"[A-Z0-9][^\"“”()\n]{4,58}\Z")


@dataclass(frozen=True, slots=True)
class NamedQuestion:
    """``files`` are the contracts that ``ask`` names, none where it names none; ``topic`` is what it asks without it.

    ``category`` is the one whose marks answer it, None where none are looked for. ``way`` says how it was made.
    """

    ask: str
    topic: str | None
    files: tuple[str, ...]
    category: str | None
    way: str


def questions(half: str, contracts: Sequence[LabelledContract]) -> list[NamedQuestion]:
    """The questions of a half over those of the contracts that are there. Raises ``InvalidInput`` for another half."""
    if half not in HALVES:
        raise InvalidInput(f"There is no half {half!r}: it is fitted, retired or unseen.")
    if half == "fitted":
        return list(_made(contracts))
    there = {contract.name for contract in contracts}
    held = files("evals").joinpath(f"named_documents_{half}.toml").read_text("utf-8")
    read = [
        NamedQuestion(one["ask"], None, tuple(one["files"]), one.get("category"), half)
        for one in tomllib.loads(held).get("question", [])
    ]
    return [one for one in read if there.issuperset(one.files)]


def _made(contracts: Sequence[LabelledContract]) -> Iterator[NamedQuestion]:
    known = tomllib.loads(files("evals").joinpath("named_documents_fitted.toml").read_text("utf-8"))
    templates: Sequence[str] = known["templates"]
    topics: Mapping[str, str] = known["topics"]
    chance = random.Random(SEED)
    for number, contract in enumerate(contracts):
        marked = [name for name in CATEGORIES if contract.spans.get(name)]
        if not marked:
            continue
        category = chance.choice(marked)
        filled = _names(contract) | {"topic": topics[category]}
        for step in range(len(templates)):
            template = templates[(number + step) % len(templates)]
            if all(name in filled for name in re.findall(r"{(\w+)}", template)):
                way = template.replace("{topic}", "…")
                yield NamedQuestion(template.format(**filled), topics[category], (contract.name,), category, way)
                break


def _names(contract: LabelledContract) -> dict[str, str]:
    """What fills the blanks of the templates; what the labels do not say is left out."""
    filled = {"file": contract.name, "stem": contract.name.rsplit(".", 1)[0]}
    parties = list(dict.fromkeys(_said(contract, "Parties")))
    parties = [
        one for one in parties if _PARTY.match(one) and " " in one and not re.search(r"(?i)\bpart(?:y|ies)\b", one)
    ]
    for name, party in zip(("party", "other"), parties, strict=False):
        short = "short" if name == "party" else "other_short"
        filled |= {name: party, short: _short(party)}
    titles = [one for one in _said(contract, "Document Name") if 4 < len(one) < 90]
    if titles:
        title = titles[0].title() if titles[0].isupper() else titles[0]
        filled |= {"title": title, "kind": " ".join(title.split()[-2:])}
    for said in _said(contract, "Agreement Date"):
        if (year := re.search(r"(?:19|20)\d\d", said)) is not None:
            filled["year"] = year[0]
    small = {f"small_{name}": filled[name].lower() for name in ("short", "kind") if name in filled}
    return filled | small


def _said(contract: LabelledContract, category: str) -> list[str]:
    return [" ".join(contract.text[start:end].split()) for start, end in contract.spans.get(category, ())]


def _short(party: str) -> str:
    """A name as people say it: without its company form, its first word or, where that is short, its first two."""
    words = _FORM.sub("", party).replace(",", "").split() or party.split()
    said = words[:1] if len(words[0]) > 5 else words[:2]
    return " ".join(word.title() if word.isupper() and len(word) > 4 else word for word in said)
