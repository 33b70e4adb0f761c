"""Every text that the encoder learns from, in one row: chunks, ACORD's clauses, chunks without their heading.

``python -m training pool --data DIR`` writes ``training/work/pool.json``.
"""

from __future__ import annotations

import argparse
import json
import re
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np

from evals.fitting import SEED
from training.corpus import CUAD, WORK, WRITTEN, Corpus, load

POOL = WORK / "pool.json"

HEADED = 9_000
"""How many chunks are taken a second time, without their heading."""

SAME_HEADING = 4
"""How many of them at most bear the same heading."""

TELLS_NOTHING = re.compile(
    r"^(?:definitions?|recitals?|exhibit|schedule|annex|appendix|general|miscellaneous|witnesseth|background|"
    r"defined terms|certain definitions|introduction|preamble|agreements?|source|name|comments?|other|standstill|"
    r"(?:\w+ )*agreement|email|title|date|signature.*|(?:article|section)(?: \w)?|the)$"
)


@dataclass(slots=True)
class Pool:
    """The texts, the contract each comes from (-1: none that is known), and whence they are.

    ``corpus`` texts come first, in the corpus's order; then ``acord`` clauses by identifier; then those of ``headed``,
    which hold the corpus's row and the heading taken away.
    """

    texts: list[str] = field(default_factory=list)
    contract: list[int] = field(default_factory=list)
    corpus: int = 0
    acord: list[str] = field(default_factory=list)
    headed: list[tuple[int, str]] = field(default_factory=list)


def plain(text: str) -> str:
    """Letters only, lower case, single spaces."""
    return " ".join(re.sub(r"[\W\d_]+", " ", text).lower().split())


def heading_of(heading: str | None) -> str | None:
    """The heading as a statement; None where it says nothing about what its clause is about."""
    known = plain(heading or "")
    parts = known.split()
    if not 1 <= len(parts) <= 7 or len(known) < 4 or TELLS_NOTHING.match(known):
        return None
    return known


def without(text: str, heading: str) -> str | None:
    """The text less the heading in its opening; None where it is not there or little is left."""
    pattern = r"[\W\d_]+".join(re.escape(part) for part in heading.split())
    found = re.search(pattern, text[:160], re.IGNORECASE)
    if found is None:
        return None
    rest = text[found.end() :].lstrip(" .:;-–—\n\t_")
    return rest if len(rest) >= 120 else None


def _headed(corpus: Corpus) -> list[tuple[int, str, str]]:
    """Corpus rows with a heading that tells something, and their texts without it."""
    order = np.random.default_rng(SEED).permutation(len(corpus.texts)).tolist()
    seen: dict[str, int] = {}
    found: list[tuple[int, str, str]] = []
    for row in order:
        heading = heading_of(corpus.heading[row])
        if heading is None or seen.get(heading, 0) >= SAME_HEADING or len(found) >= HEADED:
            continue
        rest = without(corpus.texts[row], heading)
        if rest is not None:
            seen[heading] = seen.get(heading, 0) + 1
            found.append((row, heading, rest))
    return found


def _contracts_of(clauses: dict[str, str], corpus: Corpus) -> dict[str, int]:
    """The contract that a clause stands in, found by five stretches of its letters."""
    joined: dict[int, list[str]] = {}
    for row, text in enumerate(corpus.texts):
        if corpus.source[row] == CUAD:
            joined.setdefault(corpus.contract[row], []).append(re.sub(r"\W+", "", text).lower())
    whole = {contract: "".join(parts) for contract, parts in joined.items()}
    found: dict[str, int] = {}
    for name, text in clauses.items():
        letters = re.sub(r"\W+", "", text).lower()
        places = np.linspace(0, max(len(letters) - 40, 0), 5).astype(int).tolist()
        for contract, known in whole.items():
            if any(letters[place : place + 40] in known for place in places):
                found[name] = contract
                break
    return found


def build(corpus: Corpus, acord: Path) -> Pool:
    """The pool, from the corpus and ACORD's clauses."""
    pool = Pool(
        list(corpus.texts),
        [-1 if corpus.source[row] == WRITTEN else known for row, known in enumerate(corpus.contract)],
        len(corpus.texts),
    )
    entries = (json.loads(line) for line in acord.read_text("utf-8").splitlines())
    clauses = {str(entry["_id"]): str(entry["text"]) for entry in entries}
    contract_of = _contracts_of(clauses, corpus)
    for name, text in clauses.items():
        pool.texts.append(text)
        pool.contract.append(contract_of.get(name, -1))
        pool.acord.append(name)
    for row, heading, rest in _headed(corpus):
        pool.texts.append(rest)
        pool.contract.append(pool.contract[row])
        pool.headed.append((row, heading))
    return pool


@lru_cache(maxsize=1)
def load_pool() -> Pool:
    """What ``main`` wrote."""
    return Pool(**json.loads(POOL.read_text("utf-8")))


def main(argv: list[str] | None = None) -> None:
    """Build and write; nothing where that is done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    data = parser.parse_args(argv).data
    if POOL.exists():
        return
    pool = build(load(), data / "acord" / "corpus.jsonl")
    POOL.write_text(json.dumps(asdict(pool)), "utf-8")
    known = sum(pool.contract[pool.corpus + row] >= 0 for row in range(len(pool.acord)))
    print(
        f"{len(pool.texts)} texts: {pool.corpus} chunks, {len(pool.acord)} clauses of ACORD ({known} in contracts "
        f"of the corpus), {len(pool.headed)} without their heading"
    )


if __name__ == "__main__":
    main()
