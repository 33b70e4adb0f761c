"""Sets PDFs with typst: what is printed comes in as data, the same input gives the same bytes."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import typst

from casewright.errors import InvalidInput, ToolFailed

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

_HERE = Path(__file__).parent
_PACKAGES = _HERE / "no-packages"
"""Never there: typst looks for packages in it, and finds none."""
_FROM_THE_NETWORK = re.compile(r'"\s*@')
_PLACE = re.compile(r"┌─ [^\n]*?:(\d+):(\d+)")
_PRELUDE = (
    "#let data = json(bytes(sys.inputs.data)); "
    "#set document(title: sys.inputs.title, date: datetime("
    "year: int(sys.inputs.year), month: int(sys.inputs.month), day: int(sys.inputs.day))); "
    '#set page(paper: "a4"); '
    '#set text(font: "Libertinus Serif", lang: sys.inputs.language, hyphenate: false)'
)


class TypstEngine:
    """Sets one document at a time, in any thread, with the fonts inside typst and without the network.

    A template is typst source of ours. It finds its values in ``data``: a string that looks like markup, such as
    ``#x``, ``$y$`` or ``@z``, is printed as it stands, for it is never read as markup. Before the template stand A4,
    the book face, the language and no hyphens inside words; it may set others.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._compiler = typst.Compiler(
            root=_HERE, ignore_system_fonts=True, package_path=_PACKAGES, package_cache_path=_PACKAGES
        )

    def compile(
        self, template: str, data: Mapping[str, object], *, title: str, date: date, language: str = "en"
    ) -> bytes:
        """``template`` with ``data`` (whatever JSON can say) as a PDF of that title, made on that date.

        Raises InvalidInput where ``data`` is no JSON or its text is no Unicode, ToolFailed where typst refuses. The
        error says where in the template it was and nothing of what was to be printed.
        """
        if _FROM_THE_NETWORK.search(template):
            raise ToolFailed("This template asks for a package from the network; put what it needs into the template.")
        inputs = {
            "data": _written(data),
            "title": _written_plainly(title),
            "language": language,
            "year": str(date.year),
            "month": str(date.month),
            "day": str(date.day),
        }
        made = datetime(date.year, date.month, date.day, tzinfo=UTC)
        source = f"{_PRELUDE}\n{template}".encode()
        try:
            with self._lock:
                pdf = self._compiler.compile(input=source, format="pdf", sys_inputs=inputs, timestamp=made)
        except RuntimeError as error:
            # No cause: typst's message can quote the values, which may be people's names.
            raise ToolFailed(f"The PDF could not be set{_place(error)}; the template does not fit its data.") from None
        if not isinstance(pdf, bytes):
            raise ToolFailed("The PDF could not be set: typst gave something else.")
        return pdf


def template(name: str) -> str:
    """The source of the template ``name`` that ships with the product."""
    return (files("casewright.adapters.drafting") / "templates" / f"{name}.typ").read_text(encoding="utf-8")


def _written(data: Mapping[str, object]) -> str:
    try:
        return _written_plainly(json.dumps(data, ensure_ascii=False, allow_nan=False))
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"What is to be printed is no JSON: {type(error).__name__}.") from None


def _written_plainly(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InvalidInput(
            f"What is to be printed has half of a character (a lone surrogate) at place {error.start}; take it out."
        ) from None
    return text


def _place(error: RuntimeError) -> str:
    found = _PLACE.search(getattr(error, "diagnostic", ""))
    if found is None:
        return ""
    line, column = int(found[1]) - 1, int(found[2])
    return f" (line {line}, column {column} of its template)" if line else ""
