"""How English contracts word what parties may and may not do, and what they grant."""

from __future__ import annotations

from typing import Final

from casewright.evidence.facts.rules.clauses import Clause, clause

_LICENCE: Final = r"licen[sc]e|right to use"
_GRANTS: Final = rf"(?:grant|licens)(?:s|es|ed)?\b.{{0,300}}(?:{_LICENCE}|\bright\b)"
_NOT: Final = r"(?:shall not|will not|may not|must not|agrees? not|not to|neither|no party|nor\b|refrain)"

DOING: Final[tuple[Clause, ...]] = (
    clause(
        "anti_assignment", "no assignment", "assign|transfer",
        r"(?:not|neither|no party|nor|none).{0,200}(?:assign(?:ed|able|ment|s)?\b|transfer(?:red|able)?\b).{0,300}(?:consent|approval|void|permission|agreement|rights|obligations)"
        r"|(?:assign(?:ed|able|ment|s)?\b|transfer(?:red|able)?\b).{0,200}(?:without|not|only|void).{0,160}(?:consent|approval|void|permission)",
        r"licen[sc]e to|sublicens|non-?transferable|confidential information",
    ),
    clause(
        "change_of_control", "control changes", "control|merger|acqui|consolidat",
        r"change (?:in|of) (?:the )?(?:ownership|control)"
        r"|(?:merg|consolidat|acqui|sale of|sells?).{0,200}(?:all or substantially all|majority|control|fifty percent|50%).{0,200}(?:terminat|assign|consent)"
        r"|(?:terminat|assign|consent).{0,200}(?:merg|consolidat|acqui|sale of).{0,200}(?:all or substantially all|majority|controlling)",
        r'"(?:change|affiliate)',
    ),
    clause(
        "termination_for_convenience", "ends without cause", "terminat|cancel",
        r"(?:terminat|cancel).{0,160}(?:for any reason|without cause|for (?:its )?convenience|at any time|with or without (?:cause|reason)|no reason|in its sole discretion|for any or no)"
        r"|(?:without cause|at any time|for convenience|for any reason|with or without cause).{0,120}(?:terminat|cancel)",
        r"breach|default|insolven|bankrupt|upon (?:the )?terminat|event of|following terminat|effect of",
    ),
    clause(
        "termination_for_convenience", "ends by notice", "terminat|cancel",
        r"(?:either party|may|right to).{0,60}terminate this .{0,80}(?:upon|by|with|on).{0,60}(?:days|months|day|month).{0,30}notice",
        r"breach|default|insolven|bankrupt|if |event|fail|material",
    ),
    clause(
        "audit_rights", "may audit", "audit|inspect|examin|books",
        r"(?:right to|may|entitled to|permit|allow|access|have the right).{0,160}(?:audit|inspect|examin|access|review).{0,160}(?:books|records|accounts|facilit|premises|audit)"
        r"|(?:audit|inspection|examination).{0,200}(?:underpa|discrepan|expense|cost|notice|business hours)"
        r"|(?:keep|maintain|retain).{0,100}(?:books|records).{0,200}",
        r"confidential information|receiving party",
    ),
    clause(
        "exclusivity", "exclusive", "exclusiv",
        r"(?:sole and exclusive|exclusive(?:ly)?)\b.{0,80}(?:right|distribut|licen[sc]|suppl|provid|agent|manufactur|purchas|market|sell|promot|partner|represent)"
        r"|\bexclusivity\b|(?:distribut|suppl|provid|agent|purchas|sell|manufactur|appoint).{0,80}\bexclusive(?:ly)?\b",
        r"non-?exclusive|jurisdiction|exclusive (?:remed|property|of\b)|remedy|venue",
    ),
    clause(
        "exclusivity", "nobody else", "any other|third party|anyone|other than",
        rf"{_NOT}.{{0,160}}(?:appoint|engage|sell|purchase|supply|license|distribute|provide|grant|market|promote|use).{{0,160}}(?:to any other|any other (?:person|party|compan|distribut|suppl)|to any (?:third|person|other)|anyone)",
        r"confidential|assign|disclos|liab|indemn|proprietary|reverse",
    ),
    clause(
        "non_compete", "no competing", "compet",
        rf"{_NOT}.{{0,300}}compet(?:e|es|ing|itive|itor|itors)\b|covenant not to compete|non-?compet",
        r"court of competent|competitive bid",
    ),
    clause(
        "competitive_restriction_exception", "but may compete", "compet|exclusiv",
        r"(?:notwithstanding|except|provided,? (?:however|that)|nothing (?:in|herein|contained)|shall not (?:apply|prevent|prohibit|restrict)).{0,250}(?:compet(?:e|ing|itive|itor|itors)\b|exclusiv)",
        r"jurisdiction|remed",
    ),
    clause(
        "no_solicit_of_employees", "no hiring", "solicit|hire|recruit|employ",
        rf"{_NOT}.{{0,300}}\b(?:solicit|hire|recruit|entice|induce)\w*.{{0,250}}(?:employ|personnel|staff|consultant)",
        r"customers? (?:of|list)",
    ),
    clause(
        "no_solicit_of_customers", "no soliciting customers", "solicit|divert|customer|client",
        rf"{_NOT}.{{0,250}}\b(?:solicit|divert|entice|induce|contact|call on|interfere)\w*.{{0,160}}(?:customers?|clients?|accounts?|suppliers?)\b",
    ),
    clause(
        "non_disparagement", "no disparaging", "disparag|derogat|reputation|goodwill|ridicule",
        rf"disparag|{_NOT}.{{0,250}}(?:derogat|ridicule|reputation|goodwill|scandal)",
        r"trademarks? shall inure",
    ),
    clause(
        "rofr_rofo_rofn", "first right", "first",
        r"(?:right|rights|option|opportunity) of first|first (?:right|refusal|opportunity|offer|option|negotiation)|right of last",
    ),
    clause(
        "covenant_not_to_sue", "no challenge", "challenge|contest|sue|dispute|attack|claim",
        rf"{_NOT}.{{0,200}}\b(?:challenge|contest|attack|dispute|sue|impair|oppose|bring any (?:claim|action)|assert any claim)\b"
        r"|covenants? not to sue|releases? .{0,160}(?:claims|actions|causes)",
        r"good faith dispute|disputed invoice",
    ),
    clause(
        "third_party_beneficiary", "a third party benefits", "beneficiar",
        r"third[- ]party beneficiar|intended beneficiar",
        r"\bno (?:third|intended)|not (?:be )?(?:intended|deemed|construed|create|confer)|other than|nothing|no person|neither|not .{0,80}third[- ]part(?:y|ies) beneficiar",
    ),
    clause(
        "post_termination_services", "after the end", "terminat|expir",
        r"(?:upon|after|following|on|in the event of).{0,60}(?:terminat|expir)\w+.{0,250}(?:shall|will|may|agrees? to)\b.{0,200}"
        r"(?:continue|return|sell|pay|destroy|deliver|cease|assist|transition|provide|wind|inventory|transfer|cooperat|repurchase)",
        r"surviv|employment",
    ),
)  # fmt: skip

