"""Each article that a new kind's template cites stands in one of the kind's sources."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files

import pytest

KINDS = files("casewright.casework.kinds")
CITED = re.compile(r"\b[Aa]rt\. *(\d+(?:(?:, | și |–)\d+)*)")


def _articles(text: str) -> set[int]:
    """The articles that a text cites: „art. 669 și 670”, „art. 712–720”."""
    found: set[int] = set()
    for cited in CITED.findall(text):
        for one in re.split(r", | și ", cited):
            first, _, last = one.partition("–")
            found.update(range(int(first), int(last or first) + 1))
    return found


@pytest.mark.parametrize("kind", ["executare", "vecinatate", "partaj"])
def test_articles_of_a_template_stand_in_the_sources(kind: str) -> None:
    """Nobody cites in a draft what the kind does not list."""
    table = tomllib.loads((KINDS / f"{kind}.toml").read_text(encoding="utf-8"))
    listed = set().union(*(_articles(source["article"]) for source in table["source"]))
    cited = _articles((KINDS / f"{kind}.md").read_text(encoding="utf-8"))
    assert cited
    assert sorted(cited - listed) == []
