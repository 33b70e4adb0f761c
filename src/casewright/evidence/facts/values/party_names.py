"""Names of parties: whether a piece of text is one, what it is the same as, and what a definition calls it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from casewright.evidence.facts.values.plain import one_line
from casewright.vocabulary.company_forms import ABBREVIATED, CONTINENTAL, SHORT_OF
from casewright.vocabulary.folding import fold, plain_signs

if TYPE_CHECKING:
    from collections.abc import Iterator

ROLES: Final = frozenset((
    "administrator", "adviser", "advisor", "agent", "assignee", "assignor", "bailee", "bailor", "borrower",
    "broker", "buyer", "carrier", "client", "consignee", "consignor", "consultant", "contractor", "custodian",
    "customer", "depositor", "developer", "distributor", "employee", "employer", "endorser", "franchisee",
    "franchisor", "grantee", "grantor", "guarantor", "host", "insurer", "investor", "issuer", "lender", "lessee",
    "lessor", "licencee", "licencor", "licensee", "licensor", "landlord", "manager", "manufacturer", "marketer",
    "operator", "owner", "producer", "promoter", "provider", "publisher", "purchaser", "recipient", "remarketer",
    "representative", "reseller", "seller", "servicer", "shipper", "sponsor", "subcontractor", "subscriber",
    "subtenant", "supplier", "talent", "tenant", "transporter", "trustee", "underwriter", "user", "vendor",
    "service provider", "end user", "end-user", "marketing agent", "marketing affiliate", "service recipient",
    "vanzator", "cumparator", "furnizor", "beneficiar", "prestator", "locator", "locatar", "proprietar",
    "comodant", "comodatar", "chirias", "vanzatorul", "cumparatorul", "furnizorul", "beneficiarul", "prestatorul",
    "locatorul", "locatarul", "proprietarul", "comodantul", "comodatarul", "chiriasul",
))  # fmt: skip
"""What a party is in its contract."""

_CALLED: Final = ROLES | {
    "company",
    "corporation",
    "university",
    "bank",
    "hospital",
    "party a",
    "party b",
    "you",
    "we",
    "us",
}
"""Those, and names by which a contract calls a party, and which say nothing of its role."""

_INITIALS = 6
_GENERIC: Final = frozenset(("party", "parties", "agreement", "the parties", "the party"))
_NOT_PARTIES: Final = re.compile(
    r"(?:date|agreement|contract|term|terms|services?|products?|software|shares|site|program"
    r"|property|period|territory|works?"
    r"|content|rights|technology|marks?|order|exhibit|project|output|facility|patents?|know-how"
    r"|fees?|dollars?|contractul)$"
)
_GROUP = re.compile(
    r"\b(?:each(?: of)?|individually|both|either|jointly|parties|together|impreuna|partile)\b"
    r"|\bcollectively\b.*(?: and |,.*,)",
    re.DOTALL,
)
_TOGETHER = re.compile(r"(?<=\"),? (?:and,? )?(?:together|each|individually|collectively) ")
"""After an alias: what follows calls several parties."""
_ASIDE = re.compile(
    r"(?:d/b/a|a/k/a|f/k/a|n/k/a|dba\b|formerly|previously|doing business|also known|together with"
    r"|including|an? (?:individual|\w+"
    r" (?:corporation|company|limited)|subsidiary|division|wholly)|its (?:successors|affiliates|subsidiaries))"
)
_EDGES = " \t\n\r\"'“”‘’«»,;:()[]*_"
_FORMS = "|".join(
    (*ABBREVIATED, *SHORT_OF, *CONTINENTAL, "llp", "lp", "l l c", "l p", "n a", "s a", "b v", "n v", "s r l", "l t d")
)
_FORM = re.compile(rf"(?: (?:{_FORMS}))+$")
_FORM_DOT = re.compile(rf"(?:\b(?:{'|'.join(ABBREVIATED)})|\b[a-z]\.(?: ?[a-z]\.)* ?[a-z])$", re.IGNORECASE)
_DEFINED = re.compile(
    r"[(\[]([^()\[\]]{1,260})[)\]]|\b(?:hereinafter|hereafter|herein|referred to|denumit\w*|called)\b([^.;()]{1,160})",
    re.IGNORECASE,
)
_CALLING = re.compile(
    r"(?:\([^()]{0,50}|\b(?:hereinafter|hereafter|called|as|or|denumit\w*)[:,]?\s+(?:the\s+)?)\Z", re.IGNORECASE
)
_SENTENCE = re.compile(r"(?<!\b[A-Z])(?<!Inc)(?<!Ltd)(?<!Corp)(?<!Co)(?<!No)(?<!St)(?<!Ave)\.\s+(?=[A-Z][a-z]+ [a-z])")


def name_at(text: str, start: int, end: int) -> str | None:
    """The name at the place, with the full stop of its form, without what brackets add to it; None without a letter."""
    name = re.split(r"\s[(\[](?=[^()\[\]]*$)|\s\((?:the|here|together)", one_line(plain_signs(text[start:end])))[0]
    name = name.rstrip(" ")
    closed = name.endswith(")") and "(" in name
    name = name.strip(_EDGES) + (")" if closed else "")
    if _FORM_DOT.search(name) and text[end : end + 1] == ".":
        name += "."
    return name if any(letter.isalpha() for letter in name) else None


def key(name: str) -> str:
    """Letters and digits of a name, without its article and its form: by this names are the same."""
    return _FORM.sub("", _words(name)).replace(" ", "")


def has_form(name: str) -> bool:
    """Whether the name ends with a company's form."""
    return _FORM.search(_words(name)) is not None


