"""Which documents a question names, over the names of 5,000 generated documents: the first time, and then."""

from __future__ import annotations

import argparse
import random
import sys
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks import calibration
from casewright.domain.ids import DocumentId
from casewright.evidence.naming.index import NameIndex
from casewright.evidence.naming.opening import names_of
from casewright.evidence.naming.resolver import resolve

if TYPE_CHECKING:
    from collections.abc import Sequence

DOCUMENTS = 5_000
_SEED = 11
_SYLLABLES = ("al", "bor", "cen", "dra", "el", "fi", "gor", "hux", "in", "jor", "ka", "lum", "mer", "nov", "or", "pex")
_KINDS = ("Supply", "Reseller", "Hosting", "Affiliate", "Joint Venture", "Distribution", "Consulting", "License")
_WORDS = [
    "the",
    "parties",
    "shall",
    "give",
    "notice",
    "of",
    "termination",
    "and",
    "pay",
    "fees",
    "under",
    "this",
    "agreement",
    "within",
    "thirty",
    "days",
]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print how long names take to be read, and questions to be resolved."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=DOCUMENTS)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args(arguments)
    count = min(options.documents, 300) if options.quick else options.documents
    print(calibration.line())
    chance = random.Random(_SEED)
    firms = [_firm(chance) for _ in range(count)]
    openings = [_opening(chance, firm, chance.choice(firms)) for firm in firms]
    begun = perf_counter()
    names = [names_of(DocumentId(str(at)), f"scan{at}.pdf", text) for at, text in enumerate(openings)]
    read = perf_counter()
    index = NameIndex(names)
    indexed = perf_counter()
    print(f"{count:,} openings read in {read - begun:.2f} s, their names made ready in {indexed - read:.2f} s")
    times = []
    for firm in firms[:: max(1, count // 200)]:
        question = f"What notice must be given under our {chance.choice(_KINDS).lower()} agreement with {firm}?"
        start = perf_counter()
        resolve(question, index)
        times.append(1000 * (perf_counter() - start))
    times.sort()
    print(f"a question: median {median(times):.2f} ms, slowest of {len(times)} {times[-1]:.2f} ms")
    return 0


def _firm(chance: random.Random) -> str:
    name = "".join(chance.choice(_SYLLABLES) for _ in range(3)).title()
    return (
        f"{name} {chance.choice(('Systems', 'Holdings', 'Media', 'Energy'))} {chance.choice(('Ltd', 'Inc.', 'GmbH'))}"
    )


def _opening(chance: random.Random, firm: str, other: str) -> str:
    kind = chance.choice(_KINDS)
    rest = " ".join(chance.choice(_WORDS) for _ in range(1_100))
    return (
        f"{kind.upper()} AGREEMENT\n\nThis {kind} Agreement is made on {chance.randint(1, 28)} May "
        f'{chance.randint(1995, 2024)} between {firm} (the "Company") and {other} (the "Partner").\n\n{rest}'
    )


if __name__ == "__main__":
    sys.exit(main())
