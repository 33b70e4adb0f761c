"""The pages' words: collected from templates and code, with their Romanian kept.

``python -m scripts.messages`` brings the catalogue up to date; ``--check`` says what is untranslated or no longer used;
``--add FILE`` takes translations from another catalogue.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

if TYPE_CHECKING:
    from collections.abc import Sequence

PAGES = Path(__file__).parents[1] / "src/casewright/server/pages"
ROMANIAN = PAGES / "locale/ro.po"
_METHODS = [("**.py", "python"), ("templates/**.html", "jinja2.ext:babel_extract")]
_OPTIONS = {"**.html": {"trimmed": "false", "newstyle_gettext": "true", "silent": "false"}}

# Lines of the header that would change with every run.
_CHANGING = tuple(f'"{name}' for name in ("POT", "PO-", "Generated", "Last", "Language-Team", "Project", "Report"))


def collect() -> Catalog:
    """Every text that pages show, untranslated."""
    found = Catalog(locale="ro", charset="utf-8", header_comment="# The pages' words in Romanian.", fuzzy=False)
    for name, _line, message, _comments, context in extract_from_dir(str(PAGES), _METHODS, _OPTIONS):
        found.add(message, locations=[(name, 0)], context=context)
    return found


def known() -> Catalog:
    """The catalogue as it stands."""
    with ROMANIAN.open("rb") as lines:
        return read_po(lines, locale="ro")


def flaws() -> list[str]:
    """What is missing, out of use or out of step, as sentences."""
    wanted, there = collect(), known()
    ids = {message.id for message in wanted if message.id}
    said = [f"not in the catalogue: {one!r}" for one in sorted(map(str, ids - {one.id for one in there}))]
    for message in there:
        texts = message.string if isinstance(message.string, (tuple, list)) else [message.string]
        if message.id and message.id not in ids:
            said.append(f"no longer used: {message.id!r}")
        elif message.id and (message.fuzzy or not all(texts)):
            said.append(f"untranslated: {message.id!r}")
        elif message.id:
            said += [f"{message.id!r}: {error}" for error in message.check(there)]
    return said


def update(more: Sequence[Path]) -> None:
    """Write the catalogue anew: what is used, with the translations that are known."""
    fresh, sources = collect(), [known()]
    for path in more:
        with path.open("rb") as lines:
            sources.append(read_po(lines, locale="ro"))
    for message in fresh:
        for source in sources:
            translated = source.get(message.id, message.context) if message.id else None
            if translated is not None and translated.string and any(translated.string):
                message.string = translated.string
    written = BytesIO()
    write_po(written, fresh, width=116, no_location=True, sort_output=True, omit_header=False)
    text = written.getvalue().decode()
    ROMANIAN.write_text(
        "".join(line for line in text.splitlines(keepends=True) if not line.startswith(_CHANGING)), "utf-8"
    )


def main(arguments: Sequence[str]) -> int:
    """The command."""
    if "--check" not in arguments:
        update([Path(one) for one in arguments if one != "--add"])
    said = flaws()
    for one in said:
        print(one)
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