GRANTING: Final[tuple[Clause, ...]] = (
    clause(
        "license_grant", "grants a licence", "grant|licens|right",
        r"(?:hereby )?grants?\b(?: to)?.{0,300}(?:licen[sc]e|right to use|rights? to)|(?:shall|will) (?:have|grant).{0,120}licen[sc]e"
        r"|hereby licenses|licensed? .{0,60}(?:to use|hereunder|under)",
        r"security interest|terminat|does not grant|no licen[sc]e|nothing",
    ),
    clause(
        "non_transferable_license", "not transferable", "transferable|assignable",
        rf"non-?(?:transferable|assignable).{{0,300}}(?:{_LICENCE}|right)|{_GRANTS}.{{0,300}}(?:non-?transferable|non-?assignable|not transferable)",
    ),
    clause(
        "irrevocable_or_perpetual_license", "for ever", "irrevocabl|perpetual",
        rf"(?:irrevocabl[ey]|perpetual(?:ly)?).{{0,300}}(?:licen[sc]|right)|(?:licen[sc]|{_GRANTS}).{{0,250}}(?:irrevocabl[ey]|perpetual)",
        r"proxy|attorney|jurisdiction|letter of credit|guarant",
    ),
    clause(
        "affiliate_license_licensee", "licence to affiliates", "affiliate|subsidiar",
        r"(?:grants?|licens\w+).{0,160}\bto\b.{0,80}(?:and|or) (?:its|their) (?:affiliates|subsidiaries).{0,250}(?:licen[sc]e|right)"
        r"|licen[sc]e.{0,300}(?:its|their) (?:affiliates|subsidiaries).{0,60}to (?:use|make|practice)",
    ),
    clause(
        "affiliate_license_licensor", "licence of affiliates", "affiliate|subsidiar",
        r"(?:on behalf of|and) (?:itself and )?(?:its|their) (?:affiliates|subsidiaries).{0,60},? ?(?:hereby )?(?:grants?|licens)",
    ),
    clause(
        "unlimited_all_you_can_eat_license", "without limit", "unlimited|enterprise",
        rf"(?:unlimited|enterprise[- ]wide).{{0,160}}(?:{_LICENCE}|users|copies|use\b)|(?:{_LICENCE}).{{0,120}}(?:unlimited|enterprise[- ]wide)",
        r"liab",
    ),
    clause(
        "joint_ip_ownership", "owned jointly", "joint|co-own",
        r"joint(?:ly)? (?:and severally )?(?:own|develop|held|invent|property|patent|intellectual)|co-?own|(?:owned|own) jointly|own.{0,80}\bjoint",
        r"liab",
    ),
    clause(
        "ip_ownership_assignment", "assigned", "assign|work|own|vest",
        r"(?:hereby |agrees? to |shall |will |irrevocabl[ey] )(?:hereby )?(?:assigns?|transfers?|conveys?)\b.{0,200}(?:right|title|interest|ownership|intellectual)"
        r"|works?[- ](?:made[- ])?for[- ]hire|(?:shall|will) (?:be|become|remain).{0,60}(?:sole|exclusive).{0,30}property"
        r"|(?:shall|will) (?:own|vest).{0,160}(?:intellectual property|inventions|work product|improvements|copyright)",
        r"without the .{0,30}consent|neither party|stock|shares",
    ),
    clause(
        "source_code_escrow", "source in escrow", "escrow",
        r"source.{0,250}escrow|escrow.{0,250}(?:source|agent|deposit|release)",
        r"purchase price|funds|shares|account",
    ),
    clause(
        "warranty_duration", "warranted for so long", "warrant",
        r"warrant(?:y|s|ed|ies)?\b.{0,350}(?:\b(?:period|term) of\b|warranty period|\d+\)? ?(?:days|months|years|day|month|year)\b|(?:one|two|three|five|six|ten|twelve|thirty|sixty|ninety)[- ](?:days?|months?|years?))"
        r"|(?:for|within) (?:a period of )?.{0,40}(?:days|months|years?).{0,200}\bwarrant",
        r"represent(?:s|ation).{0,40}authority|notice of termination",
    ),
)  # fmt: skip
