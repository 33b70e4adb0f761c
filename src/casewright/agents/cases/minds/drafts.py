"""Drafts from templates: Markdown with the facts in it, and placeholders where the parties' details belong.

A line of a template that begins with ``?name`` stands only where that fact is known, ``!name`` only where it is not.
``{name}`` is a fact, a party, or one of ``azi``, ``surse``, ``temeiuri``, ``lista``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.agents.cases.messages import filled
from casewright.agents.cases.mind import Act, Call
from casewright.agents.cases.minds.act_wording import as_list, as_said_by_others
from casewright.agents.cases.minds.dates import write_date
from casewright.agents.cases.minds.research import applied_sources
from casewright.agents.cases.minds.retelling import in_full, retold
from casewright.agents.cases.minds.safe_text import as_text, fillable, sentence
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from casewright.agents.cases.minds.case_file import CaseFile
    from casewright.casework.kinds.case_kind import Fact, PartyWanted

_CONDITION = re.compile(r"^([?!])([a-z_]+)(?:=([^\s]+))? ")
_WISH = re.compile(
    r"^\s*(?:vrem|vreau|dorim|doresc|aș vrea|as vrea|cerem|cer|solicităm|solicit|i want)\s+", re.IGNORECASE
)
_SOURCES = "Din corpusul de acte și hotărâri au fost avute în vedere: {listed}."
_UNNAMED = "care va fi arătat de parte"


def draft_call(file: CaseFile, *, revision: int | None = None, persons: bool = True) -> Act:
    """The call that makes the next revision."""
    last = file.drafts[-1]["revision"] if file.drafts else 0
    return Act(
        Call(
            "generate_draft_pdf",
            {
                "case_id": file.briefing.case_id,
                "markdown_content": markdown(file, persons=persons),
                "draft_name": file.kind.draft,
                "revision": revision or last + 1,
            },
        )
    )


def markdown(file: CaseFile, *, persons: bool = True) -> str:
    """The draft, of what is known now."""
    values = _values(file, persons=persons)
    lines: list[str] = []
    for line in file.kind.template.splitlines():
        condition = _CONDITION.match(line)
        if condition is not None:
            if not _holds(file, condition):
                continue
            line = line[condition.end() :]
        lines.append(filled(line, **values) if "{" in line else line)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def party_said(party: Mapping[str, Any], *, name_only: bool = False) -> str:
    """The party with every detail of it that an act names, as placeholders."""
    alias, has = party["partyId"], set(party.get("has") or ())

    def detail(field: str, before: str) -> str:
        return f"{before}{{{{{alias}.{field}}}}}" if field in has else ""

    if str(party.get("kind")) == "organisation":
        name = detail("organizationName", "")
        rest = (
            detail("cui", ", CUI "),
            detail("registrationNumber", ", înregistrată în registrul comerțului sub nr. "),
            detail("registeredAddress", ", cu sediul în "),
        )
    else:
        name = f"{detail('lastName', '')} {detail('firstName', '')}".strip()
        rest = (detail("cnp", ", CNP "), detail("address", ", cu domiciliul în "), "")
    return name if name_only else name + "".join(rest)


def _holds(file: CaseFile, condition: re.Match[str]) -> bool:
    name, value = condition[2], condition[3]
    if name in ("trecut", "surse"):
        there = file.late if name == "trecut" else bool(applied_sources(file))
    elif value is not None:
        there = fold(file.known.get(name, "")) == fold(value)
    else:
        there = name in file.known or name in file.parties
    return there if condition[1] == "?" else not there


def _values(file: CaseFile, *, persons: bool) -> dict[str, str]:
    may = fillable(file.briefing.parties)
    values: dict[str, str] = {}
    for fact in file.kind.facts:
        known = file.known.get(fact.id, "")
        said = as_text(_retold(fact, known), may, persons=persons)
        values[fact.id] = sentence(said) if fact.in_words and not fact.accuses else said
    for wanted in file.kind.parties:
        values[wanted.id] = _party(file, wanted, values)
        values[f"{wanted.id}_nume"] = _party(file, wanted, values, name_only=True)
    values["azi"] = write_date(file.briefing.today)
    values["surse"] = _sources(file, may)
    values["temeiuri"] = "\n".join(f"- {text}" for text in grounds(file))
    values["lista"] = "\n".join(
        f"- **{fact.label}:** {sentence(values[fact.id]) or 'Nu se cunoaște.'}" for fact in file.wanted()
    )
    values["parti"] = (
        "\n".join(
            f"- {as_text(str(one.get('role') or 'parte'), may)}: {party_said(one)}" for one in file.briefing.parties
        )
        or "- Nicio parte declarată."
    )
    return values


def _retold(fact: Fact, known: str) -> str:
    """The fact in the words of an act."""
    if fact.wish:
        return in_full(_WISH.sub("", known))
    if fact.listed and known != fact.none:
        return in_full(as_list(known))
    if fact.accuses:
        return as_said_by_others(in_full(known))
    return (retold(known) or known) if fact.in_words and known != fact.none else known


def _party(file: CaseFile, wanted: PartyWanted, values: Mapping[str, str], *, name_only: bool = False) -> str:
    playing = file.playing(wanted)
    if playing:
        return "; ".join(party_said(party, name_only=name_only) for party in playing)
    return values.get(wanted.or_fact, _UNNAMED) if wanted.or_fact else _UNNAMED


def _sources(file: CaseFile, may: frozenset[str]) -> str:
    listed = [
        f"{as_text(str(one.get('title') or ''), may)} ({one['doc_id']})"
        for one in applied_sources(file)
        if one.get("doc_id")
    ]
    return _SOURCES.format(listed="; ".join(listed)) if listed else ""


def grounds(file: CaseFile) -> list[str]:
    """The paragraphs of law that the user's own words call for, in the order of the kind."""
    said = fold(" ".join(file.known.values()))
    return [one.text for one in file.kind.grounds if any(re.search(word, said) for word in one.words)]
