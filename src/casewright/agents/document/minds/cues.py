"""The words by which a question is told for which tool it is, over folded and spelt text (English and Romanian)."""

from __future__ import annotations

import re

from casewright.iql.wording import words_of


def _cue(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{pattern})", re.IGNORECASE)


DOCUMENTS = r"documents|files|contracts|agreements|uploads|documente\w*|fisiere\w*|contracte\w*"
CLAUSE = _cue(r"\b(?:clauses?|provisions?|covenants?|clauz\w+|prevederi\w*|stipulations?)\b")
FIND = _cue(
    r"\b(?:find|show|list|identify|locate|pull|dig|get|give|spot|highlight|flag|pick out|point out|gases\w+"
    r"|arata\w*|identific\w+)\b"
)

TYPES = _cue(
    r"\b(?:types?|kinds?|sorts?|categories|tipuri|feluri|categorii) (?:of|de) (?:the )?(?:clauses?|provisions?"
    r"|terms|clauze\w*)\b"
    r"|\b(?:clauses?|provisions?|clauz\w+)(?:'s)? (?:types?|kinds?|categories|breakdown)\b"
    r"|\bbreakdown (?:of (?:the )?clauses|by type)"
    r"|\b(?:categori[sz]\w*|classif\w+|clasific\w+|categorisation)\b"
    r"|\b(?:label|tag|sort|group|bucket)\w* (?:each|every|all|the|these|their|up)?(?: \w+){0,1} ?(?:clauses?"
    r"|provisions?)\b"
)
TYPE_LIST = _cue(
    r"\b(?:as|by|into|under|in|dupa)\b (?:either |the (?:types?|labels?|categories) )?(?P<types>[\w ,&/-]+)"
)

SUMMARY = _cue(
    r"\b(?:summar\w+|summary|tl;?dr|gist|precis|overview|synopsis|digest|rezum\w*|outline|in short|in a nutshell"
    r"|abstract)\b"
    r"|\bwhat(?:'s| is| are| does)? (?:this|the|that)?(?: \w+)? ?(?:document|contract|agreement|file|deed|thedoc"
    r"|thing|it|this) "
    r"(?:all )?(?:about|say)(?: |\?|,|\.|\Z)(?!about)|\bdespre ce (?:e|este)\b|\bwhat's thedoc about\b"
)
WHOLE = _cue(
    r"\b(?:full|whole|entire|complete|integral\w*|tot|intregul) (?:text\w*|document\w*|contract\w*|agreement"
    r"|thing|wording|lease|thedoc|doc)\b"
    r"|\bin full\b|\bverbatim\b|\bword for word\b|\bin its entirety\b"
    r"|\btext (?:of|from) (?:the |this |our )?(?:thedoc|document|contract|agreement|file)\b|\btextul (?:integral"
    r"|complet|intreg)\b|\bfull-?text\b"
    r"|\A\W*(?:please |kindly |can you |could you |just )*(?:show|open|display|read|print|view|see|pull up"
    r"|bring up|deschide"
    r"|afiseaza|arata)(?:-mi)?(?: me| us)?(?: out)? "
    r"(?:the |this )?(?:document|contract|agreement|file|text|thedoc|it|documentul|contractul)(?: (?:out|to me"
    r"|aloud|out loud|for me|please))*\W*\Z"
    r"|\bread (?:it|this|thedoc)\b"
)

