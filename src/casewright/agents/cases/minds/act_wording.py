"""How an act retells what users said: an accusation as one, evidence as a list of nouns."""

from __future__ import annotations

import re

from casewright.vocabulary.folding import fold

_PAST = re.compile(r"\b[Aa]m (?:fost )?(?=\w+(?:t|s|ut|at|it|ât)\b)")
_HAVING = re.compile(
    r"^(?:(?:pot|putem|voi|vreau) (?:să |sa )?(?:dovedesc|dovedim|dovedi|proba) (?:asta |totul )?(?:cu|prin) "
    r"|dovedesc (?:cu|prin) )"
    r"|^(?:și |si |mai |eu |noi )*(?:am|avem|dețin|detin|deținem|există|exista|voi aduce|propun)\s+"
    r"(?:și |si |mai )?(?:(?:un|o|niște|niste)\s+)?",
    re.IGNORECASE,
)
_PROVING = re.compile(r"^\W*(?:pot|putem|voi|vreau|dovedesc)\b.*\b(?:cu|prin)\b", re.IGNORECASE)
_WITNESS = re.compile(
    r"^(?:(?:îl|il|o|îi|ii|le) (?:am|avem|propun) )?(?:ca )?(?P<who>martor\w*)\s*(?:pe|:|este|e|sunt|va fi)\s+(?=\S)",
    re.IGNORECASE,
)
_PARTS = re.compile(r"\s*;\s*|(?<=[^\d\s.]{3})\.\s+(?=[A-ZĂÂÎȘȚ])")
_INITIAL = re.compile(r"^[A-ZĂÂÎȘȚ](?=[a-zăâîșț])")


def as_said_by_others(text: str) -> str:
    """The act that somebody is accused of, as told of by whoever accuses: „am trecut” becomes „aș fi trecut”."""
    return _PAST.sub(lambda match: "aș fi fost " if "fost" in match[0] else "aș fi ", text.strip(' .„”"'))


def as_list(text: str) -> str:
    """Evidence as a list: „Am înregistrare; martor pe soția mea” becomes „înregistrare; martor: soția mea”."""
    listed: list[str] = []
    for part in _PARTS.split(text.strip().rstrip(".")):
        witness = _WITNESS.sub(lambda match: f"{match['who'].lower()}: ", part)
        bare = witness if witness != part else _WITNESS.sub(r"\g<who>: ", _HAVING.sub("", part))
        if _PROVING.match(part):
            bare = re.sub(r"\b(și|si) (?:cu|prin) ", r"\1 ", bare)
        bare = bare.strip(" ,.")
        if bare:
            listed.append(_INITIAL.sub(lambda match: match[0].lower(), bare) if fold(bare) != fold(part) else bare)
    return "; ".join(listed)
