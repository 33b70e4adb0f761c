"""Text from outside as it may be shown: names, paths, words of documents and of services steer nothing.

Whatever shows such a text (a terminal, a log line, a page) passes it through here; there is no other way.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode's categories of characters without a shape of their own: control, format (among them the marks that turn
the direction of text), halves of pairs, private, unassigned, and separators of lines and paragraphs."""


class _Shown(dict[int, int | str]):
    """What each code point is shown as, filled as they come: itself, or as ``escape`` has it."""

    def __init__(self, escape: Callable[[int], str]) -> None:
        super().__init__({ord("\t"): "\t", ord("\n"): "\n"})
        self._escape = escape

    def __missing__(self, code: int) -> int | str:
        shown = code if unicodedata.category(chr(code)) not in _UNSEEN else self._escape(code)
        self[code] = shown
        return shown


def _escape(code: int) -> str:
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _escape_json(code: int) -> str:
    """As JSON escapes it; half of a pair, which is no character, as a text that shows it."""
    if 0xD800 <= code < 0xE000:
        return f"\\{_escape(code)}"
    units = chr(code).encode("utf-16-be")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


_SHOWN = _Shown(_escape)
_JSON = _Shown(_escape_json)


def is_visible(text: str) -> bool:
    """Whether a reader sees anything of it: a character that has a shape and is no space."""
    return any(not one.isspace() and unicodedata.category(one) not in _UNSEEN for one in text)


def show_text(text: str) -> str:
    r"""``text`` with everything that has no shape as an escape such as ``\x1b`` or ``\u202e``.

    Line feeds and tabs stay. What is shown already is shown the same way again.
    """
    return text if text.isprintable() else text.translate(_SHOWN)


def show_line(text: str) -> str:
    """``text`` as ``show_text`` shows it, on one line: no line end forges another row of a list."""
    return " ".join(show_text(text).split())


def show_name(text: str) -> str:
    r"""``text`` as ``show_text`` shows it, with line feeds and tabs as escapes too: two names that differ look so."""
    return show_text(text).replace("\n", "\\x0a").replace("\t", "\\x09")


def show_json(document: str) -> str:
    r"""The JSON document, saying the same: what has no shape as JSON's own escape, such as ``\u202e``."""
    return document if document.isascii() and "\x7f" not in document else document.translate(_JSON)
