"""How English contracts word times, ends, law and courts, payment and liability."""

from __future__ import annotations

from typing import Final

from casewright.evidence.facts.rules.clauses import Clause, clause

COUNT: Final = (
    r"(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|eighteen|twenty|thirty|forty"
    r"|forty-five|fifty|sixty|ninety|hundred)"
)
PERIOD: Final = rf"{COUNT}\)?(?: ?\(\d{{1,3}}\))?[- ](?:full |consecutive |calendar |business |working )?(?:day|week|month|year)s?\b"
_RUNS: Final = (
    r"(?:commence|begin|start|continue|remain|extend|shall be for|is for|will be for|shall be|expire|terminate|end|run|effective"
    r"|in (?:full )?(?:force|effect))"
)

TERMS: Final[tuple[Clause, ...]] = (
    clause(
        "governing_law", "laws govern", "law",
        r"(?:govern\w*|construed|interpreted|enforced).{0,160}\blaws?\b|\blaws? of .{0,80}(?:govern|appl(?:y|ies)\b|control)",
        r"claims? (?:by|of) third|comply with",
    ),
    clause(
        "notice_period_to_terminate_renewal", "notice against renewal", "renew|extend|extension",
        rf"(?:renew|exten[ds]).{{0,500}}(?:notice|notif|writing|written).{{0,250}}{PERIOD}"
        rf"|(?:renew|exten[ds]).{{0,500}}{PERIOD}.{{0,200}}(?:notice|notif|prior to|before)"
        rf"|{PERIOD}.{{0,200}}(?:not to renew|non-?renew|intention not|not (?:be )?(?:renew|extend))",
    ),
    clause(
        "renewal_term", "renews", "renew|extend|successive|extension",
        rf"(?:renew(?:ed|s|al)?|extend(?:ed|s)?|extension|successive).{{0,250}}"
        rf"(?:{PERIOD}|(?:terms?|periods?) of|year-to-year|month-to-month|annual|year)",
        r"letter of credit|insurance polic|patent",
    ),
    clause(
        "expiration_date", "term runs", "term|agreement|effect",
        rf"(?:\bterm\b|agreement).{{0,200}}{_RUNS}.{{0,300}}"
        rf"(?:{PERIOD}|\buntil\b|through .{{0,40}}\d{{4}}|anniversary|expire|perpetual|indefinite)",
        r"confidential|insurance|warrant(?:y|ies)\b|surviv|breach|audit|records",
        r"\bterm\b|duration|expir|period|commence",
    ),
    clause(
        "term", "term lasts", "term|agreement|effect",
        rf"(?:\bterm\b|agreement).{{0,200}}{_RUNS}.{{0,300}}{PERIOD}",
        r"confidential|insurance|warrant(?:y|ies)\b|surviv|breach|audit|records",
        r"\bterm\b|duration|expir|period|commence",
    ),
    clause(
        "notice_of_termination", "notice ends it", "terminat",
        rf"terminat\w+.{{0,250}}(?:upon|by|with|on|at least|not less than|giving|after|given)\b.{{0,80}}{PERIOD}.{{0,40}}\bnotice"
        rf"|{PERIOD}.{{0,40}}\bnotice.{{0,120}}\bterminat",
        r"cure|remed(?:y|ied)|breach|default|renew",
    ),
    clause(
        "venue", "courts of a place", "jurisdiction|venue|arbitra|courts",
        r"(?:jurisdiction|venue).{0,160}\bcourts?\b|\bcourts? .{0,160}(?:jurisdiction|venue)"
        r"|arbitrat\w+.{0,160}(?:held|located|place|seat|conducted|take place) .{0,12}\b(?:in|at|of|be)\b",
    ),
    clause(
        "payment_period", "due within", "within|net|after|later than",
        rf"\b(?:pa(?:y|id|yable|yment)|due|remit\w*)\b.{{0,160}}\b(?:within|net|no(?:t)? later than)\b.{{0,30}}{PERIOD}"
        rf"|\b(?:within|net)\b.{{0,30}}{PERIOD}.{{0,120}}\b(?:invoices?|pay(?:s|ment)?)\b",
        r"terminat|breach|cure|notice of|record",
    ),
)  # fmt: skip

