"""HTML pages, e-mails and workbooks that hold known sentences."""

from __future__ import annotations

import html
import io
import random
import textwrap
from email.message import EmailMessage
from typing import TYPE_CHECKING

from evals.reading.contracts import Contract, Plan
from evals.reading.texts import SEEDS, texts
from evals.reading.truth import Block, KnownDocument, Piece, Style

if TYPE_CHECKING:
    from pathlib import Path

    from evals.reading.word_files import WordLook

KINDS = ("html", "eml", "xlsx")


def generate_other(half: str, kind: str, number: int, data: Path, look: WordLook) -> KnownDocument:
    """The half's file of that kind with that number."""
    seed = f"{SEEDS[half]} {kind} {number}"
    plan = Plan(title="AGREEMENT", words=look.words, scheme=look.scheme, clauses=9, signatures=False)
    deck = texts(data, half).deck("nda" if number % 3 == 2 and half != "unseen" else "en", seed)
    blocks = Contract(plan, deck, random.Random(seed)).build()
    pieces = tuple(Piece(block.text, block.role, block=n) for n, block in enumerate(blocks))
    made = {"html": _html, "eml": _mail, "xlsx": _workbook}[kind](blocks, number)
    return KnownDocument(f"{kind} files", f"{kind}-{number + 1}.{kind}", made, blocks, pieces)


def _html(blocks: tuple[Block, ...], number: int) -> bytes:
    parts = ["<!DOCTYPE html><html><head><title>Terms</title><style>p {margin: 1em}</style></head><body>"]
    for block in blocks:
        tag = "h2" if block.style is Style.HEADING else "h1" if block.style is Style.TITLE else "p"
        words = html.escape(block.text).split(" ")
        if number % 2 and len(words) > 6:
            words[3] = f"<b>{words[3]}</b>"
            words[5] = f"<i>{words[5]}</i>"
        body = " ".join(words).replace("\n", "<br>")
        parts.append(f"<{tag}>{body if number % 2 else textwrap.fill(body, 90)}</{tag}>")
    return "\n".join([*parts, "</body></html>"]).encode()


def _mail(blocks: tuple[Block, ...], number: int) -> bytes:
    mail = EmailMessage()
    mail["From"], mail["To"] = "Ada Kern <ada@kern.example>", "Bo Lind <bo@lind.example>"
    mail["Subject"], mail["Date"] = f"Terms {number}", "Tue, 02 Mar 2021 10:00:00 +0100"
    wide = 72 if number % 2 else 4000
    mail.set_content("\n\n".join(textwrap.fill(block.text, wide, break_on_hyphens=False) for block in blocks))
    return mail.as_bytes()


def _workbook(blocks: tuple[Block, ...], number: int) -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = f"Terms {number}"
    for row, block in enumerate(blocks, 1):
        sheet.cell(row, 1 + number % 2, row)
        sheet.cell(row, 3, block.text)
    held = io.BytesIO()
    book.save(held)
    return held.getvalue()
