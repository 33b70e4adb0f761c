"""How Romanian contracts word their provisions. Sentences are in lower case and without diacritics."""

from __future__ import annotations

from typing import Final

from casewright.evidence.facts.rules.clauses import Clause, clause

_COUNT: Final = (
    r"(?:\d{1,4}|o|un|una|doi|doua|trei|patru|cinci|sase|sapte|opt|noua|zece|doisprezece|douasprezece|cincisprezece|douazeci"
    r"|treizeci|patruzeci|saizeci|nouazeci)"
)
PERIOD: Final = rf"\b{_COUNT}(?: ?\([^()]{{1,40}}\))? ?(?:de )?(?:zile?|zi|saptaman\w*|luni?|luna|ani?|an)\b"
"""A length of time: "30 (treizeci) de zile", "un an"."""
_PROLONGED: Final = r"(?:prelung\w+|reinno\w+|relocatiun\w+)"
_ENDED: Final = r"(?:inceta\w*|denunt\w+|rezili\w+|desfiin\w+)"

TERMS: Final[tuple[Clause, ...]] = (
    clause(
        "effective_date", "intra in vigoare", "vigoare|efecte",
        r"(?:intra|intrarea|va intra) in vigoare|produce efecte (?:incepand|de la|din)|isi produce efectele",
        r"modific\w+ (?:legislativ|aduse)|actul? aditional (?:va intra|intra)",
    ),
    clause(
        "expiration_date", "durata contractului", "durat|perioad|termen|valabil|pana la|expir",
        rf"(?:durata (?:prezentului )?(?:contract\w*|acord\w*|conventi\w*|inchirier\w*|locatiun\w*|mandat\w*)|(?:contract\w*|inchirier\w*|locatiun\w*|acord\w*) .{{0,80}}(?:se incheie|este incheiat\w*|este valabil|valabil|se intinde|dureaza|expira|inceteaza la data|ramane in vigoare|produce efecte)|se incheie pe|incheiat pe)"
        rf".{{0,200}}(?:{PERIOD}|nedeterminat\w*|pana la|\d{{4}})",
        r"garanti|confidential|prelung|reinno|cadrul duratei|litigi|preaviz",
    ),
    clause(
        "term", "durata contractului", "durat|perioad|termen|valabil|pana la|expir",
        rf"(?:durata (?:prezentului )?(?:contract\w*|acord\w*|conventi\w*|inchirier\w*|locatiun\w*|mandat\w*)|(?:contract\w*|inchirier\w*|locatiun\w*|acord\w*) .{{0,80}}(?:se incheie|este incheiat\w*|este valabil|valabil|se intinde|dureaza|ramane in vigoare|produce efecte)|se incheie pe|incheiat pe)"
        rf".{{0,200}}(?:{PERIOD}|nedeterminat\w*)",
        r"garanti|confidential|prelung|reinno|litigi|preaviz",
    ),
    clause(
        "notice_period_to_terminate_renewal", "opunere la prelungire", "prelung|reinno|relocatiun",
        rf"{_PROLONGED}.{{0,300}}{PERIOD}.{{0,160}}(?:inainte|anterior|preaviz)"
        rf"|{_PROLONGED}.{{0,300}}(?:cu cel putin|cu minim\w*|cu un preaviz).{{0,40}}{PERIOD}|{PERIOD}.{{0,120}}(?:inainte|anterior).{{0,160}}{_PROLONGED}",
    ),
    clause(
        "renewal_term", "se prelungeste", "prelung|reinno|relocatiun",
        r"(?:contract\w*|durata|acord\w*|perioad\w*|conventi\w*|locatiun\w*|inchirier\w*|termen\w*).{0,160}(?:prelung\w+|reinno\w+)"
        r"|(?:prelung\w+|reinno\w+).{0,160}(?:contract\w*|perioad\w*|tacit\w*|durat\w*)|tacita relocatiune",
        r"termen\w* de (?:plata|livrare|executie)|forta majora",
    ),
    clause(
        "notice_of_termination", "preaviz", "preaviz|notific",
        rf"(?:preaviz\w*|notificar\w*|notific\w*).{{0,120}}{PERIOD}.{{0,160}}|{PERIOD}.{{0,60}}(?:preaviz|inainte)",
        r"prelung|reinno|forta majora|garanti|factur|defect|neconform|remedi|litigi|predar",
    ),
    clause(
        "termination_for_convenience", "denuntare unilaterala", "denunt|unilateral|fara motiv|oricand",
        r"(?:denunt\w+.{0,120}(?:unilateral|oricand|fara|preaviz|notific)|unilateral\w*.{0,80}(?:inceta|denunt|rezili|incet)"
        r"|(?:inceta|rezili)\w*.{0,120}(?:oricand|fara (?:a fi necesara |invocarea )?(?:motiv|justific)|fara motiv))",
        r"nu (?:poate|pot|va putea) (?:fi )?(?:denunt|inceta)|modific\w+ unilateral",
    ),
    clause(
        "governing_law", "legea aplicabila", "leg",
        r"(?:guvernat\w*|supus\w*|carmuit\w*|reglementat\w*|interpretat\w*|interpreteaza).{0,80}\b(?:leg\w+|drept\w+)|leg\w+ (?:aplicabil\w+).{0,60}\b(?:este|contract|roman)"
        r"|\b(?:legea|legislatia|dreptul) (?:romana|roman|din romania|in vigoare din romania)",
        r"daca legea|potrivit legii pentru|temei legal",
    ),
    clause(
        "venue", "instanta competenta", "instant|judecator|tribunal|arbitr|competent",
        r"(?:litigi\w*|neintelegeri\w*|disput\w*|diferend\w*|conflict\w*).{0,300}(?:instant\w*|judecator\w*|tribunal\w*|arbitraj\w*|arbitral\w*)"
        r"|(?:instant\w*|judecatori\w*|tribunal\w*|curtea de arbitraj).{0,120}competent\w*|competent\w*.{0,80}(?:instant\w*|judecatori\w*|tribunal\w*)",
        r"interventia instantei|fara (?:a )?(?:mai )?(?:fi )?(?:necesara )?.{0,20}instant",
    ),
)  # fmt: skip

