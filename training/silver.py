"""Silver labels: what a clause's heading and wording say about it where nobody has labelled it by hand.

A text is taken for a concept where its wording leaves no doubt, or where its heading names the concept and its
wording fits. Where only one of the two is so, it is left out of training and measuring.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

HEADING_REACH = 90
"""How many characters at the start of a text a heading may take."""

_DUTY = r"\b(?:shall|will|must|agrees?(?: not)? to|undertakes? to|covenants?(?: not)? to|is (?:required|obliged) to)\b"
_NUMBERING = r"^\W*(?:(?:article|section|clause)\b)?[\W\divxlc]{0,12}(?:[a-z]\)|\([a-z]\))?\W*"


@dataclass(frozen=True, slots=True)
class Silver:
    """What names a concept in a heading, what settles it in the wording, what at least fits, what speaks against."""

    heading: re.Pattern[str] | None
    strong: re.Pattern[str] | None
    weak: re.Pattern[str]
    against: re.Pattern[str] | None = None

    def label(self, text: str, heading: str | None = None) -> int:
        """1 where the concept is there, 0 where it is not, -1 where this cannot be told."""
        plain = " ".join(text.split())
        if self.strong is not None and self.strong.search(plain):
            return -1 if self.against is not None and self.against.search(plain) else 1
        fits = self.weak.search(plain) is not None
        named = self._named(plain, heading)
        if fits and named:
            return -1 if self.against is not None and self.against.search(plain) else 1
        return -1 if fits or named else 0

    def _named(self, plain: str, heading: str | None) -> bool:
        if self.heading is None:
            return False
        if heading is not None and len(heading) < HEADING_REACH and self.heading.search(heading):
            return True
        found = self.heading.search(plain[:HEADING_REACH])
        if found is None or not re.match(_NUMBERING, plain, re.IGNORECASE):
            return False
        before = plain[: found.start()]
        return len(before) < 40 and not re.search(r"\b(?:the|any|this|shall|of such)\b", before)


def _silver(heading: str | None, strong: str | None, weak: str, against: str | None = None) -> Silver:
    def compiled(pattern: str | None) -> re.Pattern[str] | None:
        return None if pattern is None else re.compile(pattern, re.IGNORECASE)

    return Silver(compiled(heading), compiled(strong), re.compile(weak, re.IGNORECASE), compiled(against))


_BEYOND = r"(?:force majeure|acts? of god|beyond (?:\w+['’]?s? ){0,4}(?:reasonable )?control)"

SILVER: dict[str, Silver] = {
    "confidentiality clause": _silver(
        r"confidential|non-?disclosure|proprietary information",
        rf"{_DUTY}.{{0,80}}\b(?:disclose|divulge|reveal|keep|hold|maintain|treat|protect|safeguard|use)\b.{{0,150}}"
        r"\b(?:confidential|proprietary information|trade secrets?|in confidence|secret)"
        r"|confidential information\b.{0,120}\b(?:shall|will|may) not be (?:disclosed|used|revealed)"
        r"|not (?:to )?(?:disclose|divulge|reveal)\b.{0,120}\b(?:confidential|information)",
        r"confidential|in confidence|proprietary information|non-?disclosure|trade secret",
    ),
    "indemnity clause": _silver(
        r"indemni",
        r"\b(?:shall|will|agrees?|hereby|must|undertakes?)\b.{0,80}\b(?:indemnify|hold harmless)\b"
        r"|\bindemnif(?:y|ies)\b.{0,30}\b(?:and|against|the|each|from)\b",
        r"indemnif|indemnit|hold harmless",
    ),
    "force majeure liability limitation clause": _silver(
        r"force majeure|acts? of god|excusable delay",
        rf"\b(?:not|neither|no|nor)\b.{{0,120}}\b(?:liable|liability|responsible|default|breach)\b.{{0,350}}{_BEYOND}"
        rf"|{_BEYOND}.{{0,400}}\b(?:excused?|relieved?|not be (?:liable|responsible|deemed)|suspended)\b"
        rf"|\b(?:excused?|relieved)\b.{{0,300}}{_BEYOND}",
        _BEYOND,
    ),
    "force majeure termination clause": _silver(
        None,
        rf"{_BEYOND}.{{0,600}}\b(?:may|right to|entitled to|option to|can|elect to)\b.{{0,80}}\bterminat"
        rf"|\b(?:may|right to|entitled to|option to|can)\b.{{0,60}}\bterminat.{{0,200}}{_BEYOND}",
        rf"{_BEYOND}.*terminat|terminat.*{_BEYOND}",
    ),
    "entire agreement clause": _silver(
        r"entire (?:agreement|understanding|contract)|integration|merger clause|complete agreement",
        r"\b(?:entire|whole|complete|full)\b.{0,40}\b(?:agreement|understanding|contract)\b.{0,140}"
        r"\b(?:between|among|with respect|relating|concerning|regarding|supersed|parties)"
        r"|\bsupersedes?\b.{0,80}\b(?:prior|previous|all other|earlier)\b",
        r"supersede|entire agreement|entire understanding",
    ),
    "adr clause": _silver(
        r"arbitration|mediation|dispute resolution|alternative dispute|resolution of disputes|^\W*disputes",
        r"\b(?:submit(?:ted)?|refer(?:red)?|settled?|resolved?|decided|determined|subject)\b.{0,160}"
        r"\b(?:arbitration|mediation|arbitrators?|mediator|conciliation)\b|\bbinding arbitration\b"
        r"|\b(?:dispute|disagreement|controversy)\b.{0,160}\b(?:escalat|good[- ]faith negotiation"
        r"|negotiate in good faith"
        r"|senior (?:executives?|management|officers?))",
        r"\barbitrat|\bmediat(?:ion|or)\b|dispute resolution",
    ),
    "choice of venue clause": _silver(
        r"\bvenue|\bjurisdiction|\bforum|submission to",
        r"\b(?:jurisdiction|venue)\b.{0,120}\bcourts?\b|\bcourts?\b.{0,120}\b(?:jurisdiction|venue)\b"
        r"|\b(?:brought|commenced|instituted|litigated|filed)\b.{0,60}\b(?:only |exclusively "
        r"|solely )?in (?:the |any )?"
        r".{0,60}\bcourts?\b.{0,60}\b(?:of|in|located|sitting)\b|\bsubmits?\b.{0,60}\bjurisdiction\b",
        r"\bvenue\b|forum non conveniens|\bjurisdiction of\b",
    ),
    "payment clause": _silver(
        r"payment|^\W*[\d.]*\W*(?:fees|compensation|price|pricing|invoic|royalt|consideration|rent|charges|taxes)\b",
        rf"{_DUTY}(?: \w+){{0,6}} (?:pay|remit|reimburse)\b"
        r"|\b(?:payable|due and payable|invoices?|invoiced|payments?)\b.{0,80}\b(?:within|monthly|quarterly|annually"
        r"|no later than|on or before|in advance|in arrears|by wire)\b"
        r"|\b(?:fees?|royalt(?:y|ies)|prices?|rent|commission|salary)\b.{0,60}\b(?:shall|will) be (?:paid"
        r"|payable|equal|due|\$)",
        r"\b(?:pay|pays|paid|payable|payments?|fees?|invoices?|royalt(?:y|ies)|prices?)\b|\$ ?\d",
    ),
    "termination clause": _silver(
        r"terminat|expiration|term and",
        r"\b(?:may|right to|entitled to|option to|can|elect to|election to|cause to)\b.{0,120}\bterminate[sd]?\b"
        r"|\b(?:agreement|contract|lease|licen[cs]e|appointment|engagement|employment)\b.{0,80}"
        r"\b(?:shall|will) (?:\w+ )?(?:be terminated|terminate)\b",
        r"\bterminat",
    ),
    "representation or warranty clause": _silver(
        r"representation|warrant",
        r"\b(?:represents?|warrants?)\b(?:,? (?:and|or|covenants?|represents?|warrants?|agrees?|hereby|further))*,? "
        r"(?:to|that|and|as|the|it|its)\b",
        r"\brepresents?\b|\brepresentations?\b|\bwarrant(?:s|y|ies)?\b",
        r"\b(?:no|not|neither|disclaims?)\b(?: \w+){0,8} (?:representations?|warrant(?:y|ies))",
    ),
    "obligation": _silver(
        None,
        r"\b(?:shall|must|will)\b(?: not)?(?: (?:promptly|also|at all times|further|use|immediately|, \w+,))?"
        r" (?!be\b|have\b|mean|include|not\b|apply|constitute|survive|remain|become|terminate|begin|commence"
        r"|continue|govern"
        r"|prevail|inure|bind|occur|expire|prevent|affect|limit|control|take effect)\w+"
        r"|\bshall be (?:required|obligated|obliged|responsible|liable) |\bagrees? (?:not )?to\b|\bundertakes? to\b"
        r"|\bis (?:required|obligated|obliged) to\b|\bcovenants? (?:and agrees? )?(?:that|to|not)\b|\bmay not\b",
        r"\b(?:shall|must|will|agrees?|obligat|required)\b",
    ),
    "right": _silver(
        None,
        r"\b(?:is|are|be) entitled to\b|\b(?:has|have|had|reserves?|retains?)\b(?: \w+){0,4} (?:right|option"
        r"|privilege)s?\b"
        r"|\bat (?:its|their|his|her)(?: \w+)? (?:option|discretion|election)\b|\bgrants?\b.{0,80}\b(?:right"
        r"|licen[cs]e)"
        r"|\b(?:party|company|[A-Z]\w+) may (?!be\b|have been|not\b|also be|from time to time be|become|arise"
        r"|require\b|contain)"
        r"|\b(?:is|are|be) permitted to\b|\bmay,? (?:at|in) (?:its|their)\b",
        r"\bmay\b|\brights?\b|\bentitled\b|\boption\b",
    ),
    "remedial clause": _silver(
        r"remed(?:y|ies)|liquidated damages|late (?:fee|charge|payment)|specific performance|injunctive"
        r"|service credits?",
        r"\bliquidated damages\b|\bspecific performance\b|\binjunctive relief\b|\bequitable relief\b"
        r"|\blate (?:fee|charge|payment (?:fee|charge))|\binterest\b.{0,80}\b(?:per month|per annum|percent|%)"
        r"|\b(?:sole|exclusive) (?:and exclusive )?remed(?:y|ies)\b|\bservice credits?\b"
        r"|\bterminate\b.{0,120}\b(?:breach|default|fails? to)\b|\b(?:breach|default"
        r"|fails? to)\b.{0,200}\bmay\b.{0,60}\bterminate"
        r"|\b(?:repair|replace|refund|re-?perform)\b.{0,60}\b(?:or|and) (?:\w+ ){0,3}(?:repair|replace|refund"
        r"|re-?perform|credit)",
        r"\bremed(?:y|ies)\b|\bpenalt(?:y|ies)\b|\bterminat|\bbreach\b|\bdefault\b|\binterest\b",
    ),
    "step-in right": _silver(
        None,
        r"\bstep[- ]in\b|\btak(?:e|es|ing) (?:over|control of"
        r"|possession of and operate)\b.{0,120}\b(?:performance|operation"
        r"|management|services?|work|business|project|obligations?|facility|restaurant|manufactur)"
        r"|\bassum(?:e|ing)\b.{0,40}\b(?:management|control|operation"
        r"|performance)\b.{0,40}\bof the\b.{0,60}\b(?:business|store"
        r"|services?|facility|franchise|project|restaurant|work|manufactur|prosecution)"
        r"|\b(?:may|right to|entitled to)\b.{0,80}\b(?:itself|third part(?:y|ies)) (?:perform|to perform"
        r"|complete|carry out|cure)"
        r"|\bperform(?:ed)?\b.{0,60}\bon behalf of\b.{0,80}\b(?:fail|default)"
        r"|\b(?:fails?|failure|default)\b.{0,300}\bmay\b.{0,60}\b(?:cure such|perform such"
        r"|cause such .{0,30}to be performed)",
        r"\bstep[- ]in|\btake over\b|\bassume (?:the )?(?:management|control|operation)",
        r"\bassum\w+ (?:all )?(?:the )?(?:liabilit|risk)",
    ),
    "liability limitation clause": _silver(
        r"limitations? (?:of|on) (?:liabilit|damages|remed)|limited liability|exclusion of (?:liability|damages)",
        r"\b(?:in no event|under no circumstances?|neither|not|no)\b.{0,140}\b(?:liable|liability"
        r"|responsible)\b.{0,220}"
        r"\b(?:damages?|loss|losses|consequential|indirect|incidental)\b"
        r"|\b(?:liability|liable)\b.{0,160}\b(?:limited to|not exceed|in excess of|exceed)\b",
        r"\b(?:liability|liable|consequential|punitive)\b",
    ),
    "liability cap clause": _silver(
        None,
        r"^(?=.*\b(?:liability|liable|damages|recover)\b)(?=.*\b(?:exceed|limited to|in excess of|maximum"
        r"|capp?(?:ed)?)\b)"
        r"(?=.*(?:\b(?:amounts?|fees?|price|sum|paid|payable|value|proceeds|times|percent|dollars)\b|\$|%))",
        r"\b(?:liability|liable|damages)\b.{0,300}\b(?:exceed|limited to|maximum|cap|aggregate)\b",
    ),
    "ip assignment or license": _silver(
        None,
        r"\b(?:grants?|assigns?|transfers?|licen[cs]es|conveys?)\b.{0,160}\b(?:licen[cs]e|sublicen[cs]e"
        r"|intellectual property"
        r"|copyrights?|patents?|trademarks?|works? made for hire|inventions?|work product|right, title)\b",
        r"\b(?:licen[cs]e|intellectual property|copyright|patent|trademark|work product|invention"
        r"|works? (?:made )?for hire)",
    ),
    "termination for convenience clause": _silver(
        r"(?:termination for|without) (?:convenience|cause)",
        r"\bterminate\b.{0,120}\b(?:for convenience|without cause|for any reason|at any time|with or without cause"
        r"|for any or no reason)\b.{0,140}\bnotice\b|\bat any time\b.{0,80}\bterminate\b.{0,200}\bnotice\b"
        r"|\bterminate\b.{0,120}\b(?:for (?:its|their) convenience|without (?:any )?cause"
        r"|for any reason or no reason)\b",
        r"\bterminate\b.{0,200}\bnotice\b",
        r"\b(?:breach|default|bankrupt|insolven|fails to)",
    ),
    "non-compete clause": _silver(
        r"non-?compet|covenant not to compete|competing (?:products?|business)",
        None,
        r"\bcompet(?:e|es|ing|itive|itors?)\b",
    ),
    "governing law clause": _silver(
        r"governing law|applicable law|choice of law",
        r"\b(?:governed|construed|interpreted)\b.{0,120}\b(?:laws? of|law)\b",
        r"\blaws of\b|\bgoverning law\b",
    ),
}
"""By template. Where gold labels stand beside these, they win; the last five only fill what gold leaves open."""

_OPERATIVE = re.compile(
    r"\b(?:shall|must|will|may|agrees?|hereby|means|represents?|warrants?|undertakes?|entitled|acknowledges?"
    r"|is governed"
    r"|are governed|supersedes?|constitutes?|grants?|is not|are not|is responsible|survives?|terminates?"
    r"|is effective)\b",
    re.IGNORECASE,
)
_FURNITURE = re.compile(
    r"table of contents|in witness whereof|\bby:\s|\bname:\s|\btitle:\s|^\W*(?:exhibit|schedule|appendix"
    r"|annex)\b.{0,60}$"
    r"|page \d+ of \d+|_{5,}|\.{6,}|^\W*source:",
    re.IGNORECASE,
)


def provision(text: str) -> int:
    """Whether the text is a contractual provision at all, and not a title, a list of contents or a signature block."""
    plain = " ".join(text.split())
    verbs = len(_OPERATIVE.findall(plain))
    furniture = _FURNITURE.search(plain) is not None
    if furniture:
        return -1 if verbs > 1 else 0
    if verbs and len(plain) >= 60:
        return 1
    return 0 if not verbs and len(plain) < 400 else -1


_PARTY = re.compile(
    r"(?:\b(?:The|the|such|Such)\s+)?\b((?:[A-Z][\w&’'-]*\s?){1,4})\s*(?:,[^,.;]{0,60},\s*)?(?:also |hereby |further )?"
    r"(?:shall|must|will|agrees|undertakes|may|is entitled|has the right|represents|warrants|covenants|grants"
    r"|reserves)\b"
)
_MUTUAL = re.compile(
    r"\b(?:each|either|both|neither|no|any|one|other|non-\w+|such|receiving|disclosing|terminating"
    r"|breaching) part(?:y|ies)\b"
    r"|\bthe parties\b|\bmutual|\bparties (?:hereto|agree|shall|will|may)|\bparty hereto\b|\beach of\b"
    r"|\bthe respective\b",
    re.IGNORECASE,
)
_THINGS = re.compile(
    r"\b(?:agreement|section|article|exhibit|schedule|term|date|products?|services?|confidential information"
    r"|information"
    r"|licen[cs]e|notices?|contract|fees?|this|such|it|there|all|any|no|nothing|event|payments?|amendment"
    r"|force majeure)\b",
    re.IGNORECASE,
)


def unilateral(text: str) -> int:
    """Whether obligations or rights lie on one side only: one named subject before the modal verbs, none mutual."""
    plain = " ".join(text.split())
    if _MUTUAL.search(plain):
        return 0
    subjects = {
        re.sub(r"^(?:the|such) ", "", name.strip().lower())
        for name in _PARTY.findall(plain)
        if not _THINGS.search(name)
    }
    if not subjects:
        return 0 if not re.search(r"\b(?:shall|must|may|will)\b", plain) else -1
    return 1 if len(subjects) == 1 else -1
