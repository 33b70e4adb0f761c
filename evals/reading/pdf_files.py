"""PDF files written piece by piece in the standard fonts, so that the place of each word is known."""

from __future__ import annotations

import atexit
import ctypes
import math
import zlib
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evals.reading.truth import Word
    from evals.reading.typesetting import Run, SetPage, Sheet

FONTS = (
    "Times-Roman", "Times-Bold", "Times-Italic", "Helvetica", "Helvetica-Bold", "Courier", "Courier-Bold",
)  # fmt: skip

SUPERIORS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True))


@cache
def _advance(font: str, sign: str) -> float:
    import pypdfium2.raw as pdfium

    wide = ctypes.c_float()
    shown = SUPERIORS.get(sign, sign)
    pdfium.FPDFFont_GetGlyphWidth(_loaded(font), ord(shown), ctypes.c_float(1000), ctypes.byref(wide))
    return wide.value / 1000 * (0.6 if sign in SUPERIORS else 1.0)


@cache
def _empty() -> object:
    import pypdfium2

    document = pypdfium2.PdfDocument.new()
    atexit.register(document.close)
    return document


@cache
def _loaded(font: str) -> object:
    import pypdfium2.raw as pdfium

    return pdfium.FPDFText_LoadStandardFont(_empty().raw, font.encode())  # type: ignore[attr-defined]


def text_width(text: str, font: str, size: float) -> float:
    """The width in points in a standard font."""
    return sum(_advance(font, sign) for sign in text) * size


def write(pages: Sequence[SetPage], sheet: Sheet, *, order: str = "body first", style: str = "line") -> bytes:
    """The file. ``order`` is "body first" or "around first"; ``style`` shows text by "line", "word" or "array"."""
    objects: list[bytes] = [b"", b""]
    fonts = {name: len(objects) + 1 + n for n, name in enumerate(FONTS)}
    objects += [f"<</Type/Font/Subtype/Type1/BaseFont/{name}/Encoding/WinAnsiEncoding>>".encode() for name in FONTS]
    named = " ".join(f"/F{number} {number} 0 R" for number in fonts.values())
    kids = []
    for page in pages:
        body = [*page.runs, *page.notes]
        runs = [*body, *page.around] if order == "body first" else [*page.around, *body]
        parts = [_shown(run, fonts[run.font], style) for run in runs]
        parts += [f"0.5 w {a:.2f} {b:.2f} m {c:.2f} {d:.2f} l S" for a, b, c, d in page.rules]
        stream = zlib.compress("\n".join(parts).encode("latin-1"))
        objects.append(b"<</Length %d/Filter/FlateDecode>>\nstream\n%s\nendstream" % (len(stream), stream))
        kids.append(len(objects) + 1)
        contents = f"/Contents {len(objects)} 0 R"
        box = f"[0 0 {sheet.width:g} {sheet.height:g}]"
        objects.append(f"<</Type/Page/Parent 2 0 R/MediaBox{box}/Resources<</Font<<{named}>>>>{contents}>>".encode())
    objects[0] = b"<</Type/Catalog/Pages 2 0 R>>"
    objects[1] = f"<</Type/Pages/Count {len(kids)}/Kids[{' '.join(f'{kid} 0 R' for kid in kids)}]>>".encode()
    return assemble(objects)


def assemble(objects: Sequence[bytes]) -> bytes:
    """A file of these objects, numbered from 1; the first is the catalogue."""
    out = bytearray(b"%PDF-1.5\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for place in places:
        out += b"%010d 00000 n \n" % place
    out += b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)


def _literal(text: str) -> str:
    held = text.encode("cp1252", errors="replace").decode("latin-1")
    return "(" + held.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)") + ")"


def _shown(run: Run, font: int, style: str) -> str:
    words = run.piece.words
    grey = f"{run.grey:g} g "
    if run.angle or not words:
        turn = math.radians(run.angle)
        cos, sin = math.cos(turn), math.sin(turn)
        place = f"{cos:.4f} {sin:.4f} {-sin:.4f} {cos:.4f} {run.x:.2f} {run.y:.2f} Tm"
        return f"BT {grey}/F{font} {run.size:g} Tf {place} {_literal(run.piece.text)} Tj ET"
    if style == "word" or any(word.text[-1:] in SUPERIORS for word in words):
        return "\n".join(_word(word, run, font) for word in words)
    gap = words[1].left - words[0].right if len(words) > 1 else 0.0
    spacing = gap - text_width(" ", run.font, run.size) if len(words) > 1 else 0.0
    start = f"BT {grey}/F{font} {run.size:g} Tf {run.x:.2f} {run.y:.2f} Td "
    if style == "array":
        parts = " ".join(
            _literal(word.text) + (f" {-gap / run.size * 1000:.0f}" if word is not words[-1] else "") for word in words
        )
        return f"{start}[{parts}] TJ ET"
    return f"{start}{spacing:.4f} Tw {_literal(run.piece.text)} Tj ET"


def _word(word: Word, run: Run, font: int) -> str:
    text, mark = word.text, ""
    if text[-1:] in SUPERIORS:
        text, mark = text[:-1], SUPERIORS[text[-1]]
    shown = f"BT {run.grey:g} g /F{font} {run.size:g} Tf {word.left:.2f} {run.y:.2f} Td {_literal(text)} Tj ET"
    if mark:
        small = run.size * 0.6
        x = word.left + text_width(text, run.font, run.size)
        shown += f"\nBT /F{font} {small:g} Tf {x:.2f} {run.y + 0.35 * run.size:.2f} Td {_literal(mark)} Tj ET"
    return shown
