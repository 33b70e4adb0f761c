"""Authorities by the words in which people name them: „Poliția Locală Turda”, „IPJ Cluj”, „Garda de Mediu”."""

from __future__ import annotations

import re

from casewright.agents.cases.minds.courts import is_place
from casewright.vocabulary.folding import fold

_HEADS = re.compile(
    r"(?:inspectorat(?:ul|ului)?|ipj|politi(?:a|e|ei)|gard(?:a|ii)|directi(?:a|ei)|agenti(?:a|ei)|primari(?:a|ei)"
    r"|cnair|anaf|itm|isctr|autoritat(?:ea|ii)|anpc|comisariat(?:ul|ului)?|brigad(?:a|ei)|compani(?:a|ei)|administrati(?:a|ei))$"
)
_ALONE = frozenset(
    re.findall(
        r"\w+",
        "agentia agentiei directia directiei compania companiei administratia autoritatea politie politia politiei "
        "primaria primariei primarie",
    )
)
"""Words that name an authority only with another beside them."""
_WITHIN = frozenset(
    [
        "de",
        "din",
        "pentru",
        "a",
        "al",
        "ale",
        "locala",
        "locale",
        "judetean",
        "judeteana",
        "judetene",
        "rutiera",
        "rutiere",
        "national",
        "nationala",
        "nationale",
        "municipiului",
        "teritorial",
        "teritoriala",
        "general",
        "generala",
        "inspectoratul",
        "inspectoratului",
        "politie",
        "politiei",
        "politia",
        "mediu",
        "forestiera",
        "control",
        "impotriva",
        "transport",
        "transporturi",
        "transportului",
        "rutier",
        "in",
        "munca",
        "muncii",
        "protectia",
        "protectie",
        "consumatorilor",
        "fiscala",
        "fiscale",
        "administrare",
        "administrarea",
        "infrastructurii",
        "infrastructura",
        "sectorului",
        "sector",
        "orasului",
        "comunei",
        "circulatie",
        "brigada",
        "publica",
        "ordine",
        "siguranta",
        "1",
        "2",
        "3",
        "4",
        "5",
        "6",
        "finantelor",
        "publice",
        "sanitara",
        "veterinara",
        "alimentelor",
        "si",
    ]
)
_LINKS = frozenset({"de", "din", "pentru", "a", "al", "ale", "in", "impotriva", "si"})
_TOKEN = re.compile(r"[^\W_][\w.-]*|\{\{[\w./]+\}\}")
_MOST = 12
_LOCAL_POLICE = re.compile(r"\b[Ll]ocal police (?:of|in|from) (?P<town>[A-ZĂÂÎȘȚ][\w-]+)")


def authority_in(text: str) -> str | None:
    """The first authority that the text names, in its own letters; None where it names none.

    The local police of a town has its Romanian name.
    """
    local = _LOCAL_POLICE.search(text)
    if local is not None and is_place(local["town"]):
        return f"Poliția Locală {local['town']}"
    shouted = sum(sign.isupper() for sign in text) > sum(sign.islower() for sign in text)
    tokens = [(match.group().rstrip("."), match.start(), match.end()) for match in _TOKEN.finditer(text)]
    for at, (token, start, _) in enumerate(tokens):
        key = fold(token).replace(".", "")
        if _HEADS.match(key) is None:
            continue
        last = _last(text, tokens, at, shouted=shouted)
        if last == at and key in _ALONE:
            continue
        end = tokens[last][1] + len(tokens[last][0])
        return _without_shouting(text[start:end])
    return None


def _without_shouting(name: str) -> str:
    """A name that is all in capitals, as letterheads have it, in the capitals of ordinary writing."""
    if not name.isupper() or len(name.split()) < 2:
        return name
    words = name.lower().split()
    return " ".join(word if fold(word) in _LINKS else word.capitalize() for word in words)


def _last(text: str, tokens: list[tuple[str, int, int]], head: int, *, shouted: bool) -> int:
    """The index of the last word of the name that begins at ``head``."""
    last = head
    for at in range(head + 1, min(head + _MOST, len(tokens))):
        between = text[tokens[at - 1][1] + len(tokens[at - 1][0]) : tokens[at][1]]
        if between.strip(" -") or "\n" in between:
            break
        token = tokens[at][0]
        key = fold(token)
        named = token[:1].isupper() and not shouted  # in capitals throughout they mean nothing
        if not (key in _WITHIN or named or is_place(token)):
            break
        if key not in _LINKS:
            last = at
    return last
