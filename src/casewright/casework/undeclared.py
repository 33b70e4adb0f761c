"""Names of people that nobody declared, told by the word before them ("numitul", "vecinul") or after ("domiciliat")."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.casework.names import folded_word
from casewright.casework.word_lists import ordinary_words, word_list

if TYPE_CHECKING:
    from collections.abc import Iterator

_CAPITAL = "A-ZĂÂÎȘŞȚŢÁÉÍÓÖŐÚÜŰ"
_NAME_WORD = rf"(?:[{_CAPITAL}][a-zăâîșşțţáéíóöőúüű'’]+|[{_CAPITAL}]{{2,}}|[{_CAPITAL}]\.)"
_NAME = rf"(?-i:{_NAME_WORD}(?:(?:\s|-|\s-\s){_NAME_WORD}){{0,4}})"
_RELATION = (
    r"(?:numi[tț](?:ul|a|ului|ei|ii|ilor)|vecin(?:ul|a|ului|ei|ii|ilor|ă|a)|so[tț](?:ul|ului|ia|iei|ie|ii)|concubin(?:ul|a|ului|ei)"
    r"|d-?l(?:ui)?\.?|d-?nul(?:ui)?|d-?na\.?|d-?nei\.?|d-?[sș]oar[aăe]i?|d\.(?:lui|nei|na|l)|domn(?:ul|ului|ule)|doamn(?:a|ei|ă|elor)"
    r"|domni[sș]oar(?:a|ei)|fi(?:ul|ului|ica|icei|ii|ilor)|fic[aă]i|mam(?:a|ei)|tat(?:a|ăl|al|ălui|alui)|frate(?:le|lui)|sor(?:a|ei)|b[aă]iatul(?:ui)?"
    r"|fat(?:a|ei)|fet(?:ei|ele)|cumnat(?:ul|a|ului|ei)|socr(?:ul|ului)|soacr(?:a|ei)|gineri?(?:le|lui)|nor(?:a|ei)|nepo(?:tul|tului|ata|atei)"
    r"|bunic(?:ul|a|ului|ii)|unchi(?:ul|ului)|m[aă]tu[sș](?:a|ii)|v[aă]r(?:ul|ului)|veri[sș]oar(?:a|ei)|prieten(?:ul|a|ului|ei)"
    r"|coleg(?:ul|a|ului|ei)|martor(?:ul|a|ului|ei|ii|ilor)?|subsemnat(?:ul|a|ului|ei)|reclamant(?:ul|a|ului|ei)"
    r"|p[aâîă]r[aâîă]t(?:ul|a|ului|ei)|intimat(?:ul|a|ului|ei)|inculpat(?:ul|a|ului|ei)|contestato(?:rul|area|rului|arei)|petent(?:ul|a|ului|ei)|apelant(?:ul|a|ului|ei)"
    r"|recurent(?:ul|a|ului|ei)|debito(?:rul|area|rului|arei)|credito(?:rul|area|rului|arei)|proprietar(?:ul|a|ului|ei)|chiria[sș](?:ul|a|ului|ei)"
    r"|minor(?:ul|a|ului|ei)|cet[aă][tț]ean(?:ul|a|ului|ei|ca)|administrator(?:ul|ului)|avocat(?:ul|a|ului|ei)?|av\.|agent(?:ul|ului)|expert(?:ul|ului)"
    r"|angajat(?:ul|a|ului|ei)|[sș]ef(?:ul|a|ului|ei)|notar(?:ul|ului)|mo[sș]tenito(?:rul|area|rului)|defunct(?:ul|a|ului|ei)|v[aâ]nz[aă]to(?:rul|area|rului)"
    r"|cump[aă]r[aă]to(?:rul|area|rului)|fost(?:ul|a)\s+so[tț](?:ul|ie)?|pe\s+nume|m[aă]\s+numesc|se\s+nume[sș]te|nume(?:le)?\s+(?:este|e|meu\s+este))"
)
_BETWEEN = (
    r"(?:\s+(?:meu|mea|mei|mele|s[aă]u|sa|lui|ei|nostru|noastr[aă]|lor|t[aă]u|ta|de|la|din|cu|dl|dna|dl\.|dna\.|d-na|d-l|domnul|doamna|"
    r"numit(?:ul|a)|anume|prof\.|dr\.|ing\.|av\.|judec[aă]tor|inspector|agent|comisar|minor(?:ul|a)?|parter|etaj|bloc)){0,3}\s*[,:\-–„\"]?\s*"
)
_AFTER_CUE = re.compile(rf"(?<!\w){_RELATION}{_BETWEEN}(?<=[\s,:.„\"\-–])(?P<name>{_NAME})", re.IGNORECASE)
_BEFORE_CUE = re.compile(
    rf"(?<!\w)(?P<name>{_NAME_WORD}(?:(?:\s|-){_NAME_WORD}){{1,3}})\s*,?\s*(?:fiul|fiica|cet[aă][tț]ean|n[aă]scut|domiciliat|"
    r"cu\s+(?:ultimul\s+)?domiciliul|cu\s+re[sș]edin[tț]a|CNP|C\.N\.P|av[aâ]nd\s+CNP|identificat|legitimat|posesor|titular)"
)


def undeclared_names(text: str) -> Iterator[tuple[int, int]]:
    """The places of names that their neighbours give away; words that are no names are left off either end."""
    for pattern in (_AFTER_CUE, _BEFORE_CUE):
        for match in pattern.finditer(text):
            span = _trimmed(text, *match.span("name"))
            if span is not None:
                yield span


def _trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    words = [(start + match.start(), start + match.end()) for match in re.finditer(r"[^\W_]+\.?", text[start:end])]
    plain = [folded_word(text[first:last].rstrip(".")) for first, last in words]
    others = word_list("no_surnames")
    low = 0
    while low < len(words) and plain[low] in others:
        low += 1
    high = low
    while high < len(words) and plain[high] not in others:
        high += 1
    kept = plain[low:high]
    if not kept or all(len(word) < 2 for word in kept):
        return None
    if len(kept) == 1 and len(kept[0]) < 3 and kept[0] in ordinary_words():
        return None
    return words[low][0], words[high - 1][1] if len(plain[high - 1]) == 1 else words[high - 1][0] + len(
        text[words[high - 1][0] : words[high - 1][1]].rstrip(".")
    )
