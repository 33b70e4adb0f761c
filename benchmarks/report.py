"""The report on the sample deal of 60 claims, and on a made one of 5,000: traced, and set as HTML, PDF and JSON.

``--claims N`` measures the made deal with N claims instead.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import calibration
from casewright.bootstrap.home import Casewright
from casewright.evidence.reporting.report import MOST_PRINTED

if TYPE_CHECKING:
    from collections.abc import Sequence

_ROUNDS = 9
_MANY = 5_000
_SEED = 5
_LINES = 250
_WRONG = 50
_WEIGHTY = 10
_BATCH = 500


def main(argv: Sequence[str] | None = None) -> int:
    """Print what was measured."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--quick", action="store_true", help="one round")
    options.add_argument("--claims", type=int, default=_MANY, help="how many claims the made deal has")
    chosen = options.parse_args(argv)
    rounds = 1 if chosen.quick else _ROUNDS
    folder = files("casewright").joinpath("samples", "deals", "brindlecote")
    with tempfile.TemporaryDirectory() as home, Casewright.open(home) as casewright:
        deal = _deal(casewright, Path(str(folder)))
        for called, formats in (
            ("traced, nothing written", []),
            ("HTML", ["html"]),
            ("PDF", ["pdf"]),
            ("JSON", ["json"]),
            ("all three", ["html", "pdf", "json"]),
        ):
            _measure(casewright, deal, called, formats, rounds)
    with tempfile.TemporaryDirectory() as home, Casewright.open(home) as casewright:
        deal = _made_deal(casewright, chosen.claims)
        _measure(casewright, deal, "HTML and JSON", ["html", "json"], 1)
        if chosen.claims <= MOST_PRINTED:
            _measure(casewright, deal, "PDF", ["pdf"], 1)
    print(calibration.line())
    return 0


def _deal(casewright: Casewright, folder: Path) -> str:
    """The sample deal, with its claims and calculations; its id."""
    about = tomllib.loads((folder / "deal.toml").read_text(encoding="utf-8"))
    deal = str(_called(casewright, "create_matter", {"title": about["title"], "kind": "deal"})["matter_id"])
    tenant = casewright.actor.tenant
    for path in sorted((folder / "room").iterdir()):
        blob = casewright.blobs.put(tenant, path.read_bytes())
        _called(casewright, "add_document", {"matter_id": deal, "blob_id": blob, "filename": path.name})
    _called(casewright, "date_deal", {"deal_id": deal, "as_of": about["as_of"].isoformat()})
    blob = casewright.blobs.put(tenant, (folder / "claims.json").read_bytes())
    _called(casewright, "import_claims", {"deal_id": deal, "format": "json", "blob_id": blob})
    for one in json.loads((folder / "calculations.json").read_text(encoding="utf-8")):
        inputs = [{"name": name, "claim_id": claim} for name, claims in one["inputs"].items() for claim in claims]
        _called(casewright, "run_calculation", {"deal_id": deal, "calc_type": one["calc_type"], "inputs": inputs})
    return deal


def _made_deal(casewright: Casewright, claims: int) -> str:
    """A deal of so many claims, each quoted from a line of one of its documents, assessed; its id.

    Every figure is stated in two documents; one in fifty differs, and one in ten is of high materiality.
    """
    chance = random.Random(_SEED)
    deal = str(_called(casewright, "create_matter", {"title": "A made deal", "kind": "deal"})["matter_id"])
    _called(casewright, "date_deal", {"deal_id": deal, "as_of": "2026-03-31"})
    tenant = casewright.actor.tenant
    made: list[dict[str, object]] = []
    for document in range(0, claims, 2 * _LINES):
        lines = min(_LINES, (claims - document) // 2)
        figures = [(number, chance.randrange(10_000, 9_000_000)) for number in range(document, document + lines)]
        for kind, name in (("internal_report", "report"), ("board_deck", "deck")):
            wrong = {number for number, _ in figures if name == "deck" and number % _WRONG == 0}
            told = [(number, amount * 3 if number in wrong else amount) for number, amount in figures]
            filename = f"{name}-{document}.txt"
            text = "\n\n".join(f"Revenue of branch {number} in FY2025 was EUR {amount:,}." for number, amount in told)
            blob = casewright.blobs.put(tenant, text.encode())
            _called(casewright, "add_document", {"matter_id": deal, "blob_id": blob, "filename": filename})
            made += [_claim(number, amount, filename, kind) for number, amount in told]
    for start in range(0, len(made), _BATCH):
        blob = casewright.blobs.put(tenant, json.dumps(made[start : start + _BATCH]).encode())
        _called(casewright, "import_claims", {"deal_id": deal, "format": "json", "blob_id": blob})
    started = time.perf_counter()
    _called(casewright, "assess_deal", {"deal_id": deal})
    print(f"a made deal of {len(made):,} claims, assessed in {time.perf_counter() - started:.1f} s")
    return deal


def _claim(number: int, amount: int, filename: str, kind: str) -> dict[str, object]:
    quote = f"Revenue of branch {number} in FY2025 was EUR {amount:,}."
    return {
        "claim_text": quote,
        "claim_class": "FINANCIAL",
        "materiality": "HIGH" if number % _WEIGHTY == 0 else "MEDIUM",
        "value_struct": {"type": "monetary", "amount": str(amount), "currency": "EUR"},
        "metric": "revenue",
        "entity": f"Branch {number}",
        "period": "FY2025",
        "evidence": [{"document": filename, "quote": quote, "source_type": kind, "source_date": "2026-01-31"}],
    }


def _measure(casewright: Casewright, deal: str, called: str, formats: list[str], rounds: int) -> None:
    spent = []
    for _ in range(rounds):
        started = time.perf_counter()
        found = _called(casewright, "report_deal", {"deal_id": deal, "formats": formats})
        spent.append(time.perf_counter() - started)
    written = found["files"]
    assert isinstance(written, list)
    sizes = ", ".join(f"{file['format']} {file['size']:,} bytes" for file in written)
    spent.sort()
    first = f"{called}: {found['claims']} claims, {found['numbers_traced']:,} parts traced"
    print(f"{first}, {spent[len(spent) // 2] * 1000:.0f} ms p50, {spent[-1] * 1000:.0f} ms at most  {sizes}")


def _called(casewright: Casewright, tool: str, arguments: dict[str, object]) -> dict[str, object]:
    result = casewright.call(tool, arguments)
    assert result.success, result.error
    assert isinstance(result.structured, dict)
    return result.structured


if __name__ == "__main__":
    raise SystemExit(main())
