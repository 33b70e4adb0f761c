"""What stands out in a document, held against the other contracts of its matter. Counts with places, never advice."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from casewright.agents.document.minds.overviews.among_others import (
    FEW,
    FEWEST,
    MOST,
    is_contract,
    missing_fields,
    rare_fields,
    values_unlike,
)
from casewright.agents.document.minds.overviews.clause_pairs import clauses_by_kind, kind_named, opening
from casewright.agents.document.minds.overviews.overview_calls import STATEMENTS, TEMPLATES
from casewright.agents.document.minds.overviews.stated import told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from casewright.agents.document.minds.overviews.among_others import Unlike
    from casewright.agents.document.minds.overviews.stated import Stated

_HELD: Final = 0.6
"""From which score on a document has a kind of clause: the line of ``isaacus_classify``."""
_UNSURE: Final = 0.4
"""Down to which score it is not certain that it has none."""
_SHOWN: Final = 6
_NAMED: Final = 8
_LONGEST: Final = 140


def unusual_told(
    one: Stated, others: Sequence[Stated], counted: Mapping[str, Any] | None, clauses: Mapping[str, Any] | None
) -> str:
    """What differs from the others; or that there is too little to compare with, and what it would need."""
    contracts = [other for other in others if is_contract(other)]
    if one.reading is not None:
        return f"The facts of {one.filename} were not read ({one.reading}), so nothing can be held against the others."
    if len(contracts) < FEWEST:
        return too_few(one.filename, len(contracts))
    kinds_here, kinds_missing = _kinds(one, contracts, counted, clauses)
    parts = [
        ("Stated otherwise than in the others:", [_line(found) for found in values_unlike(one, contracts)]),
        ("Found here, and in few of the others:", [*map(_line, rare_fields(one, contracts)), *kinds_here]),
        ("In most of the others, and not found here:", [*map(_line, missing_fields(one, contracts)), *kinds_missing]),
    ]
    names = ", ".join(other.filename for other in contracts[:_NAMED])
    more = f" and {len(contracts) - _NAMED} more" if len(contracts) > _NAMED else ""
    lines = [f"{one.filename}, held against {len(contracts)} other contracts of this matter ({names}{more}):"]
    for heading, found in parts:
        if found:
            lines += ["", heading, *(f"- {line}" for line in found[:_SHOWN])]
            lines += [f"- … and {len(found) - _SHOWN} more"] if len(found) > _SHOWN else []
    if not any(found for _, found in parts):
        lines.append("I found nothing in its facts and kinds of clause in which it differs from them.")
    lines += ["", _how(len(others) - len(contracts))]
    return "\n".join(lines)


def too_few(name: str, others: int) -> str:
    """That there is too little to compare with, and what it would need."""
    there = "no other contract" if not others else "1 other contract" if others == 1 else f"{others} other contracts"
    return (
        f"I have too little to say what is unusual in {name}: it can be told only against the other contracts of its "
        f"matter, and {there} could be read here. It needs at least {FEWEST}: put more contracts of the same kind into "
        "the matter."
    )


def _line(found: Unlike) -> str:
    fact = "" if found.fact is None else f": {told([found.fact], _LONGEST)}"
    return f"{found.what}{fact} — {found.count}"


def _kinds(
    one: Stated, others: Sequence[Stated], counted: Mapping[str, Any] | None, clauses: Mapping[str, Any] | None
) -> tuple[list[str], list[str]]:
    """Lines on the kinds of clause found here that few others have, and on those most have that were not found here."""
    table = _table(counted)
    places = {kind_named(kind): listed for kind, listed in clauses_by_kind(clauses).items()}
    here, missing = [], []
    for name, template in TEMPLATES.items():
        scores = [table[other.document_id].get(template, 0.0) for other in others if other.document_id in table]
        own = table.get(one.document_id, {}).get(template)
        if own is None or len(scores) < FEWEST:
            continue
        having = sum(score >= _HELD for score in scores)
        share = Fraction(having, len(scores))
        if own >= _HELD and share <= FEW and (mine := places.get(kind_named(template))):
            here.append(f"a {name} clause: {opening(mine[0])} — found in {having} of {len(scores)} others")
        elif own < _UNSURE and share >= MOST:
            missing.append(f"a {name} clause — {having} of {len(scores)} others have one")
    return here, missing


def _table(counted: Mapping[str, Any] | None) -> dict[str, dict[str, float]]:
    """The best score of each template in each document that could be asked."""
    results = [
        one for one in (counted or {}).get("document_results", []) if isinstance(one, dict) and not one.get("error")
    ]
    return {
        str(one["document_id"]): {
            template: float(scores[statement])
            for template, statement in STATEMENTS.items()
            if (scores := one.get("operands") or {}) and statement in scores
        }
        for one in results
    }


def _how(passed_over: int) -> str:
    said = (
        "Most: two thirds of the others or more; few: a fifth or fewer. What was not found here may stand in words "
        "that neither facts nor templates know. Whether it matters, no count can say."
    )
    if passed_over:
        said += (
            f" Passed over, since too few facts of a contract were found in them or they were not read: {passed_over}."
        )
    return said
