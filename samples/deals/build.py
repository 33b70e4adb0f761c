"""Builds the sample deals that ship with the package: the files of each data room, its claims and what was planted."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from samples.agreement import read_agreement
from samples.build import render
from samples.deals.claims import claims_of
from samples.deals.mail import render_mail
from samples.deals.workbook import render_workbook

if TYPE_CHECKING:
    from samples.deals.claims import Json

SOURCES = Path(__file__).parent
TARGET = SOURCES.parents[1] / "src" / "casewright" / "samples" / "deals"
DEALS = ("brindlecote", "zimbrel", "tarrowby")
MADE = datetime(2026, 5, 20, 9, 0, tzinfo=UTC)
"""The date that all files bear, so that the same sources give the same bytes."""

_PLANTED = """\
# What was planted in this deal, for people who want to compare it with what is found.
# The claims are those that a defect sits on; "against" are those that show it, and on which it may be seen too.
"""


def render_all() -> dict[str, bytes]:
    """Every file of every deal, by its path below the package's folder of deals."""
    return {f"{deal}/{name}": data for deal in DEALS for name, data in render_deal(SOURCES / deal).items()}


def render_deal(folder: Path) -> dict[str, bytes]:
    """The files of the deal whose sources are in ``folder``."""
    claims = claims_of(folder)
    return {
        **{f"room/{name}": data for name, data in render_room(folder).items()},
        "deal.toml": (folder / "deal.toml").read_bytes(),
        "claims.json": _json(claims["claims.json"]),
        "calculations.json": _json(claims["calculations.json"]),
        "planted.toml": _toml(claims["planted.toml"]).encode(),
    }


def render_room(folder: Path) -> dict[str, bytes]:
    """The data room: agreements and papers from Markdown, workbooks from TOML, mail from text, CSV as it is."""
    papers = [read_agreement(path) for path in sorted(folder.glob("*.md"))]
    books = [path for path in sorted(folder.glob("*.toml")) if path.stem not in {"deal", "claims"}]
    return {
        **{paper.file: render(paper, MADE) for paper in papers},
        **dict(render_workbook(path, MADE) for path in books),
        **dict(render_mail(path) for path in sorted(folder.glob("*.txt"))),
        **{path.name: path.read_bytes() for path in sorted(folder.glob("*.csv"))},
    }


def stale(files: dict[str, bytes]) -> list[str]:
    """The paths of those ``files`` that are not in the package just as they are here."""
    return [name for name, data in files.items() if not (TARGET / name).is_file() or _there(name) != data]


def surplus(files: dict[str, bytes]) -> list[str]:
    """The paths in the package's folder of deals that the sources do not give."""
    there = (path for path in TARGET.rglob("*") if path.is_file() and path.suffix not in {".py", ".pyc"})
    return sorted({path.relative_to(TARGET).as_posix() for path in there} - set(files))


def _there(name: str) -> bytes:
    return (TARGET / name).read_bytes()


def _json(value: Json) -> bytes:
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()


def _toml(planted: Json) -> str:
    assert isinstance(planted, list)
    tables = []
    for one in planted:
        assert isinstance(one, dict)
        lines = [f"{name} = {json.dumps(content, ensure_ascii=False)}" for name, content in one.items()]
        tables.append("\n".join(["", "[[planted]]", *lines, ""]))
    return _PLANTED + "".join(tables)