MONEY: Final[tuple[Clause, ...]] = (
    clause(
        "payment_period", "termen de plata", "plat|achit|scaden",
        rf"(?:plat\w*|achit\w*|scaden\w*).{{0,200}}(?:in termen de|in maxim\w*|in cel mult|termen\w* de (?:plata )?(?:este )?(?:de )?|la|pana la).{{0,40}}(?:{PERIOD}|data de \d|\d{{1,2}} ale|ziua de)"
        rf"|(?:in termen de|in maxim\w*|in cel mult).{{0,20}}{PERIOD}.{{0,120}}(?:plat|achit|factur)",
        r"penalit|majorar|rezili|garanti\w+ (?:de|in termen)|restitu|preaviz",
    ),
    clause(
        "liquidated_damages", "penalitati", "penalit|majorari|clauza penala|daune",
        r"penalit\w+|majorari de intarziere|clauz\w* penal\w*|daune[- ]interese.{0,80}(?:de|in cuantum|egal)|dobanzi? penalizatoare",
        r"fara (?:plata )?(?:vreunei )?(?:penalit|daune)|nu (?:datoreaza|se percep)",
    ),
    clause(
        "warranty_duration", "garantie", "garan",
        rf"garan\w+.{{0,250}}{PERIOD}|{PERIOD}.{{0,120}}garan\w+",
        r"scrisoare de garantie|garanti\w+ (?:de buna executie|bancar|de participare)|restitu|chirie|depozit|suma",
    ),
    clause(
        "cap_on_liability", "raspundere limitata", "raspunde",
        r"raspunder\w*.{0,250}(?:limit\w+|depasi\w*|plafon\w*|maxim)|(?:limit\w+|plafon\w*).{0,120}raspunder|nu (?:va |vor )?raspund\w*.{0,160}(?:indirect|profit|beneficiul? nerealizat)",
        r"raspundere limitata\b(?!.{0,200}(?:depasi|suma|valoare))|asigurare",
    ),
    clause(
        "insurance", "asigurare", "asigur",
        r"(?:polit\w+|contract\w*|incheia|mentin\w*|detin\w*|obtin\w*).{0,100}asigurar\w+|asigurar\w+ (?:de|pentru|a ).{0,120}(?:polit|raspunder|bun|valoare|risc)|va asigura (?:bunul|imobilul|spatiul|marfa|autovehicul\w*).{0,80}(?:la|impotriva|prin)",
        r"asigurari sociale|asigurari de sanatate|asigurarea calitatii",
    ),
    clause(
        "minimum_commitment", "minim", "minim|cel putin",
        r"(?:cumpara|comand|achizition|factur|livr)\w*.{0,120}(?:minim\w*|cel putin).{0,60}\d|(?:cantitat\w+|comand\w+|valoar\w+|volum\w*) minim\w+",
        r"preaviz|zile|asigur",
    ),
)  # fmt: skip

