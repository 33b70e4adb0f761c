"""CUAD's categories in three groups, and what else speaks of a group: what a run that leaves the group out must not see.

Kindred categories stand together, so that a run which leaves one out has not learned it from its neighbours.
"""

from __future__ import annotations

import re

GROUPS: tuple[tuple[str, ...], ...] = (
    (
        "Affiliate License-Licensee",
        "Affiliate License-Licensor",
        "Covenant Not To Sue",
        "Ip Ownership Assignment",
        "Irrevocable Or Perpetual License",
        "Joint Ip Ownership",
        "License Grant",
        "Non-Transferable License",
        "Source Code Escrow",
        "Unlimited/All-You-Can-Eat-License",
    ),
    (
        "Anti-Assignment",
        "Change Of Control",
        "Competitive Restriction Exception",
        "Exclusivity",
        "Governing Law",
        "Most Favored Nation",
        "No-Solicit Of Customers",
        "No-Solicit Of Employees",
        "Non-Compete",
        "Non-Disparagement",
        "Rofr/Rofo/Rofn",
        "Third Party Beneficiary",
    ),
    (
        "Audit Rights",
        "Cap On Liability",
        "Insurance",
        "Liquidated Damages",
        "Minimum Commitment",
        "Post-Termination Services",
        "Price Restrictions",
        "Revenue/Profit Sharing",
        "Termination For Convenience",
        "Uncapped Liability",
        "Volume Restriction",
        "Warranty Duration",
    ),
)

_KINDRED: tuple[frozenset[str], ...] = (
    frozenset({"ip assignment or license"}),
    frozenset({"governing law clause", "non-compete clause", "non-solicitation"}),
    frozenset(
        {
            "termination for convenience clause",
            "termination clause",
            "liability cap clause",
            "liability limitation clause",
            "records and books",
        }
    ),
)

_SPEAKS_OF: tuple[re.Pattern[str], ...] = (
    re.compile(
        r"licen[cs]|intellectual|\bip\b|owner|\bown(?:s|ed)?\b|invent|patent|trade ?mark|copyright|work product|escrow"
        r"|source code|not to sue|affiliat|proprietary rights|perpetual|irrevocable|contest|challenge|\bjoint"
    ),
    re.compile(
        r"compet|exclusiv|solicit|disparag|favou?red|first (?:refusal|offer|negotiation|right|option)|third.part"
        r"|change (?:of|in) control|assign|transfer|governing|applicable law|choice of law|\bhir|merger|successor|benefi"
    ),
    re.compile(
        r"liab|damages|insur|audit|inspect|minimum|pric|revenue|profit|royalt|commission|volume|warrant|terminat|expir"
        r"|wind|\bcap\b|caps\b|convenience|purchase|records|\bfee|transition|commitment|guarant"
    ),
)


def left_out(group: int | None, concept: str) -> bool:
    """Whether a run that leaves the group out must not see this concept's labels and statements."""
    return group is not None and (concept in GROUPS[group] or concept in _KINDRED[group])


def speaks_of(group: int | None, statement: str) -> bool:
    """Whether a heading or query may be about the group."""
    return group is not None and _SPEAKS_OF[group].search(statement.lower()) is not None
