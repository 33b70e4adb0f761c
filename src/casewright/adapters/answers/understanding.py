"""What a question wants: the kinds of value that could answer it, and the words that its place must have."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casewright.adapters.answers.values import Kind
from casewright.adapters.scoring.tokens import words
from casewright.adapters.search.stems import ENGLISH, Stemmer

if TYPE_CHECKING:
    from collections.abc import Mapping

_D, _M, _S, _T, _N = Kind.DATE, Kind.MONEY, Kind.SHARE, Kind.DURATION, Kind.NUMBER

_WHO = (Kind.COMPANY, Kind.PERSON, Kind.NAME)
_AMOUNTS = (
    "amount|price|fees?|cost|costs|salary|rent|deposit|cap|limit|maximum|value|compensation|allowance|charge|rate|sum"
    "|severance|damages"
)
_LENGTHS = "days|months|years|weeks|hours"
_NAMED_THINGS = "rules|incoterms?|version|institution|statute|position|title|office|product|platform"

_RULES: tuple[tuple[str, tuple[Kind, ...]], ...] = (
    (r"\b(?:which|what|whose)\b[^?]{0,40}\blaws?\b|\bgoverning law\b|\blaw\b.{0,20}\bgovern", (Kind.LAW,)),
    (r"\b(?:which|what) (?:\w+ )?(?:courts?|county)\b|\bjurisdiction\b|\bvenue\b|\bcounty\b", (Kind.COURT,)),
    (rf"\b(?:which|what) (?:\w+ )?(?:{_NAMED_THINGS})\b|\bname of\b|\bcalled\b", (Kind.NAME,)),
    (rf"\b(?:by )?how many (?:\w+ )?(?:{_LENGTHS})\b", (_T,)),
    (r"\bhow (?:long|soon|quickly|fast|far ahead)\b|\bhow much (?:notice|time)\b", (_T,)),
    (r"\b(?:what|which) (?:\w+ )?(?:notice|period)\b|\b(?:notice|cure|warranty|grace) period\b|\bwithin what\b", (_T,)),
    (r"\bdeadline\b|\bwhat period\b|\bafter how long\b|\bhow late\b", (_T, _D)),
    (r"\bwhen\b.*\b(?:must|shall|should)\b.*\b(?:pay|paid)\b|\binvoices? due\b|\bwhen are\b", (_T, _D)),
    (r"\bwhen\b|\bwhat date\b|\bwhich date\b|\bdate of\b|\b\w+ date\?", (_D,)),
    (r"\bhow many\b|\bnumber of\b|\bquantity\b", (_N,)),
    (r"\bwhat (?:multiple|share|sample|percentage|proportion)\b|\bhow much of\b|\binterest\b|\bshare\b", (_S,)),
    (r"\btarget\b|\buptime\b|\bavailability\b", (_S,)),
    (r"\b(?:late charge|penalty|bonus|pension|credit|contribut\w*|commission|royalt\w*)\b", (_S, _M)),
    (r"\bhow (?:big|large)\b.*\b(?:premises|area|space|building)\b|\btemperature\b", (_N,)),
    (rf"\bhow much\b|\bhow (?:large|high)\b|\b(?:{_AMOUNTS})\b", (_M, _S)),
    (r"\bwho\b|\bwhom\b|\bwhich (?:party|company|person)\b|\bparties\b|\bwhose\b", _WHO),
    (r"\bwhere\b|\bwhat (?:city|place|seat)\b|\bseat\b", (Kind.PLACE,)),
)
_COMPILED = tuple((re.compile(pattern, re.IGNORECASE), kinds) for pattern, kinds in _RULES)

_TITLE = re.compile(
    r"\b(?:the|this|an?)\s+((?:[\w-]+\s+){0,3}(?:agreement|contract|lease|license|licence|deed|nda))\b", re.IGNORECASE
)
"""How a question calls the document: its words need not stand where the answer does."""

_OWN_DATE = re.compile(
    r"\bdate of (?:the|this) [\w ]{0,30}(?:agreement|contract|lease|license|deed|nda)\b"
    r"|\bwhen was (?:the|this) [\w ]{0,30}(?:agreement|contract|lease|license|deed|nda)\b[\w ]*\b(?:made|dated|signed"
    r"|entered|executed|concluded)",
    re.IGNORECASE,
)

_LIGHTLY = 0.25

_ASKING_WORDS = """
long soon quickly fast many much large high big far late latest give given take taken amount number period applies
apply applicable needed need required require available name called kind type maximum minimum least most have get
receive s
"""
_ASKING = frozenset(_ASKING_WORDS.split())
"""Words that shape a question and need not stand where its answer does."""

_LIGHT_WORDS = """
agreement contract lease deed license document nda party parties section clause total certain day days month months
week weeks year years date time fall due each every annual annually monthly daily weekly yearly hourly quarterly
calendar non cover covers covered provide provided provides stop prevent allow allowed apply hold holds use used
bear bears come comes go goes work works working become large small first later whole full per unit must able happen
happens count counts person company
"""
_LIGHT = frozenset(_LIGHT_WORDS.split())
"""Words that stand everywhere in contracts: they count little."""

_GROUPS = (
    "annual annually year yearly annum",
    "monthly month",
    "daily day",
    "hear heard hearing",
    "hold held holds",
    "begin began begun",
    "send sent",
    "sell sold",
    "meet met",
    "carry carried",
    "mediate mediation mediator",
    "recall recalled",
    "disclose disclosed disclosure",
    "overdue late",
    "incur incurred",
    "reimburse reimbursed",
    "contribute contribution contributes",
    "entitle entitled",
    "restore restored restoration",
    "salary pay paid remuneration compensation wage",
    "terminate termination end ends ending expire expiry expires expiration cancel",
    "begin begins start starts commence commencement commences",
    "extend extension renew renewal renews renewing",
    "govern governs governing governed",
    "notify notified notification report reported tell notice inform",
    "cap limit limitation limits capped exceed aggregate",
    "liability liable",
    "buy purchase purchases purchased",
    "price prices cost costs fee fees charge charges",
    "late overdue delay delayed",
    "interest rate",
    "return returned give back",
    "retain keep kept retained store stored",
    "solicit solicitation",
    "noncompete compete competes competition competitor",
    "sublease sublet subletting",
    "sick sickness illness ill injury",
    "holiday vacation leave",
    "employ employs employed employment hire hires hired",
    "cure cured remedy remedied remedies",
    "made dated entered date signed executed",
    "rent rental",
    "premises building",
    "deposit deposited",
    "insurance insured insure",
    "place seat venue located location",
    "court courts",
    "maintain maintained maintenance maintains",
    "invoice invoices bill",
    "pay paid payment payable pays",
    "percentage percent share",
    "breach breaches default",
    "secret confidential confidentiality",
    "warranty warranted warrants warrant conform",
    "deliver delivered delivery",
    "consent consented approval approve",
    "arbitrator arbitrators arbitral arbitration",
    "transfer assign assignment assigned",
    "reject rejected rejection",
    "user users",
    "last lasts continue continues survive",
    "appoint appointed nominate nominates nominated appoints",
    "lawsuit lawsuits action actions suit proceedings brought",
    "log logs",
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """``kinds`` in order of preference; ``terms`` maps each word asked for (a set of stems) to what it weighs.

    ``alias`` is the defined name that a question "Who is the …?" asks about; ``dated`` says that the date is wanted
    that the contract gives itself.
    """

    kinds: tuple[Kind, ...]
    terms: Mapping[frozenset[str], float]
    alias: str | None = None
    dated: bool = False


class Understanding:
    """Understands questions; remembers stems. Not safe to share between threads."""

    def __init__(self) -> None:
        self.stemmer = Stemmer()
        self._groups: dict[str, frozenset[str]] = {}
        for group in _GROUPS:
            stems = frozenset(self.stem(word) for word in group.split())
            for word in group.split():
                self._groups[word] = self._groups.get(word, frozenset()) | stems

    def stem(self, word: str) -> str:
        """The stem that words of questions and passages are compared by."""
        return self.stemmer.stem(word, "english")

    def wanted(self, question: str) -> Wanted:
        """What the question wants. ``kinds`` is empty where no value could answer it."""
        kinds = next((kinds for pattern, kinds in _COMPILED if pattern.search(question)), ())
        terms: dict[frozenset[str], float] = {}
        titled = {word for found in _TITLE.finditer(question) for word in words(found.group(1))}
        for word in dict.fromkeys(words(question)):
            if word in ENGLISH or word in _ASKING:
                continue
            stem = self.stem(word)
            forms = self._groups.get(word, frozenset()) | {stem}
            weight = _LIGHTLY if word in _LIGHT or word in titled else 1.0
            if any(stem in known for known in terms):
                continue
            terms[forms] = weight
        who = re.fullmatch(r"\s*who (?:is|are|acts as|was) (?:the )?([\w' -]{2,40}?)\??\s*", question, re.IGNORECASE)
        dated = kinds[:1] == (Kind.DATE,) and _OWN_DATE.search(question) is not None
        return Wanted(kinds, terms, who.group(1) if who else None, dated)
