"""Questions that no reading decides: whether something is good, fair or wise (``judgement.toml``)."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files

from casewright.iql.wording import fold_words


def asks_judgement(question: str) -> bool:
    """Whether the question asks for an opinion, which documents can bear on and not answer."""
    return _pattern().search(" ".join(fold_words(question).lower().split())) is not None


@cache
def _pattern() -> re.Pattern[str]:
    data = tomllib.loads(files("casewright.questions").joinpath("judgement.toml").read_text("utf-8"))
    good = f"(?:{'|'.join(data['good'])})"
    return re.compile("|".join(rf"(?<!\w)(?:{one.replace('<GOOD>', good)})(?!\w)" for one in data["says"]))
