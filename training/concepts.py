"""Which labels each concept is learned from, and what answers it in the product."""

from __future__ import annotations

from evals.cuad_data import CATEGORIES

GOLD = CATEGORIES
"""CUAD's 34 clause categories: its 41 less names and dates."""

GOLD_TERM = ("Expiration Date", "Renewal Term", "Notice Period To Terminate Renewal")
"""Of CUAD's dates, those that are about the term: heads for free statements."""

SAME = {
    "governing law clause": "Governing Law",
    "non-compete clause": "Non-Compete",
    "termination for convenience clause": "Termination For Convenience",
}
"""Templates that mean what one category means."""

UNION = {
    "ip assignment or license": (
        "Ip Ownership Assignment",
        "License Grant",
        "Irrevocable Or Perpetual License",
        "Affiliate License-Licensee",
        "Affiliate License-Licensor",
        "Unlimited/All-You-Can-Eat-License",
        "Non-Transferable License",
    ),
}
"""Templates that mean any of several categories; what only the silver label affirms is left out."""

ALSO = {
    "liability limitation clause": ("Cap On Liability",),
    "termination clause": ("Termination For Convenience",),
    "remedial clause": ("Liquidated Damages",),
    "non-solicitation": ("No-Solicit Of Customers", "No-Solicit Of Employees"),
}
"""Silver concepts to which every text of these categories belongs as well."""

BOTH = {"liability cap clause": "Cap On Liability"}
"""Concepts narrower than the category: gold and silver must agree, else the text is left out."""

RULES = ("clause", "unilateral clause")
"""Silver labels that come from a function rather than a pattern."""

NLI_CONFIDENTIALITY = ("nda-4", "nda-5", "nda-7", "nda-8", "nda-10", "nda-11", "nda-16", "nda-20")
"""ContractNLI hypotheses whose evidence restricts use or disclosure of confidential information."""

ONLY_ROUTED = "routed"
ANSWERED = "template"