def begins(short: str, name: str) -> bool:
    """Whether ``short`` is some of the words that ``name`` is made of."""
    within = f" {_words(short)} "
    return within.strip() != "" and within in f" {_words(name)} "


def is_called(name: str) -> bool:
    """Whether it is a word by which contracts call a party, such as "Licensor"."""
    return fold(name).strip(_EDGES).removeprefix("the ") in _CALLED


def role_of(aliases: tuple[str, ...]) -> str | None:
    """The first of the aliases that is a role."""
    return next((alias for alias in aliases if fold(alias).removeprefix("the ") in ROLES), None)


def is_group(words: str) -> bool:
    """Whether the words name several parties together, or parties as such."""
    plain = fold(one_line(plain_signs(words))).strip(_EDGES)
    return plain in _GENERIC or _GROUP.search(plain) is not None


def is_aside(words: str) -> bool:
    """Whether the words say something of a party, such as "d/b/a Acme" or "an individual"."""
    return _ASIDE.match(fold(one_line(words))) is not None


def quoted_parts(text: str, start: int, end: int) -> list[str]:
    """What stands in quotation marks at the place; the marks themselves may stand just outside of it."""
    said = _TOGETHER.split(one_line(plain_signs(text[start:end])))[0]
    before = plain_signs(text[max(0, start - 2) : start]).rstrip()
    inside = before.endswith(('"', "'"))
    parts = re.split(r"'(?=,|$| or | and )", said)[:1] if before.endswith("'") else said.split('"')
    kept = parts[0::2] if inside else parts[1::2]
    return [alias for part in kept if (alias := _alias(part))]


def is_quoted(text: str, start: int) -> bool:
    """Whether a quotation mark stands before the place."""
    return plain_signs(text[max(0, start - 2) : start]).rstrip().endswith(('"', "'"))


def definition_after(after: str) -> list[str]:
    """What the first definition in the words after a name calls it; nothing where a sentence ends before."""
    plain = plain_signs(after)
    stop = _SENTENCE.search(plain)
    for found in _DEFINED.finditer(plain, 0, stop.start() if stop else len(plain)):
        within = _TOGETHER.split(found[1] or found[2])[0]
        quoted = [alias for part in within.split('"')[1::2] if (alias := _alias(part))]
        if quoted and not is_group(re.sub(r"\"[^\"]*\"", " ", within)):
            return quoted
    return []


def is_kin(alias: str, name: str) -> bool:
    """Whether an alias is of the name's words or initials."""
    short, long = key(alias), key(name)
    if not short or short in long:
        return bool(short)
    letters = iter(long)
    return len(short) <= _INITIALS and short[0] == long[:1] and all(letter in letters for letter in short)


def places_of(name: str, plain: str) -> Iterator[int]:
    """Where the name ends in the text, in any case and with any space; ``plain`` has plain signs."""
    words = re.findall(r"\w+", _words(name))
    if words:
        pattern = r"[\W_]{1,24}".join(map(re.escape, words[:12]))
        for found in re.finditer(rf"(?<!\w){pattern}(?!\w)", plain, re.IGNORECASE):
            yield found.end()


def places_quoted(alias: str, plain: str) -> Iterator[re.Match[str]]:
    """Where the alias stands in quotation marks in the text."""
    words = re.findall(r"\w+", plain_signs(alias))
    if words:
        pattern = r"[\W_]{1,24}".join(map(re.escape, words[:12]))
        yield from re.finditer(rf"[\"'](?P<alias>(?:the )?{pattern})\W{{0,2}}[\"']", plain, re.IGNORECASE)


def is_defined(alias: str, plain: str) -> bool:
    """Whether the text calls something so: in brackets, or after words such as "hereinafter"."""
    return any(_CALLING.search(plain, max(0, one.start() - 60), one.start()) for one in places_quoted(alias, plain))


def _alias(part: str) -> str | None:
    alias = one_line(part).strip(_EDGES + ".")
    plain = fold(alias).removeprefix("the ")
    if not 1 < len(alias) <= 80 or plain in _GENERIC or _NOT_PARTIES.search(plain):
        return None
    return alias if alias[0].isupper() or is_called(alias) or alias[0].isdigit() or " " not in alias else None


def _words(name: str) -> str:
    return re.sub(r"[\W_]+", " ", fold(plain_signs(name))).strip().removeprefix("the ")
