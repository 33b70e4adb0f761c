"""Letters of fonts whose letters are pictures, as the Unicode characters that show the same.

Only what is known is shown; where a font's letter is not known here, a replacement character says that something stood
there. Sources: the Symbol encoding of the Unicode consortium's mapping tables; the fonts' own charts.
"""

from __future__ import annotations

import re
from typing import Final

UNKNOWN: Final = "\ufffd"
EMPTY_BOX, TICKED_BOX, CROSSED_BOX = "☐", "☑", "☒"

_SYMBOL_LOW = (
    " !∀#∃%&∋()∗+,−./0123456789:;<=>?"
    "≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_"
    "‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"
)  # fmt: skip
_SYMBOL_HIGH = (
    "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓"
    "°±″≥×∝∂•÷≠≡≈…|—↵"
    "ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉"
    "∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓"
    "◊⟨®©™∑"
)  # fmt: skip

_SYMBOL: Final = {
    **{0x20 + at: character for at, character in enumerate(_SYMBOL_LOW)},
    **{0xA0 + at: character for at, character in enumerate(_SYMBOL_HIGH)},
    0xF1: "⟩",
    0xF2: "∫",
}

_WINGDINGS: Final = {
    0x20: " ",
    0x28: "☎",
    0x2A: "✉",
    0x4A: "☺",
    0x4C: "☹",
    0x6C: "●",
    0x6E: "■",
    **dict.fromkeys((0x6F, 0x70, 0x71, 0x72, 0xA8), EMPTY_BOX),
    0x75: "◆",
    0x76: "❖",
    **{0x81 + at: character for at, character in enumerate("①②③④⑤⑥⑦⑧⑨⑩")},
    **{0x8C + at: character for at, character in enumerate("❶❷❸❹❺❻❼❽❾❿")},
    0x9E: "·",
    0x9F: "•",
    0xA7: "▪",
    0xD8: "➢",
    0xDF: "←",
    0xE0: "→",
    0xE1: "↑",
    0xE2: "↓",
    0xE8: "➔",
    0xEF: "⇦",
    0xF0: "⇨",
    0xF1: "⇧",
    0xF2: "⇩",
    0xFB: "✗",
    0xFC: "✓",
    0xFD: CROSSED_BOX,
    0xFE: TICKED_BOX,
}

_WINGDINGS_2: Final = {
    0x20: " ",
    0x4F: "✗",
    0x50: "✓",
    0x51: CROSSED_BOX,
    0x52: TICKED_BOX,
    0x53: CROSSED_BOX,
    0x54: CROSSED_BOX,
    0xA3: EMPTY_BOX,
}

_WEBDINGS: Final = {0x20: " ", 0x61: "✓", 0x63: EMPTY_BOX, 0x67: "■", 0x6E: "●", 0x72: "✗"}

_FONTS: Final = {
    "symbol": _SYMBOL,
    "wingdings": _WINGDINGS,
    "wingdings 2": _WINGDINGS_2,
    "wingdings 3": {0x20: " "},
    "webdings": _WEBDINGS,
}


def is_of_pictures(font: str) -> bool:
    """Whether the letters of the font are pictures."""
    return font.strip().lower() in _FONTS


def symbol(font: str, code: str) -> str:
    """What the font shows at a code, four hexadecimal figures as Word writes it."""
    if not re.fullmatch("[0-9A-Fa-f]{1,6}", code):
        return UNKNOWN
    number = int(code, 16)
    table = _FONTS.get(font.strip().lower())
    if table is not None:
        return table.get(number - 0xF000 if number >= 0xF000 else number, UNKNOWN)
    return chr(number) if 0x20 <= number < 0xD800 or 0xF900 <= number < 0xFFFE else UNKNOWN


def in_pictures(font: str, text: str) -> str:
    """Text that is typed in a font of pictures, as it is seen; blanks stay."""
    return "".join(
        letter if letter.isspace() else symbol(font, f"{code:X}") if (code := ord(letter)) < 0xF100 else letter
        for letter in text
    )
