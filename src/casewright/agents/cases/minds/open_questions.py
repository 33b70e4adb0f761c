"""What the open question of a case asks for: its facts, whether it corrects or offers, and a court's level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.agents.cases.minds.amounts import find_amounts
from casewright.agents.cases.minds.case_file import asked_about
from casewright.agents.cases.minds.courts import value_rule
from casewright.agents.cases.minds.list_replies import CORRECTS
from casewright.agents.cases.minds.offers import OFFERS
from casewright.agents.cases.minds.wishes import BLOCKED
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from casewright.agents.cases.minds.case_file import CaseFile
    from casewright.casework.kinds.case_kind import Fact

AND = "+"
"""Between the facts that one question asks for."""


def open_question(file: CaseFile) -> tuple[Fact | None, bool]:
    """The fact that the open question asks for first, and whether its answer replaces what is known."""
    facts, correcting = open_questions(file)
    return (facts[0] if facts else None), correcting


def open_questions(file: CaseFile) -> tuple[list[Fact], bool]:
    """The facts that the open question asks for, and whether its answer replaces what is known."""
    about = asked_about(file.briefing.details) or ""
    correcting = about.endswith(CORRECTS)
    start = f"{file.kind.id}."
    names = about.removesuffix(CORRECTS).removesuffix(OFFERS).removesuffix(BLOCKED).split(AND)
    found = [file.kind.fact(name.removeprefix(start)) for name in names if name.startswith(start)]
    return [one for one in found if one is not None], correcting


def is_offer(file: CaseFile) -> bool:
    """Whether the open question offers the user's earlier words."""
    return (asked_about(file.briefing.details) or "").endswith(OFFERS)


def court_level(file: CaseFile, fact: Fact) -> str:
    """The level of the court that a place gives; any where the court has to be named."""
    if fact.level != "by_value":
        return fact.level
    amounts = find_amounts(fold(file.known.get("suma", "")))
    if not amounts:
        return "any"
    return value_rule().level(amounts[0].value, amounts[0].currency)
