"""Words that say nothing of which document is meant, English and Romanian, as ``words.normal`` gives them."""

from __future__ import annotations

from typing import Final

from casewright.evidence.naming.words import normal


def _normals(text: str) -> frozenset[str]:
    return frozenset(normal(word) for word in text.split())


ORDINARY: Final = _normals("""
agreement party parties company corporation client customer supplier seller buyer purchaser vendor licensor licensee
lessor lessee landlord tenant distributor reseller manufacturer franchisor franchisee sponsor agent bank broker dealer
consultant contractor developer provider user owner operator borrower lender guarantor trustee investor holder issuer
shareholder director officer executive employer employee member manager affiliate marketing marketer promoter publisher
host principal recipient discloser service product software website site network system content hosting maintenance
support development research collaboration cooperation license distribution franchise promotion sponsorship endorsement
outsourcing manufacturing supply transportation agency consulting joint venture strategic alliance intellectual property
non compete competition remarketing development commercialization administration administrator program project terms
condition schedule exhibit annex appendix amendment addendum master general standard form final draft copy version
signed executed letter order statement work proposal policy plan note lease deed loan credit facility security guarantee
trust fund stock share option warrant unit asset sale purchase merger acquisition investment management advisory
insurance life health medical pharmaceutical laboratory science biotechnology technology digital data media online
internet web mobile wireless communication telecommunication energy power oil gas solar water mining gold resource
capital financial finance partner holding group international global national american united states state north south
east west western eastern new first one two general dynamic direct solution industry enterprise business commercial
consumer retail food beverage restaurant hotel resort real estate property land home house building construction
engineering design electronic electric motor vehicle automotive air airline marine shipping logistic transport travel
entertainment music film video game sport event education school university college institute foundation association
society council department government public private legal law governing notice termination term renewal payment price
fee royalty revenue profit commission tax liability limitation cap indemnity warranty confidentiality confidential
disclosure information audit right record report assignment change control exclusivity exclusive minimum commitment
commitment volume restriction force majeure dispute arbitration venue date effective agreement day month year time
period end start clause section article paragraph page document file contract deal paper matter case question answer
january february march april may june july august september october november december inc ltd llc plc corp
purpose recital whereas witness background definition interpretation territory field use trademark patent copyright
brand name mark sign party agreement other whole entire full complete original current existing future present
cybersecurity privacy protection personal processing processor controller environmental compliance quality safety
addendum side main key bond common preferred series class act code rule regulation exchange market trade trading
center centre club team community city county street road park place office president chief senior
chirie inchiriere vanzare cumparare prestari servicii furnizare munca mandat comodat imprumut ipoteca garantie
locator locatar vanzator cumparator prestator beneficiar furnizor angajator angajat mandant mandatar proprietar chirias
societate societatea firma parte parti partile act aditional conventie acord clauza articol termen preaviz suma plata
pret penalitate penalitati lege legea instanta litigiu reziliere incetare durata obiect obiectul factura facturi
cerere decizie hotarare proces verbal regulament notificare procura imputernicire antecontract teren imobil apartament
spatiu comercial dezvoltare imobiliar
""")
"""Kinds of papers, roles, trades, subjects: alone they are nobody's name."""

BOUNDARIES: Final = _normals("""
in under of from to with by at on for as about per within upon into onto is are was were be been being does do did has
have had having can could may might must shall should will would what which who whom whose when where why how that it
its if than then there any all each every some no not say says said tell tells state states show shows find give gives
list compare get got read mean means cover covers contain contains apply applies govern governs according pursuant
between versus vs against after before during until while through via me us we i you they he she please happen happens
long much many also only just still yet ever never whether because since granted grant grants required require requires
down out up off over call called regarding concerning
din la pe ce care cine cand unde cum cat cati este sunt are au avea poate pot trebuie prevede prevad spune spun conform
potrivit sub despre daca nu da este exista avem arata cauta gaseste contine
""")
"""Words at which the name of a document begins or ends: prepositions, verbs, words that ask."""

CROSSED: Final = _normals("the our their your my his her and or & si sau a an that this")
"""Words that may stand inside two names that are said in one breath: "the Alpha and the Beta agreement"."""

DEFINITE: Final = _normals("the our their your my his her that under in per")

CONNECTORS: Final = _normals("""
with between by from of and for dated to as the our no number nr cu dintre din privind de si incheiat signed entered
into made filed on al lui domnul doamna dl dna against
""")
"""Words after "agreement" that lead to more of its name: with whom, of when, for what."""

FOR_WHAT: Final = _normals("of for de privind pentru")

PAPERS: Final = _normals("""
agreement contract lease nda msa sow dpa license licence deed letter amendment addendum endorsement venture jv alliance
terms policy charter memorandum note plan annex indenture standstill mandate sponsorship franchise distributorship
collaboration partnership deal arrangement undertaking settlement waiver consent paper file document
contractul contract act acord conventie antecontract procura regulament decizie cerere notificare
""")
"""What a document is called by what it is."""

ANY_PAPER: Final = _normals("agreement contract deal arrangement paper file document partnership relationship")
"""Those that every document is: they narrow nothing."""

WEAK_PAPERS: Final = _normals("""
license licence policy terms note plan letter amendment consent waiver sponsorship franchise distributorship
collaboration partnership venture alliance settlement undertaking mandate decizie cerere notificare deed
""")
"""Those that are subjects of questions as well: alone, without another word of the name, they name nothing."""

SAYS_NOTHING: Final = _normals("""
the our their your my a an that this signed executed current existing original entire whole full written present
underlying relevant applicable new old said respective two three both
""")
"""Words before the name of a document that are no part of it."""

VERBS: Final = frozenset({
    "is", "are", "was", "were", "does", "do", "did", "can", "could", "may", "might", "must", "shall", "should", "will",
    "would", "has", "have", "had", "what", "which", "who", "when", "where", "how", "why", "este", "sunt", "au",
    "poate", "trebuie", "ce", "care", "cine", "cand", "cum", "cat", "find", "show", "list", "compare", "tell",
})  # fmt: skip
"""A question without any of them is a list of words, in which a name is a place and no subject."""
