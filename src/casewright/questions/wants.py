"""What kind of answer a question wants, by its asking words, in English and Romanian (``wants.toml``)."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final, Literal, cast

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Wants = Literal["when", "how_long", "how_much", "who", "which_law", "where", "whether", "what"]

_CLAUSE: Final = r"(?:(?<=^)|(?<=[,:;.?!] )|(?<=[,:;.?!]))(?:and |so |but |please |si |dar )?"


def wanted(text: str) -> Wants:
    """What the folded question in lower case wants: the first asking words count."""
    found = [
        (hit.start(), order, wants) for order, (wants, one) in enumerate(_asking().items()) if (hit := one.search(text))
    ]
    return min(found)[2] if found else "what"


@cache
def _asking() -> Mapping[Wants, re.Pattern[str]]:
    """In order: of words that begin at one place, the first kind counts."""
    data = tomllib.loads(files("casewright.questions").joinpath("wants.toml").read_text("utf-8"))
    asking: Mapping[str, Sequence[str]] = data["asking"]
    whether = f"{_CLAUSE}{_words(data['whether']['begins'])}|{_words(data['whether']['within'])}"
    last: dict[Wants, str] = {"whether": whether, "what": _words(asking["what"])}
    first = {cast("Wants", name): _words(says) for name, says in asking.items() if name not in last}
    return {name: re.compile(one) for name, one in (first | last).items()}


def _words(says: Sequence[str]) -> str:
    return rf"(?<!\w)(?:{'|'.join(says)})(?!\w)"