PASSAGES = _cue(
    r"\b(?:references?|mentions?|passages?|excerpts?|occurrences?|instances?|extracts|pasaje\w*|referint\w+"
    r"|mentiun\w+)\b"
    r"(?= (?:of|to|about|on|relating|regarding|concerning|touching|that|which|discuss\w*|mention\w*|where|la"
    r"|despre|privind|in|from)\b)"
    r"|\b(?:each|every|any|the) (?:mention|passage|place)\b|\bwhich passages?\b|\bany passage\b"
)
SEARCH = _cue(
    r"\bsearch(?:es|ing)?\b|\blook(?:ing)? (?:for|up)\b|\b(?:mention|refer)(?:s|ed|red|ring)?(?: to)?\b"
    r"|\bwherever\b|\btalk(?:s|ed)? about\b"
    r"|\bdiscuss(?:es|ed)?\b|\bsa(?:y|ys|id)(?: \w+)? about\b|\b(?:anything|something|stuff|everything"
    r"|nothing) (?:\w+ ){0,2}"
    r"(?:about|on|regarding|concerning|relating to)\b|\bcauta\w*\b|\bvorbe\w+\b|\bse spune despre\b"
    r"|\bmention\w*\b|\btell me about\b"
    r"|\bgrep\b"
)
_SOUGHT_IN = (
    r"(?: (?:the |these|this|those|it|all|every|through|in|our |selected |disclosed |whole |entire |matter"
    r"|documents?|files?|contracts?|agreements?|ones|thedoc|for me|of)+)?"
)
_PASSAGE_NOUN = (
    r"(?:references?|mentions?|passages?|excerpts?|occurrences?|instances?|extracts|pasaje\w*|referint\w+|mentiun\w+)"
)
_ABOUT = (
    r"(?:of|to|about|on|relating to|regarding|concerning|touching(?: up)?on|(?:that|which) (?:discuss|mention)(?:es|s)?"
    r"|discussing|mentioning|discuss|mention|where|la|despre|privind)"
)
_NUMBER = (
    r"(?:(?:clause|section|article|paragraph|schedule|annex|appendix|exhibit) \d+(?:\.\d+)*(?:\([a-z]\))?"
    r"|(?:schedule|annex|appendix|exhibit) (?-i:[A-Z]))\b"
)
NUMBERED = _cue(rf"\b{_NUMBER}")
REFERS = _cue(
    r"\b(?:refer(?:s|red|ring)?(?: back)? to|mentions?|mentioned|mentioning|cit(?:es?|ed|ing)|point(?:s|ing)? to"
    r"|subject to|search(?:es|ing)?(?: for)?|fac(?:e|ut) trimitere|trimit(?:e|eri)|mentione\w*|caut[ai]\w*)\b"
)
"""Words that ask for what is said of a clause, and not for the clause."""
SEARCHED = (
    _cue(rf"\b(?P<x>{_NUMBER})"),
    _cue(
        rf"\bsearch{_SOUGHT_IN} ?(?:for|:|about) ?(?:any |all )?"
        r"(?:(?:references?|mentions?|passages?|anything|something) (?:to|of|about|on) )?(?P<x>.+)"
    ),
    _cue(r"\b(?:in which|where) (?P<x>.+?) (?:is|are|was|were) (?:mentioned|referred to|discussed|named|described)\b"),
    _cue(r"\b(?:in which|where) (?P<x>.+?) (?:appears?|occurs?|comes? up|features?)\b"),
    _cue(rf"\b{_PASSAGE_NOUN} {_ABOUT} (?P<x>.+)"),
    _cue(
        r"\b(?:anything|something|stuff|everything|nothing) (?:\w+ ){0,2}?"
        r"(?:about|on|regarding|concerning|relating to) (?P<x>.+)"
    ),
    _cue(r"\blook(?:ing)? (?:for|up) (?P<x>.+)"),
    _cue(r"\bwhere(?:ver)? (?:is|are|was) (?P<x>.+?) (?:mentioned|referred to|discussed|found)\b"),
    _cue(r"\bwherever (?P<x>.+?) (?:is|are) (?:mentioned|referred to|discussed)\b"),
    _cue(r"\b(?:mention|discuss|refer)(?:s|es|ed)?(?: to)? (?P<x>.+)"),
    _cue(r"\b(?:say|says|said|talk|talks|talked)(?: \w+)? (?:about|on) (?P<x>.+)"),
    _cue(r"\btell me about (?P<x>.+)"),
    _cue(r"\b(?:cauta|gaseste)\w*(?: pasaje| referinte)?(?: despre| la| privind)? (?P<x>.+)"),
    _cue(r"\b(?:vorbe\w+|spune) (?:despre|de) (?P<x>.+)"),
    _cue(r"\b(?:grep|search) (?P<x>.+)"),
    _cue(r"\b(?:find|locate|show|retrieve|get)(?: me)? (?P<x>.+)"),
)

