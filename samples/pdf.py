"""Renders a sample agreement as PDF with typst, the same bytes each time."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

import typst

from samples.agreement import Heading, Lines, PageBreak, Paragraph, Table, tied

if TYPE_CHECKING:
    from datetime import datetime

    from samples.agreement import Agreement, Block, Line

LAYOUTS = Path(__file__).parent

Json = str | int | bool | list["Json"] | dict[str, "Json"]


def render_pdf(agreement: Agreement, made: datetime) -> bytes:
    """The agreement as PDF, dated ``made``; only the fonts inside typst are used."""
    data: Json = {
        "title": agreement.title,
        "subtitle": agreement.subtitle,
        "header": agreement.header,
        "language": agreement.language,
        "blocks": [_block(block) for block in agreement.blocks],
    }
    return typst.compile(
        LAYOUTS / f"{agreement.layout}.typ",
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs={"agreement": json.dumps(data)},
        timestamp=made,
    )


def _block(block: Block) -> Json:
    match block:
        case Heading(text):
            return {"kind": "heading", "text": text}
        case Paragraph(level, label, line):
            return {"kind": "paragraph", "level": level, "label": label, "runs": _runs(line)}
        case Lines(lines):
            return {"kind": "lines", "lines": [_runs(line) for line in lines]}
        case Table(rows):
            return {"kind": "table", "rows": [list(row) for row in rows]}
        case PageBreak():
            return {"kind": "page break"}
        case _:
            assert_never(block)


def _runs(line: Line) -> Json:
    pieces = [(replace(run, text=text), whole) for run in line for text, whole in tied(run.text)]
    return [{"text": run.text, "bold": run.bold, "italic": run.italic, "tied": whole} for run, whole in pieces]
