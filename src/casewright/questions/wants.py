"""What kind of answer a question wants, by its asking words, in English and Romanian."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from casewright.questions.subjects import Wants

_ASKING: Final[tuple[tuple[Wants, str], ...]] = (
    (
        "how_long",
        r"how (?:long|soon|quickly|fast|early|late|far (?:ahead|in advance)|many (?:[\w-]+ )?(?:days|weeks|months|years|hours)"
        r"|much (?:\w+ )?(?:notice|time|warning))|(?:what|which) (?:[\w-]+ ){0,3}(?:periods?|durations?|deadline)"
        r"|within what|length of|duration|periods? of (?:notice|time)|notice periods?"
        r"|cat (?:timp|dureaza)|cate (?:zile|luni|saptamani|ore)|cati ani|in cat timp|ce (?:termen|perioada|durata)"
        r"|durata|termenul de|perioada|cu cat (?:timp )?inainte|pe cat timp",
    ),
    (
        "which_law",
        r"(?:which|what|whose) (?:[\w']+ ){0,3}laws?|govern\w* laws?|(?:ce|care) (?:este |e )?(?:leg\w+|drept\w*)"
        r"|leg(?:ea|e) aplicabil\w*",
    ),
    (
        "how_much",
        r"how (?:much|large|high|big|many)|(?:what|which) (?:[\w-]+ ){0,3}(?:amounts?|sums?|percentages?|percent|rates?|caps?"
        r"|limits?|prices?|fees?|rent|salary|share|cost|deposit|minimum|royalty|maximum)|(?:amount|sum|percentage) of"
        r"|at most|cat (?:e|este|costa|plat\w+|de mult)|ce (?:suma|valoare|cuantum|procent|pret|chirie|rata)"
        r"|cuantum\w*|valoarea|cat(?:a|e|i)|pretul|chiria",
    ),
    (
        "when",
        r"when|(?:what|which) (?:[\w-]+ ){0,3}(?:date|day)|date of|[\w-]+ date(?=\W*$)|until when|by when|as of when"
        r"|cand|(?:la|in|din|pana la) ce data|pana cand|data (?:\w+rii|de|la)|ce data",
    ),
    ("where", r"where|(?:which|what) (?:\w+ )?(?:courts?|city|county|venue|forum|place|countr\w+)|venue|unde|(?:la )?(?:ce|care) instant\w+"),
    ("who", r"who|whom|whose|(?:which|what) (?:party|parties|compan\w+|side|entit\w+|person)|between whom|names? of|cine|cui|care parte|ce part\w+|intre cine|cu cine"),
    ("what", r"what|which|how|why|list|describe|explain|summari[sz]e|show|find|ce|care|cum|de ce|arata|gaseste|descrie"),
)
_PLACED: Final = tuple((wants, re.compile(rf"(?<!\w)(?:{pattern})(?!\w)")) for wants, pattern in _ASKING)
_WHETHER: Final = re.compile(
    r"(?:(?<=^)|(?<=[,:;.?!] )|(?<=[,:;.?!]))(?:and |so |but |please |si |dar )?(?:is|are|was|were|does|do|did|can|could|may|might|must|has|have|had|will"
    r"|would|shall|should|isn't|aren't|doesn't|don't|can't|any|exista|poate|pot|este|sunt|are|au|se poate|se pot|avem"
    r"|trebuie|prevede|contine|are voie|e|putem|pot fi|poate fi|am putea|contractul (?:prevede|contine|are|poate|se)"
    r"|(?:chirias\w*|proprietar\w*|locat\w*|partile|angajat\w*|furnizor\w*|client\w*|beneficiar\w*) (?:poate|pot|are|au|trebuie|este|e))"
    r"(?!\w)|(?<!\w)(?:whether|tell me if|check if|see if|know if|confirm (?:that|if)|daca|oare)(?!\w)"
)


def wanted(text: str) -> Wants:
    """What the folded question in lower case wants: the first asking words count."""
    whether = _WHETHER.search(text)
    found = [(hit.start(), order, wants) for order, (wants, one) in enumerate(_PLACED) if (hit := one.search(text))]
    if whether is not None:
        found.append((whether.start(), len(_PLACED), "whether"))
    return min(found)[2] if found else "what"
