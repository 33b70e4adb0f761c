"""Silver labels for concepts that have no template, so that free statements about them can be routed."""

from __future__ import annotations

import re

from training.silver import Silver


def _topic(heading: str, strong: str, weak: str) -> Silver:
    return Silver(
        re.compile(heading, re.IGNORECASE),
        re.compile(strong, re.IGNORECASE),
        re.compile(weak, re.IGNORECASE),
    )


TOPICS: dict[str, Silver] = {
    "notices": _topic(
        r"\bnotices?\b",
        r"\bnotices?\b.{0,120}\b(?:shall|must|will) be (?:in writing|given|deemed|sent|delivered)\b",
        r"\bnotices?\b.{0,200}\b(?:writing|mail|courier|facsimile|e-?mail|address)",
    ),
    "amendment": _topic(
        r"amendment|modification",
        r"\b(?:amended|modified|amendment|modification)\b.{0,160}\b(?:in writing|written|signed|instrument)\b",
        r"\bamend|\bmodif",
    ),
    "waiver": _topic(
        r"\bwaivers?\b",
        r"\b(?:failure|delay)\b.{0,120}\b(?:exercise|enforce|insist|require)\b.{0,160}\bwaiver\b"
        r"|\bno waiver\b.{0,120}\b(?:shall|of|will)\b",
        r"\bwaive",
    ),
    "severability": _topic(
        r"severab|partial invalidity",
        r"\b(?:invalid|unenforceable|illegal)\b.{0,250}\b(?:remaining|remainder|other provisions?|severed|rest of)\b",
        r"\b(?:invalid|unenforceable|severab)",
    ),
    "counterparts": _topic(r"counterparts", r"\bexecuted in\b.{0,60}\bcounterparts\b", r"\bcounterparts?\b"),
    "independent contractors": _topic(
        r"independent contractors?|relationship of (?:the )?parties|no partnership|no agency",
        r"\bindependent contractors?\b|\b(?:partnership|joint venture|agency)\b.{0,100}\bbetween\b.{0,40}\bparties",
        r"\b(?:partnership|joint venture|employer)\b",
    ),
    "survival": _topic(
        r"survival",
        r"\b(?:shall|will) survive\b.{0,120}\b(?:terminat|expir|complet)|\bsurvive (?:the |any )?(?:expiration"
        r"|termination)",
        r"\bsurviv",
    ),
    "publicity": _topic(
        r"publicity|press releases?|public announcements?",
        r"\b(?:press releases?|public (?:announcement|statement)s?|publicity)\b.{0,200}\b(?:consent|approval"
        r"|prior|without)\b",
        r"\bpress release|\bpublicity\b|\bpublic announcement",
    ),
    "compliance with laws": _topic(
        r"compliance with (?:applicable )?laws?|legal compliance",
        r"\bcompl(?:y|iance)\b.{0,60}\b(?:all )?(?:applicable|federal|state|local)\b.{0,60}\b(?:laws?|regulations?)\b",
        r"\b(?:applicable laws?|regulations)\b",
    ),
    "taxes": _topic(
        r"\btax(?:es)?\b",
        r"\b(?:pay|responsible for|bear|exclusive of|withhold|liable for)\b.{0,80}\btax(?:es)?\b",
        r"\btax(?:es|able)?\b",
    ),
    "subcontracting": _topic(
        r"subcontract",
        r"\bsubcontract(?:s|ed|ing|ors?)?\b.{0,160}\b(?:consent|approval|may|responsible|liable|shall not)\b",
        r"\bsubcontract",
    ),
    "acceptance and inspection": _topic(
        r"acceptance|inspection|rejection",
        r"\b(?:accept(?:ance)?|reject(?:ion)?|inspect(?:ion)?)\b.{0,120}\b(?:products?|goods|deliverables?"
        r"|shipment|software"
        r"|works?)\b.{0,160}\b(?:days|conform|defect|specification|test)",
        r"\b(?:acceptance|inspect|reject|acceptance test)",
    ),
    "delivery and risk of loss": _topic(
        r"delivery|shipment|shipping|risk of loss|title",
        r"\b(?:title|risk of loss)\b.{0,100}\b(?:pass|transfer|delivery)|\b(?:f\.?o\.?b|ex works|ddp|fca|incoterms)\b",
        r"\b(?:shipment|delivery|shipping|deliver)\b",
    ),
    "injunctive relief": _topic(
        r"injuncti|equitable relief|specific performance",
        r"\b(?:injuncti(?:ve|on)|equitable) (?:relief|remed)|\birreparable (?:harm|injury|damage)"
        r"|\bspecific performance\b",
        r"\binjuncti|\birreparable",
    ),
    "late payment interest": _topic(
        r"late (?:payment|fee|charge)s?|interest on",
        r"\b(?:late|overdue|past due|unpaid|not paid)\b.{0,200}\b(?:interest|late (?:fee|charge))\b"
        r"|\binterest\b.{0,120}\b(?:overdue|past due|late|unpaid)\b",
        r"\binterest\b.{0,80}(?:rate|%|percent)|\blate (?:fee|charge|payment)",
    ),
    "data protection": _topic(
        r"data protection|privacy|personal (?:data|information)|data security",
        r"\b(?:personal (?:data|information)|personally identifiable|privacy (?:laws?|policy|policies)"
        r"|customer data)\b",
        r"\b(?:privacy|personal data|data security|security breach)\b",
    ),
    "support and maintenance": _topic(
        r"support|maintenance|service levels?",
        r"\b(?:technical support|maintenance (?:and support )?services?|support services?|error corrections?"
        r"|help ?desk|uptime"
        r"|service levels?)\b",
        r"\b(?:support|maintenance|updates)\b",
    ),
    "training": _topic(
        r"\btraining\b",
        r"\b(?:provide|attend|complete|conduct|training)\b.{0,60}\btraining\b.{0,100}\b(?:program|personnel"
        r"|employees|staff"
        r"|courses?|sessions?|days)\b",
        r"\btraining\b",
    ),
    "marketing and advertising": _topic(
        r"marketing|advertising|promotion",
        r"\b(?:market|advertise|promote)\b.{0,60}\b(?:products?|services?|territory|program)\b"
        r"|\b(?:advertising|marketing|promotional) (?:materials?|programs?|fund|efforts?|campaigns?|expenditures?)\b",
        r"\b(?:advertis|marketing|promot)",
    ),
    "records and books": _topic(
        r"records?\b|books",
        r"\b(?:keep|maintain|retain)\b.{0,60}\b(?:complete|accurate|true|full|proper)\b.{0,60}\b(?:books?"
        r"|records?|accounts?)\b",
        r"\b(?:books|records)\b",
    ),
    "bankruptcy": _topic(
        r"bankruptcy|insolvency",
        r"\b(?:bankrupt(?:cy)?|insolven(?:t|cy)|receiver|assignment for the benefit of (?:its )?creditors)\b",
        r"\bcreditors\b|\breceivership\b",
    ),
    "definitions": _topic(
        r"definitions?|defined terms|interpretation",
        r"[“\"][^”\"]{2,60}[”\"] (?:shall |will )?(?:means?|has the meaning|have the meaning)\b",
        r"\bmeans\b|\bmeaning\b",
    ),
    "headings and construction": _topic(
        r"headings|construction|captions",
        r"\b(?:headings?|captions?|titles)\b.{0,120}\b(?:convenience|reference|interpretation|construction)\b",
        r"\b(?:headings|captions)\b",
    ),
    "further assurances": _topic(
        r"further assurances?",
        r"\b(?:execute|deliver|do|take)\b.{0,120}\bfurther\b.{0,80}\b(?:instruments?|documents?|acts?|actions?"
        r"|assurances?)\b",
        r"\bfurther assurance",
    ),
    "employment and benefits": _topic(
        r"\b(?:salary|benefits|vacation|employment|severance|bonus|base compensation)\b",
        r"\b(?:base salary|annual bonus|severance|employee benefits?|vacation|stock options?|health insurance plan)\b",
        r"\b(?:salary|bonus|employment|severance|benefits)\b",
    ),
    "lease and premises": _topic(
        r"\b(?:lease|premises|rent|landlord|tenant|sublet)\b",
        r"\b(?:landlord|tenant|lessor|lessee|leased premises|sublet|security deposit)\b",
        r"\b(?:premises|lease|rent)\b",
    ),
    "forecasts and orders": _topic(
        r"forecast|purchase orders?|ordering",
        r"\b(?:forecasts?|purchase orders?)\b.{0,120}\b(?:submit|place|issue|provide|accept|binding|month|quarter)\b",
        r"\bforecast|\bpurchase order|\border\b",
    ),
    "product recall": _topic(
        r"recall",
        r"\brecall(?:s|ed)?\b.{0,120}\b(?:products?|notify|costs?|initiate|regulatory|fda)\b",
        r"\brecall\b",
    ),
    "non-solicitation": _topic(
        r"non-?solicit|no[- ]hire",
        r"\b(?:not|refrain)\b.{0,80}\b(?:solicit|hire|recruit|induce|entice)\b.{0,160}\b(?:employees?"
        r"|customers?|personnel"
        r"|clients?|contractors?)\b",
        r"\bsolicit\b|\brecruit\b",
    ),
}
"""By name; each becomes a head that serves free statements only."""
