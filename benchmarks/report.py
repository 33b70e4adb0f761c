"""The report on the sample deal of 60 claims: traced, and set as HTML, PDF and JSON; seconds each, and bytes."""

from __future__ import annotations

import argparse
import json
import tempfile
import time
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import calibration
from casewright.bootstrap.home import Casewright

if TYPE_CHECKING:
    from collections.abc import Sequence

_ROUNDS = 9


def main(argv: Sequence[str] | None = None) -> int:
    """Print what was measured."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--quick", action="store_true", help="one round")
    rounds = 1 if options.parse_args(argv).quick else _ROUNDS
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
