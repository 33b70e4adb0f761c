"""PDF files set by typst in the fonts that it brings, for letters that the standard fonts do not have."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

from evals.reading.pdf_files import SUPERIORS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evals.reading.typesetting import Run, SetPage, Sheet

_SIGNS = "".join(chr(n) for n in range(32, 383)) + "ȘșȚț–—‘’“”„•…€™§§"

_MEASURE = b"""
#let data = json(bytes(sys.inputs.data))
#context [#metadata(data.signs.map(sign =>
  measure(text(font: data.font, weight: data.weight, size: 1000pt, kerning: false, ligatures: false)[#sign]).width.pt()
)) <widths>]
"""

_PAGES = b"""
#let data = json(bytes(sys.inputs.data))
#set page(width: data.width * 1pt, height: data.height * 1pt, margin: 0pt)
#set text(top-edge: "baseline", bottom-edge: "baseline", hyphenate: false, lang: data.lang)
#for (number, held) in data.pages.enumerate() {
  if number > 0 { pagebreak() }
  for run in held.runs {
    let shown = text(font: run.font, weight: run.weight, size: run.size * 1pt, fill: luma(run.grey * 100%),
      kerning: data.exact == false, ligatures: data.exact == false, run.text)
    place(top + left, dx: run.x * 1pt, dy: run.y * 1pt,
      if run.angle == 0 { box(shown) } else { rotate(-run.angle * 1deg, origin: left + bottom, box(shown)) })
  }
  for rule in held.rules {
    let (x, y, u, v) = rule.map(end => end * 1pt)
    place(top + left, line(start: (x, y), end: (u, v), stroke: 0.5pt))
  }
}
"""


@cache
def _widths(font: str) -> dict[str, float]:
    import typst

    family, weight = _family(font)
    data = {"signs": list(_SIGNS), "font": family, "weight": weight}
    told = typst.query(_MEASURE, "<widths>", field="value", one=True, sys_inputs={"data": json.dumps(data)})
    return {sign: wide / 1000 for sign, wide in zip(_SIGNS, json.loads(told), strict=True)}


def _family(font: str) -> tuple[str, str]:
    return (font[:-5], "bold") if font.endswith(" Bold") else (font, "regular")


def text_width(text: str, font: str, size: float) -> float:
    """The width in points in a font that typst brings."""
    held = _widths(font)
    middle = held["n"]
    return sum(
        held.get(SUPERIORS.get(sign, sign), middle) * (0.6 if sign in SUPERIORS else 1.0) for sign in text
    ) * size  # fmt: skip


def write(
    pages: Sequence[SetPage], sheet: Sheet, *, order: str = "body first", style: str = "line", language: str = "ro"
) -> bytes:
    """The file; ``order`` and ``style`` as for ``pdf_files.write``."""
    import typst

    held = []
    for page in pages:
        body = [*page.runs, *page.notes]
        runs = [*body, *page.around] if order == "body first" else [*page.around, *body]
        shown = [one for run in runs for one in _runs(run, sheet, style)]
        rules = [[a, sheet.height - b, c, sheet.height - d] for a, b, c, d in page.rules]
        held.append({"runs": shown, "rules": rules})
    data = {
        "width": sheet.width, "height": sheet.height, "pages": held, "lang": language, "exact": style != "line",
    }  # fmt: skip
    return typst.compile(_PAGES, format="pdf", sys_inputs={"data": json.dumps(data)})


def _runs(run: Run, sheet: Sheet, style: str) -> list[dict[str, object]]:
    family, weight = _family(run.font)
    common = {"font": family, "weight": weight, "grey": run.grey, "angle": run.angle}
    words = run.piece.words
    uneven = len(words) > 1 and words[1].left - words[0].right > 1.05 * text_width(" ", run.font, run.size)
    marked = any(word.text[-1:] in SUPERIORS for word in words)
    if not words or not (style == "word" or uneven or marked):
        text = "".join(SUPERIORS.get(sign, sign) for sign in run.piece.text)
        return [{**common, "text": text, "x": run.x, "y": sheet.height - run.y, "size": run.size}]
    shown: list[dict[str, object]] = []
    for word in words:
        text = word.text[:-1] if word.text[-1:] in SUPERIORS else word.text
        y = sheet.height - run.y
        shown.append({**common, "text": text, "x": word.left, "y": y, "size": run.size})
        if text != word.text:
            x = word.left + text_width(text, run.font, run.size)
            mark = {"text": SUPERIORS[word.text[-1]], "x": x, "y": y - 0.35 * run.size, "size": run.size * 0.6}
            shown.append({**common, **mark})
    return shown
