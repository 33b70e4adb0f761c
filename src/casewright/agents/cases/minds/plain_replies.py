"""What a short reply means before anybody looks for facts in it: yes, no, none, not known, a question, an instruction."""

from __future__ import annotations

import re
import unicodedata

from casewright.casework.folding import fold

_UNKNOWN = re.compile(
    r"\bnu (?:mai )?(?:o |il |le |i )?(?:stiu|cunosc|tin minte)\b|\bhabar n|\bnu am (?:nicio )?idee\b|\bnu(?: mi|-mi| imi)? (?:mai )?"
    r"amintesc\b|\b(?:i )?(?:do not|don'?t|dont) (?:know|remember)\b|\bno idea\b|\bnot sure\b|\bnu sunt sigura?\b"
    r"|\bnecunoscut|\bnu se (?:stie|cunoaste)\b|\bunknown\b"
)
_NONE = re.compile(
    r"^(?:nu|nu am|nu avem|nu exista|nu sunt|nimic|nici ?un[au]?|fara|n-am|none|no|nothing|i have none|nope)\b"
)
_YES = re.compile(
    r"^(?:da|sigur|desigur|corect|exact|bineinteles|asa e|de acord|yes|yep|sure|of course|ok|okay|gata|done|am adaugat|amandoi)\b"
)
_NO = re.compile(r"^(?:nu|nici|no|nope|not)\b")
_ASKS = re.compile(
    r"^(?:si |dar |deci )?(?:cine|ce|cand|cum|unde|de ce|cat|cata|cati|care|pot|putem|poti|puteti|trebuie sa|este nevoie|e nevoie|am dreptul"
    r"|who|what|when|how|where|why|can|could|do i|must i|should|is it|will)\b"
)
_TO_THE_MACHINE = re.compile(
    r"\bignor(?:a|ati|e)\b[^.]{0,40}\b(?:instruct|regul|restrict|rules|previous)|\bsari(?:ti)? peste\b|\bskip (?:the )?(?:payment|quota|tier)"
    r"|\b(?:esti|sunteti) acum\b|\byou are now\b|\bact as\b|\bcomporta-?te ca\b|\bsystem prompt\b|\bmesaj(?:ul)? de sistem\b"
    r"|\b(?:scrie|afiseaza|arata|printeaza|tipareste|dezvaluie|print|show|reveal|write)\b[^.]{0,40}\b(?:cnp|iban|cod(?:ul)? numeric)"
    r"|\bmarcheaz[^.]{0,40}\bplatit|\bmark[^.]{0,40}\bpaid\b|\bplan aprobat\b|\bactiune ?:|\baproba planul\b|\bfara (?:sa )?plat[ai]\b[^.]{0,30}\bcaz"
    r"|\b(?:uita|forget)\b[^.]{0,30}\b(?:instruct|regul|rules)|\bprompt\b"
)
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+(?=[\"„(]?[A-ZĂÂÎȘȚŞŢ{0-9])|\n+")
_CLAUSE_END = re.compile(r";\s+|,\s*(?:iar|dar|însă|insa|ci|but|and yet)\s+", re.IGNORECASE)
_SHORT_FORM = re.compile(
    r"(?:\b(?:nr|art|alin|lit|str|bd|bl|ap|dl|dna|jud|mun|com|pct|seria|dvs|etc|cca|aprox)|\b[A-Z])\.$", re.IGNORECASE
)
_FEW_WORDS = 12


def tidy(text: str) -> str:
    """The text composed (NFC), its white space as single spaces but for line breaks."""
    lines = (" ".join(line.split()) for line in unicodedata.normalize("NFC", text).splitlines())
    return "\n".join(line for line in lines if line)


def sentences(text: str) -> list[str]:
    """The sentences of the text; a dot of a short form ends none."""
    parts: list[str] = []
    for part in _SENTENCE_END.split(tidy(text)):
        part = part.strip()
        if not part:
            continue
        if parts and _SHORT_FORM.search(parts[-1]):
            parts[-1] += f" {part}"
        else:
            parts.append(part)
    return parts


def clauses(sentence: str) -> list[str]:
    """The parts of a sentence that tell different things: what stands before and after „, iar”, „, dar” and the like."""
    return [part.strip(" ,;") for part in _CLAUSE_END.split(sentence) if part.strip(" ,;")]


def unknown(text: str) -> bool:
    """Whether a short reply says that its writer does not know."""
    return _few(text) and _UNKNOWN.search(_said(text)) is not None


def none_of_it(text: str) -> bool:
    """Whether a short reply says that there is none."""
    return _few(text) and _NONE.search(_said(text)) is not None


def yes_or_no(text: str) -> bool | None:
    """What the reply begins with; None where it is neither."""
    said = _said(text)
    if _YES.search(said):
        return True
    return False if _NO.search(said) else None


def is_question(sentence: str) -> bool:
    """Whether the sentence asks."""
    return sentence.rstrip(' "”)').endswith("?") or (_few(sentence) and _ASKS.search(_said(sentence)) is not None)


def to_the_machine(sentence: str) -> bool:
    """Whether the sentence gives the assistant orders about its own rules. It is text; nobody follows it."""
    return _TO_THE_MACHINE.search(fold(sentence)) is not None


def told(text: str) -> list[str]:
    """The sentences that tell something: without questions and without orders to the machine."""
    return [one for one in sentences(text) if not is_question(one) and not to_the_machine(one)]


def _said(text: str) -> str:
    return fold(text).strip(" .,!\"'„”\n\t").replace("’", "'")


def _few(text: str) -> bool:
    return len(text.split()) <= _FEW_WORDS