DOING: Final[tuple[Clause, ...]] = (
    clause(
        "anti_assignment", "cesiune interzisa", "ced|cesi|cesion|transfer|transmit",
        r"(?:nu (?:poate|pot|va putea|vor putea|are dreptul)|interzis\w*|fara (?:acord\w*|consimtam\w*)|numai cu|doar cu|nici una|niciuna).{0,200}(?:ced\w+|cesion\w+|cesiun\w+|transfer\w+|transmit\w+)"
        r"|(?:ced\w+|cesion\w+|cesiun\w+|transfer\w+|transmit\w+).{0,200}(?:interzis\w*|fara acord\w*|fara consimtam\w*|acordul (?:prealabil|scris|expres)|consimtamant\w*|nu (?:poate|pot))",
        r"dat\w+ (?:cu caracter )?personal|informati\w+ confidential|drept\w* (?:de autor|de proprietate intelectual)",
    ),
    clause(
        "change_of_control", "schimbarea controlului", "control|fuziun|actionari|asociat",
        r"(?:schimb\w+|modific\w+).{0,60}(?:control\w*|actionariat\w*|structur\w+ (?:asociati|actionar)\w*)|fuziun\w+.{0,160}(?:rezili|incet|acord|denunt)",
    ),
    clause(
        "exclusivity", "exclusivitate", "exclusiv",
        r"exclusivitat\w*|(?:distribuitor|furnizor|agent|prestator|drept\w*|licent\w*)\w* (?:unic si )?exclusiv\w*|in mod exclusiv",
        r"neexclusiv|fara exclusivitate|competent\w* exclusiv|exclusiv (?:in scop|pentru|in vederea)|raspunder|proprietat",
    ),
    clause(
        "non_compete", "neconcurenta", "concuren|neconcuren",
        r"neconcurent\w*|(?:nu (?:va|vor|poate|pot|desfasoar)|se (?:obliga|angajeaza) sa nu|sa nu|interzis|abtin).{0,200}concuren\w*",
        r"neloial",
    ),
    clause(
        "no_solicit_of_employees", "nu racoleaza", "salariat|angajat|personal",
        r"(?:nu (?:va|vor)|sa nu|interzis|abtin).{0,120}(?:angaj\w+|racol\w+|solicit\w+|recrut\w+|atrag\w+).{0,120}(?:salariat\w*|angajat\w*|personal\w*)",
        r"date\w* (?:cu caracter )?personal",
    ),
    clause(
        "audit_rights", "drept de verificare", "audit|verific|inspect|control|registr",
        r"\baudit\w*.{0,120}|(?:drept\w*|poate|permit\w*|acces).{0,120}(?:verific\w+|inspect\w+|control\w+).{0,120}(?:registr\w*|document\w*|evident\w*|sediu\w*|spati\w*|imobil\w*|contabil\w*)",
        r"auditor extern independent al",
    ),
    clause(
        "license_grant", "acorda licenta", "licen|drept de utilizare|drept de folosin",
        r"(?:acord\w*|concede\w*|confera|ofera).{0,160}(?:licent\w*|drept\w* (?:neexclusiv|exclusiv)?\w* ?de (?:utilizare|folosire))|licent\w+ (?:neexclusiv|exclusiv)\w*",
    ),
    clause(
        "ip_ownership_assignment", "cesiune de drepturi", "drepturi|proprietate intelectual",
        r"(?:cesion\w+|cede\w*|transfer\w+|transmit\w*|apartin\w*|proprietatea exclusiva).{0,160}(?:drept\w+ (?:patrimonial\w* )?(?:de autor|de proprietate intelectual\w+)|proprietat\w+ intelectual\w+)"
        r"|drept\w+ (?:patrimonial\w* )?(?:de autor|de proprietate intelectual\w+).{0,160}(?:cesion\w+|cede\w*|transfer\w+|transmit\w*|apartin\w*|revin\w*|proprietatea)",
    ),
    clause(
        "post_termination_services", "dupa incetare", "dupa incet|incetarea|la data incetarii",
        r"(?:dupa|la|ulterior|in termen de.{0,40}de la) (?:data )?incetar\w+.{0,120}(?:contract\w*|acord\w*|raporturilor).{0,160}(?:restitu\w*|pred\w*|elibera\w*|returna\w*|asista|continua|remite|sterge)",
    ),
)  # fmt: skip