_FACT = (
    r"dates?|days?|amounts?|sum|quantit(?:y|ies)|percentages?|threshold|level|rate|percentage|salary|rent|price"
    r"|fee|fees|period|term|duration|length|law|courts?"
    r"|country|state|"
    r"currency|address|name|names|number|deadline|deposit|value|cost|parties|party|version|time|year|place"
    r"|interest|notice|"
    r"jurisdiction|cap|limit|salariul|chiria|data|termenul|suma|pretul|perioada|lege|lege[a]?|instanta|durata"
)
ASKED = _cue(
    rf"\btell me (?:the |its |their )?(?:\w+ ){{0,2}}(?:{_FACT})\b|"
    r"\bhow (?:much|many|long|often|soon|old|far|big|large|quickly|late|early)\b|\bwhen\b(?! (?:the|a"
    r"|an) \w+ (?:must|may|shall))"
    r"|\b(?:to |by |from |with |for )?who(?:m|se|'s)?\b|\bwhat happens (?:if|when|after|on|where)\b"
    rf"|\b(?:list|give me|name) (?:me )?(?:all )?(?:the )?(?:parties|names|dates|amounts|addresses|deadlines)\b"
    r"|\bwhich (?:contracts?|agreements?|documents?|leases?) (?:expires?|ends?|starts?|begins?|runs?|(?:is|are"
    r"|was|were) (?:signed|dated))\b"
    rf"|\b(?:what|which)(?: \w+)? (?:{_FACT})(?:'s)?\b(?! clauses?)|\bwhat(?:'s| is| was| were)\b"
    rf"|\bwhat are the (?:parties|names|dates|amounts|fees|terms)\b"
    r"|\bwhat (?:does|do|did) .+ (?:mean|cost|pay|earn|owe|get|receive)\b|\bdefin(?:ition|ed)\b"
    r"|\bwhere (?:should|must|can|is the|are the|do (?:i|we) send|shall)\b|\b(?:state|confirm|advise|specify"
    r"|indicate) (?:as to |on )?(?:the|what|when|who|whether)\b"
    r"|\b(?:care|cat|cata|cati|cate|cand|cine|cui|unde) (?:e|este|sunt|va|se|a|costa|dureaza|expira|incepe"
    r"|trebuie|plateste)\b|\bce (?!contract|document|acord|clauz)\w+ (?:are|au|este|e|avem|trebuie)\b|\b(?:cat"
    r"|cine|cand)\b"
    r"|\bce (?:lege|data|termen|suma|instanta|durata|pret|perioada)\b"
)
FACT = _cue(rf"\b(?:{_FACT}|governing law|commencement|effective|expiry|signatory|signatories)\b")
LONE_FACT = _cue(
    r"\A\W*(?:the )?(?:governing law|applicable law|choice of law|jurisdiction|courts?|legea aplicabila)\W*\Z"
)
YES_OR_NO = _cue(
    r"\A\W*(?:is|are|was|were|does|do|did|can|could|may|must|has|have|will|shall|should|exista|este|poate)\b"
)
RELATIVE_WEIGHT = _cue(r"\b(?:more|less|most|least) (?:about|concerned with|relevant to|related to)\b")
PLURAL_WHAT = _cue(r"\bwhat (?!is\b|'s|does\b|law|court)(?:are the |kind of |sort of )?[\w-]+")

