"""What a document's facts state, field by field, with the word of a confirmed amendment where there is one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from casewright.agents.document.minds.document_facts import band, by_field, was_read
from casewright.agents.document.minds.quotes import whole_items, write_quote
from casewright.domain.facts import FIELD

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_SURE: Final = 0.7
_VALUES: Final = 3


@dataclass(frozen=True, slots=True)
class Stated:
    """``facts`` by field, those of a confirmed amendment where it has the last word (``amended`` names it).

    ``missing`` were looked for and not found; ``reading`` is why nothing was read, None where it was.
    """

    document_id: str
    filename: str
    facts: Mapping[str, Sequence[Mapping[str, Any]]]
    missing: frozenset[str] = frozenset()
    reading: str | None = None
    amended: Mapping[str, str] = field(default_factory=dict)


def stated_in(found: Mapping[str, Any] | None) -> Stated | None:
    """The facts of the one document in a result of ``contract_facts``; None where there is none."""
    documents = [one for one in (found or {}).get("documents", []) if isinstance(one, dict)]
    if not documents:
        return None
    document = documents[0]
    facts: dict[str, Sequence[Mapping[str, Any]]] = dict(by_field(document))
    amended = {}
    for one in document.get("in_force") or []:
        facts[str(one["field"])] = [dict(fact) for fact in one["facts"]]
        amended[str(one["field"])] = str(one["filename"])
    reading = document.get("reading") or {}
    return Stated(
        document_id=str(document["document_id"]),
        filename=str(document["filename"]),
        facts={name: parties(listed) if name == "parties" else listed for name, listed in facts.items()},
        missing=frozenset(map(str, reading.get("fields_not_found") or ())) - facts.keys(),
        reading=None if was_read(document) else str(reading.get("reason") or "not yet"),
        amended=amended,
    )


def parties(facts: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The parties once each: those that the contract gives a name, and of the others the sure ones.

    Where it gives no party a name, all of them. What is another one's name ("Supplier") is no party of its own.
    """
    called = {name.casefold() for one in facts for name in _value(one).get("defined_as") or ()}
    once: dict[str, Mapping[str, Any]] = {}
    for one in sorted(facts, key=lambda one: -float(one.get("confidence") or 0)):
        name = str(_value(one).get("name") or one["quote"])
        if name.casefold() not in called and name.casefold() not in once:
            once[name.casefold()] = one
    named = [one for one in once.values() if _value(one).get("defined_as")]
    sure = [one for one in once.values() if one in named or float(one.get("confidence") or 0) >= _SURE]
    return sorted(sure if len(named) > 1 else once.values(), key=lambda one: int(one["start"]))


def shown_value(fact: Mapping[str, Any]) -> str:
    """The value in plain English; empty where the fact only says that the clause is there."""
    shown = str(_value(fact).get("shown") or "")
    return "" if shown == "yes" else shown


def main_facts(facts: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Those that are sure or are parties, else the surest, each value once and the surest of it first."""
    ranked = sorted(facts, key=lambda one: -_sure(one))
    kept = [one for one in ranked if _sure(one) >= _SURE or one["field"] == "parties"] or ranked[:1]
    once: dict[str, Mapping[str, Any]] = {}
    for one in kept:
        once.setdefault(shown_value(one).casefold() or "there", one)
    return list(once.values())


def values_of(facts: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """The values as they are compared: in plain English, without regard to case."""
    return tuple(sorted((shown_value(one) or "there").casefold().strip(" .,") for one in main_facts(facts)))


def told(facts: Sequence[Mapping[str, Any]], longest: int = 160) -> str:
    """The facts of a field in a line: each value with its words, its place and how sure that is."""
    listed = main_facts(facts)
    said = [_told(one, longest) for one in listed[:_VALUES]]
    return "; ".join(said) + (f"; and {len(listed) - _VALUES} more" if len(listed) > _VALUES else "")


def _told(fact: Mapping[str, Any], longest: int) -> str:
    cited = whole_items([{"citation": fact}])
    words = write_quote(fact, longest) if cited else f"“{fact['quote']}”"
    value = shown_value(fact)
    as_written = " ".join(str(fact["quote"]).split()).casefold().strip(" .,")
    told_apart = bool(value) and " ".join(value.split()).casefold().strip(" .,") != as_written
    return f"{f'{value}: ' if told_apart else ''}{words} ({band(fact)})"


def _sure(fact: Mapping[str, Any]) -> float:
    return 1.0 if fact.get("how") == "person" else float(fact.get("confidence") or 0)


def label(name: str) -> str:
    """What a field is called."""
    return FIELD[name].label if name in FIELD else name


def _value(fact: Mapping[str, Any]) -> Mapping[str, Any]:
    return fact.get("value") or {}
