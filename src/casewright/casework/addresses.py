"""Postal addresses as Romanian texts write them: a street or a village with a number, and what follows it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.casework.names import fold_words
from casewright.casework.word_lists import word_list

if TYPE_CHECKING:
    from collections.abc import Iterator

_CAPITAL = "A-ZĂÂÎȘŞȚŢÁÉÍÓÖŐÚÜŰ"
_STREET = (
    r"(?:str(?:ada|ăzii|azii|\.|(?=\s))|bd(?:-?ul)?(?:\.|(?=\s))|bvd\.?|b-?dul\.?|bulevardul(?:ui)?|bulev\.|calea|cal\.|[sș]os(?:eaua|elei|\.)|aleea|al\.|"
    r"pia[tț]a|p-?[tț]a(?=\s)|splaiul(?:ui)?|spl\.|intrarea|intr\.|drumul|fund[aă]tura|fdt\.|prelungirea|prel\.|pasajul|"
    r"uli[tț]a|cartier(?:ul)?|cart\.)"
)
_POSTCODE = r"(?:cod(?:ul)?\s+po[sș]tal|c\.?\s?p\.)"
_TOWN = r"(?:ora[sș](?:ul)?|or\.|municipiul|mun\.|jude[tț](?:ul|ului)?|jud\.|sector(?:ul|ului)?|sect?\.)"
_VILLAGE = r"(?:sat(?:ul)?|com(?:una|\.)|localitatea|loc\.)"
_OLD = (
    r"(?:t[aâî]rgu|r[aâî]mnicu|piatra|baia|satu|alba|curtea|c[aâî]mpia|turnu|ro[sș]iori|gura|valea|vatra|"
    r"drobeta[\s-]turnu|c[aâ]mpulung)"
)
_PART = (
    r"(?:bl(?:oc(?:ul)?|\.)?|sc(?:ara|\.)?|et(?:aj(?:ul)?|\.)?|ap(?:t|art(?:ament(?:ul)?)?)?\.?|cam(?:era|\.)?|corp(?:ul)?|"
    r"cl[aă]direa|barac[aă]|interfon|tronson(?:ul)?|lot(?:ul)?|parter|mansard[aă]|demisol)"
)
_NUMBER = r"(?:nr|num[aă]rul|num[aă]r|no)\b[\s.:]{0,3}"
_HOUSE = (
    r"(?:\d{1,4}(?:\s?[-/]\s?\d{1,4})?(?:\s?(?:bis|/?[A-Za-z](?!\w|\.\w)))?"
    r"|(?-i:[lI])\d{1,3}|f\.?\s?n\.?|f[aă]r[aă] num[aă]r)"
)
"""A number, one that a scanner misread, or none as such: "f.n."."""
_WORD = rf"(?:[{_CAPITAL}][\w.'’\-]*|\d{{1,4}}(?=,?\s+(?:[{_CAPITAL}]|nr|num[aă]r))|de|lui|cel|cea|la|din|și|al|a)"
_NAMED = rf"(?-i:{_WORD}(?:[\s\-„”\"]+{_WORD}){{0,6}})"
_LOOSE = r"(?:\d{1,2}[ \t]+)?[^\W\d][\w'’\-]*\.?(?:[ \t]+[^\W\d][\w'’\-]*\.?){0,4}?(?:[ \t]+\d{4})?"
_TAIL = (
    rf"(?:[\s,]{{0,3}}(?:{_PART}\b[\s.:]{{0,3}}(?:[A-Z]?[\-\s]?\d{{0,4}}[A-Z]?\d{{0,3}}\b)?"
    rf"|{_POSTCODE}[\s.:]{{1,3}}\d{{1,6}}|{_TOWN}[\s.:]{{1,3}}(?:\d{{1,6}}|(?:{_OLD}\s)?[^\W\d][\w\-]+)"
    rf"|{_VILLAGE}[\s.:]{{1,3}}(?:(?-i:[{_CAPITAL}][\w\-]+(?:[ \-](?:de\s)?[{_CAPITAL}][\w\-]+)?)"
    rf"|(?:{_OLD}\s)?[^\W\d][\w\-]+)"
    rf"|\d{{6}}\b|bucure[sș]ti(?!\w)))"
)
_FLAT = (
    r"(?:(?:bl(?:oc(?:ul)?|\.)?|sc(?:ara|\.)?|ap(?:t|art(?:ament(?:ul)?)?)?\.?)"
    r"(?:[\s.:]{0,3}(?:\d{1,4}[A-Z]?|[A-Z]{1,2}[\-\s]?\d{1,3})|[\s.:]{1,3}(?:(?-i:[A-Z]{1,2})|[A-DF-NP-Z]))\b|(?:barac[aă]|vila|casa|corp(?:ul)?)\s\d{1,3}\b)"
)
"""A block, a stair or a flat with its number or letters."""
_SETTLED = (
    rf"(?:(?:sat(?:ul)?|com(?:una|\.)|cartier(?:ul)?|cart\.)"
    rf"[\s.:]{{1,3}}(?-i:[{_CAPITAL}][\w\-]+(?:[ \-](?:de\s)?[{_CAPITAL}][\w\-]+)?),\s?)"
)
_STREETS = re.compile(
    rf"(?<!\w){_SETTLED}{{0,2}}{_STREET}\s*"
    rf"(?:(?:{_NAMED}[\s,]{{0,3}}(?:{_NUMBER})?{_HOUSE}|{_LOOSE}[ \t,]{{1,3}}{_NUMBER}{_HOUSE})"
    rf"(?!\w|,?\s+nr\b)|(?:\d{{1,2}}\s)?{_NAMED}(?=[\s,]{{1,3}}{_FLAT})"
    rf"|{_LOOSE}[ \t,]{{1,3}}{_HOUSE}(?=[\s,]{{1,3}}{_FLAT})){_TAIL}{{0,10}}",
    re.IGNORECASE,
)
_VILLAGES = re.compile(
    rf"(?<!\w)(?:(?:sat(?:ul)?|com(?:una|\.)|localitatea|loc\.)\s*(?:{_NAMED}|{_LOOSE})[\s,]{{1,3}}){{1,2}}{_NUMBER}{_HOUSE}(?!\w){_TAIL}{{0,10}}",
    re.IGNORECASE,
)
_HAMLETS = re.compile(
    rf"(?<!\w)sat(?:ul)?\s(?-i:[{_CAPITAL}][\w\-]+(?:[ \-]"
    rf"(?:de\s)?[{_CAPITAL}][\w\-]+){{0,2}})\s\d{{1,4}}[A-Z]?(?=[,.;)\n]|$){_TAIL}{{0,10}}",
    re.IGNORECASE,
)
"""A village with a number behind it and no word for number."""
_FLATS = re.compile(
    rf"(?<!\w)(?:(?-i:[{_CAPITAL}][\w\-]+(?:[ \-][{_CAPITAL}][\w\-]+)?)"
    rf"[\s,]{{1,2}}(?:{_NUMBER})?\d{{1,4}}[\s,]{{1,2}}{_FLAT}"
    rf"|{_FLAT}(?=[\s,]{{1,3}}(?:bl(?:oc\w*)?|sc(?:ara)?|et(?:aj\w*)?|ap(?:t|art\w*)?)\b))(?:[\s,]{{1,3}}(?:{_FLAT}|et(?:aj(?:ul)?|\.)?[\s.:]{{0,3}}(?:\d{{1,2}}|p|parter)\b))*"
    rf"(?:\s+(?:pe|din|de pe)\s+(?-i:[{_CAPITAL}][\w\-]+(?:[ \-][{_CAPITAL}][\w\-]+)?))?",
    re.IGNORECASE,
)
"""Two parts of a house at least, where no street is told by a word: "bl. 47 ap. 11", "Unirii 60 bl 2 ap 4"."""
_POSTCODES = re.compile(r"\b(?:cod(?:ul)?\s+po[sș]tal|c\.\s?p\.)[\s:]{0,3}(\d{6})(?!\d)", re.IGNORECASE)
_HOUSES = re.compile(
    rf"\b(?:casa|gospod[aă]ria|curtea|locuie(?:sc|[sș]te)|domiciliat[aă]?|st(?:au|[aă]))\s+(?:\w+\s+)?(?:din|[iî]n|la)\s+"
    rf"(?-i:([{_CAPITAL}][\w\-]+(?:\s(?:de\s)?[{_CAPITAL}][\w\-]+){{0,2}}\s\d{{1,4}}[A-Z]?))"
    r"(?=\s?[.,;)\n]|\s?$|\s(?:[sș]i|care|unde)\b)",
    re.IGNORECASE,
)
"""A village with a number, said of a house or of where somebody lives."""
_ABROAD = re.compile(
    rf"(?<!\w)(?:\d{{1,4}}[A-Z]?,?\s(?:[{_CAPITAL}][\w'’\-]+\s){{1,3}}(?:Street|St\.?|Road|Rd\.?|Avenue|Ave\.?|Lane|Drive|Close|"
    rf"Court|Square|Terrace|Gardens|Crescent|Way)(?!\w)|\d{{1,4}},?\s(?:rue|avenue|boulevard|place)\s(?:d[eu]\s|des\s)?(?:la\s)?"
    rf"[{_CAPITAL}][\w'’\-]+(?:[ \-][{_CAPITAL}][\w'’\-]+)?|(?:Via|Viale|Piazza|Corso|Calle|Plaza|Avenida)\s"
    rf"(?:(?:de|del|di|della)\s)?"
    rf"(?:[{_CAPITAL}][\w'’\-]+\s?){{1,3}},?\s\d{{1,4}}|[{_CAPITAL}][\w\-]*(?:stra(?:ß|ss)e|str\.|weg|platz|allee|gasse)\s\d{{1,4}}[a-z]?)"
    rf"(?:,\s(?:\d{{4,5}}\s)?[{_CAPITAL}][\w\-]+)?(?:,?\s[A-Z]{{1,2}}\d[A-Z\d]?\s\d[A-Z]{{2}}(?!\w))?"
)
"""English, French, Italian, Spanish and German streets with a number, and the town behind them."""
_SIGNS_ABROAD = re.compile(
    r"(?:Street|St[ .,]|Road|Rd|Ave|Lane|Drive|Close|Court|Square|Terrace|Gardens|Crescent|Way|rue|avenue|boulevard|"
    r"place|Via|Piazza|Corso|Calle|Plaza|stra|str\.|weg|platz|allee|gasse)"
)
_TO_TOWN = re.compile(
    rf"[\s,]{{0,3}}(?:(?<![^\W_])(?:{_TOWN}|loc(?:alitatea|\.))[\s.:]{{1,3}}(?!\d{{6}})(?:\d{{1,2}}\b|(?:{_OLD}\s)?[^\W\d][\w\-]+)|bucure[sș]ti(?!\w))",
    re.IGNORECASE,
)


def addresses_in(text: str) -> Iterator[tuple[int, int]]:
    """The places of addresses with a house number; a street without one is no address."""
    hamlets = (_HAMLETS,) if "sat" in text.lower() else ()
    abroad = (_ABROAD,) if _SIGNS_ABROAD.search(text) else ()
    for pattern in (_STREETS, _VILLAGES, _FLATS, *hamlets, *abroad):
        for match in pattern.finditer(text):
            yield match.start(), match.start() + len(match[0].rstrip(" ,;.\n\t"))
    for pattern in (_POSTCODES, _HOUSES):
        yield from (match.span(1) for match in pattern.finditer(text))


def to_the_house(address: str) -> int:
    """How much of the address leads to a house: without the town, the county or the sector that it ends with."""
    end = len(address)
    for match in _TO_TOWN.finditer(address):
        if _TO_TOWN.sub("", address[match.start() :]).strip(" ,;.\n\t"):
            continue
        end = min(end, match.start())
    return end or len(address)


def address_key(address: str) -> tuple[str, ...]:
    """The words and numbers that tell the address from others: ``lalelelor 5 a3 12 bucuresti``."""
    cues = word_list("address_cues")
    return tuple(word for word in fold_words(address) if word not in cues)