LISTING = words_of(
    "a about again all anyone being come did else go gone got made through went work worked yes  also an any "
    "anything are as at available been can currently disclosed do does each enumerate "
    "every everything exist failed failing fail file filed finished for from full get give got had hand has have here "
    "hey how i in index into inventory is it just kindly list listing loaded long many matter me my name names "
    "now number "
    "of on on-file one ones other our ours over overview pending please processed processing provide ready record "
    "recorded say see set show so still status stored tell that the them there these they this those to today total "
    "in sunt dosar dosarul under up uploaded us was we were what what's which with work yet you your ce sunt in "
    "dosar lista listeaza arata "
    "documentelor documente documentele fisiere fisierele cate avem care hi hello ok set-up file's folder case"
)
DOCUMENT_NOUNS = words_of(
    "documents files contracts agreements uploads documente documentele documentelor fisiere fisierele contracte "
    "contractele"
)
STATUS = words_of("processed processing processed uploaded failed ready pending uploads")
WHAT_IS_HERE = _cue(
    r"\bwhat(?: else)?(?:'s| is| have (?:we|i|you) got| do (?:we|i) have| have (?:we|i))(?: got)?(?: \w+)? ?(?:in here"
    r"|in there|in (?:this|the) "
    r"(?:matter|folder|file|case)|to work with|on file)\W*\Z|\bce (?:avem|exista) (?:aici|in dosar)\W*\Z"
)

EVERYTHING = _cue(
    r"\b(?:all|every|each|any)(?: of)?(?: the| our)?(?: other)? (?:documents?|contracts?|agreements?|files?)\b"
    r"|\b(?:whole|entire|across the|complete) "
    r"matter\b|\bin (?:the|this) matter\b|\btoate (?:documentele|contractele)\b|\bin tot dosarul\b"
    r"|\bacross (?:all|the documents)\b"
)
FOLLOW = _cue(
    r"\A\W*(?:and(?: also)?(?: what about| how about| in| for| the)?|what about|how about|same(?: thing"
    r"| question| again)?(?: for| in| with)?"
    r"|also|now|then|likewise|ditto(?: for)?|si(?: in)?|dar|iar|la fel(?: pentru)?)\b[\s,]*"
)
PRONOUN = _cue(r"\b(?:it|its|that one|there|same)\b")
HELP = _cue(
    r"\A\W*(?:help|hi|hello|hey|good (?:morning|afternoon|evening)|thanks?(?: you)?|cheers|ok(?:ay)?|salut"
    r"|buna(?: ziua)?|ajutor|what can (?:you|i) (?:do|ask)"
    r"(?: for me| here)?|who are you|how does this work|what do you do|ce poti face|\?)\W*(?:there|please|all"
    r"|again)?\W*\Z"
)
NOT_MINE = _cue(
    r"\A\W*(?:please |can you |could you |kindly )*(?:draft|write|rewrite|compose|e-?mail|send|translate"
    r"|calculate|compute|redline|negotiate|sign"
    r"|book|schedule|call|phone|invoice the|file a|sue|predict|advise (?:me|us)(?! as to)|upload|download|export"
    r"|approve|edit|amend)\b"
)
DELETE = _cue(
    r"\A\W*(?:please |can you |could you |kindly )*(?:delete|remove|erase|get rid of|sterge\w*)\b(?! clauses?)"
)
SAVE = _cue(
    r"\b(?:save|store|keep|salveaza)\b (?:this|that|the|my|last|it|above|query|search|question|\W|interogarea|\{.*\})*"
    r"(?:as|under(?: the name)?|called|named|ca)\W+(?P<name>[^\"'{}]+?)[\"']?\W*\Z"
)
SAVED = _cue(r"\b(?:my |the |list |show )*saved (?:queries|searches|query)\b|\binterogari\w* salvate\b")
STATUS_CHANGE = _cue(
    r"\A\W*(?:please |can you |could you |kindly )*(?P<act>close|archive|reopen|re-open|reactivate|activate"
    r"|inchide|arhiveaza) (?:the |this |our )?(?:matter|case|deal|file|dosarul)\b"
)