MONEY: Final[tuple[Clause, ...]] = (
    clause(
        "uncapped_liability", "limits do not apply", "limit|liab",
        r"(?:limitation|exclusion|limit|cap)s?\b.{0,120}(?:shall|will|do|does|is|are) not (?:apply|limit|be applicable|extend)"
        r"|(?:except|other than|excluding|with the exception)\b.{0,250}(?:indemnif|confidential|gross negligence|wil+ful|fraud).{0,400}"
        r"(?:in no event|neither party|not be liable|liability .{0,60}exceed|no party)"
        r"|nothing in this .{0,120}(?:limit|exclude)",
    ),
    clause(
        "cap_on_liability", "liability is limited", "liab",
        r"(?:aggregate|total|maximum|cumulative|entire|liability).{0,250}(?:exceed|limited to|in excess of)"
        r"|(?:not exceed|limited to).{0,200}liab",
        r"insurance|polic(?:y|ies)\b",
    ),
    clause(
        "cap_on_liability", "no indirect damages", "liab|damages",
        r"(?:in no event|under no circumstances|neither party|not be (?:liable|responsible)|no party|nor ).{0,400}"
        r"(?:consequential|incidental|punitive|indirect|special|exemplary|lost profits|loss of profit)",
    ),
    clause(
        "liquidated_damages", "liquidated damages", "liquidated|penalty|termination fee",
        r"liquidated damages|termination fee|early termination (?:charge|payment)|not (?:as )?a penalty",
    ),
    clause(
        "revenue_profit_sharing", "share of revenue", "%|percent|royalt|commission|revenue",
        r"(?:%|percent).{0,160}(?:net (?:sales?|revenues?|profits?|receipts|income)|gross (?:sales?|revenues?|receipts|margin|profit)|revenues?|profits?)"
        r"|(?:revenue|profit)s? (?:share|sharing)|(?:shall|will|agrees? to) pay\b.{0,100}\b(?:royalt|commission)",
        r"tax|interest|control of|voting",
    ),
    clause(
        "minimum_commitment", "minimum", "minimum|at least",
        r"minimum.{0,80}(?:purchase|order|quantit|commitment|amount|payment|royalt|fee|guarantee|volume|number|sales)"
        r"|(?:purchase|order|buy|sell|pay).{0,60}(?:at least|a minimum of|no(?:t)? (?:less|fewer) than).{0,60}(?:\$|\d|unit|percent)",
        r"insurance|coverage|net worth|liabilit",
    ),
    clause(
        "price_restrictions", "price rises are limited", "price|fee|rate",
        r"(?:increase|raise|adjust)\w*.{0,160}(?:prices?|fees?|rates?)\b.{0,200}(?:not|more than|exceed|consumer price index)"
        r"|(?:prices?|fees?|rates?)\b.{0,120}(?:increase|raise)\w*.{0,120}(?:more than|exceed|consumer price index)",
        r"liab",
    ),
    clause(
        "volume_restriction", "no more than so many", "exceed|maximum|up to|limit",
        r"(?:maximum|limit).{0,60}(?:number|quantit|volume|users|units|hours|copies|capacity)"
        r"|(?:not|exceed|excess).{0,40}(?:\d[\d,]*|hundred|thousand).{0,30}(?:units|users|hours|copies|minutes|seats|impressions)",
        r"liab|insurance|interest",
    ),
    clause(
        "most_favored_nation", "as good as others", "favo|lower|lowest|better",
        r"most[- ]favou?red|(?:less|more|as|least) favou?rable.{0,200}(?:than|as|other|third)"
        r"|(?:lowest|lower|better).{0,60}(?:price|rate|fee|terms).{0,120}(?:any other|other customer|third part|another)",
    ),
    clause(
        "insurance", "keeps insurance", "insur",
        r"(?:maintain|obtain|carry|carries|procure|keep|provide|secure|purchase|furnish|deliver|cause|require|name|list)\w*\b.{0,200}insur"
        r"|additional(?:ly)? (?:named )?insured|insurance.{0,120}(?:coverage|limits?|polic|certificate)"
        r"|(?:polic|certificate).{0,60}insur",
        r"title insurance|bankrupt",
    ),
)  # fmt: skip
