"""Eight layouts whose faults nobody looks at: no rule is mended by what stands here."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from evals.reading.contracts import Plan, Wording
from evals.reading.layouts import Layout, Planned, foot, head, line_numbers, watermark
from evals.reading.numbering import LETTERS, ROMANS, Rank, Scheme, below, below_dot, bracketed_number, letter, roman
from evals.reading.plain_files import PlainPages
from evals.reading.scans import Scanning
from evals.reading.truth import Role
from evals.reading.typesetting import Fixed, Furniture, PageFacts, Sheet
from evals.reading.word_files import WordLook

if TYPE_CHECKING:
    import random

WORDS = Wording(
    parties=(
        "This Facility is made among Brannock Shipping AS as obligor and Ostrava Lending Partners "
        "as original lender."
    ),
    headings=(
        "Commitments", "Conditions Precedent", "Drawdown", "Prepayment", "Interest Periods", "Default Interest",
        "Gross-Up", "Increased Costs", "Covenants of the Obligor", "Financial Ratios", "Events of Acceleration",
        "Transfers by Lenders", "Role of the Agent", "Notices and Languages", "Process Agent",
    ),
    run_ins=("Availability", "Cancellation", "Break costs", "Pro rata sharing", "Hedging", "Valuation"),
    repeated="Nothing in this provision releases the obligor from a payment that has fallen due under the facility.",
    references=(
        "Provision {} applies to each utilisation as if it were set out in full.",
        "Item {} prevails where the agent has given a longer period in writing.",
    ),
    closing="Signed by the duly authorised attorneys of the parties at the place where the facility is lodged.",
    signatures=("By: ______________________", "Name:", "Title: Attorney-in-fact"),
    notes=("Figures as certified by the auditors.", "Rate as fixed by the agent."),
    contents="INDEX OF PROVISIONS",
    cover=("BRANNOCK SHIPPING AS", "OSTRAVA LENDING PARTNERS", "USD 42,000,000 Term Facility", "8 May 2014"),
)  # fmt: skip

TERMENI = Wording(
    parties="Subscrisa Moara Veche S.R.L., în calitate de vânzător, și Pădurea Albă S.A., în calitate de cumpărător.",
    headings=(
        "Obiectul vânzării", "Prețul și plata lui", "Livrarea mărfii", "Recepția cantitativă", "Garanția de calitate",
        "Răspunderea vânzătorului", "Încetarea raporturilor", "Litigii",
    ),
    run_ins=("Termenul", "Ambalajul"),
    repeated="Părțile confirmă că au citit această prevedere și că o acceptă în mod expres.",
    references=("Punctul {} se aplică în mod corespunzător fiecărei comenzi ferme.",),
    closing="Redactat în două exemplare, câte unul pentru fiecare parte semnatară.",
    signatures=("VÂNZĂTOR", "CUMPĂRĂTOR"),
    notes=("Conform facturii proforme.",),
    slots=(
        ("Vânzătorul", "Cumpărătorul", "Transportatorul", "Depozitarul", "Expeditorul"),
        ("trebuie să confirme", "are dreptul să verifice", "se obligă să păstreze", "poate cere în scris"),
        ("cantitatea de cereale livrată", "starea ambalajelor returnabile", "documentele de însoțire a mărfii",
         "certificatul de calitate al lotului"),
        ("la fiecare recepție,", "în prezența ambelor părți,", "înainte de descărcare,", "pe cheltuiala sa,"),
        ("fără costuri suplimentare pentru cealaltă parte.", "potrivit uzanțelor din comerțul cu cereale.",
         "în cel mult cinci zile lucrătoare.", "chiar dacă marfa a fost asigurată."),
    ),
)  # fmt: skip

PROVISIONS: Scheme = (Rank(lambda n, _: f"Clause {n}."), Rank(below), LETTERS)
NESTED: Scheme = (Rank(lambda n, _: f"{roman(n)}"), LETTERS, ROMANS)
SECTIONS: Scheme = (
    Rank(lambda n, _: f"Section {n}.00"),
    Rank(lambda n, above: f"{above.split('.')[0]}.{n:02d}"),
    LETTERS,
)
SIGNS: Scheme = (Rank(lambda n, _: f"§{n}."), Rank(below_dot), Rank(bracketed_number, joined=True))
PARTS: Scheme = (
    Rank(lambda n, _: f"Part {letter(n).upper()}", lambda n, _: (letter(n),)),
    Rank(lambda n, _: f"{n}.", joined=True),
    ROMANS,
)
ALINEATE: Scheme = (
    Rank(lambda n, _: f"Art. {roman(n)}", lambda n, _: (str(n),)),
    Rank(bracketed_number, joined=True),
    Rank(lambda n, _: f"lit. {letter(n)})", joined=True),
)
STEPS: Scheme = (Rank(lambda n, _: f"{n})"), Rank(lambda n, _: f"{letter(n)}.", joined=True), ROMANS)

LOANS = (("Tranche", "Commitment", "Margin", "Maturity"), ("A", "18,000,000", "2.15%", "2019"),
         ("B", "15,500,000", "2.60%", "2021"), ("C", "8,500,000", "3.05%", "2022"))  # fmt: skip
ACCOUNTS = (("USD thousands", "2013", "2012"), ("Charter income", "9,412", "(1,208)"), ("Bunkers", "(3,377)",
         "(2,954)"),
            ("Depreciation", "(1,040)", "(998)"), ("Result", "4,995", "(5,160)"))  # fmt: skip


def _agency(_n: int) -> Furniture:
    def around(page: PageFacts) -> list[Fixed]:
        return [foot(page, f"EMEA {5118200 + page.number}v4", "left", Role.STAMP),
                foot(page, str(page.number), role=Role.PAGE_NUMBER)]  # fmt: skip

    return around


def _court(n: int) -> Furniture:
    def around(page: PageFacts) -> list[Fixed]:
        said = (
            f"Case 4:14-cv-0{n}219-KLM  ECF No. 61-{n + 1}  PageID.{880 + page.number}"
            f"  Page {page.number} of {page.total}"
        )
        return [*line_numbers(page, 25), head(page, said, "left", Role.STAMP),
                foot(page, "MEMORANDUM OF TERMS", "centre"), foot(page, str(page.number), "centre", Role.PAGE_NUMBER,
                up=12)]  # fmt: skip

    return around


def _lease(n: int) -> Furniture:
    def around(page: PageFacts) -> list[Fixed]:
        return [head(page, f"Unit {n + 4}, Harbour Mill", "left"), head(page, "Tenant's initials ____", "right"),
                foot(page, f"Lease page {page.number} of {page.total}", "right", Role.PAGE_NUMBER)]  # fmt: skip

    return around


def _per_column(_n: int) -> Furniture:
    def around(page: PageFacts) -> list[Fixed]:
        sheet = page.sheet
        middle = (sheet.width + sheet.gap) / 2
        return [head(page, "Terms of Carriage by Sea", "left"),
                Fixed("Edition of May 2014", Role.HEADER, middle, sheet.height - 0.5 * sheet.top),
                foot(page, f"{page.number}|{page.total}", "right", Role.PAGE_NUMBER)]  # fmt: skip

    return around


def _exhibit(n: int) -> Furniture:
    def around(page: PageFacts) -> list[Fixed]:
        return [foot(page, f"B-{n + 1}-{page.number}", role=Role.PAGE_NUMBER), head(page, f"Exhibit B-{n + 1}",
        "right"),
                watermark(page, "VOID", angle=55, size=110)]  # fmt: skip

    return around


def _vanzare(_n: int) -> Furniture:
    def around(page: PageFacts) -> list[Fixed]:
        return [head(page, "Contract-cadru nr. 77 din 08.05.2014", "centre"),
                foot(page, f"Pagina {page.number} din {page.total}", "right", Role.PAGE_NUMBER),
                foot(page, "Moara Veche S.R.L. · J12/901/2003", "left")]  # fmt: skip

    return around


def _typed(n: int) -> PlainPages:
    def below(page: int) -> tuple[tuple[str, Role], ...]:
        return (("", Role.BODY), (f"-{page}-".center(66).rstrip(), Role.PAGE_NUMBER), ("<PAGE>", Role.OPEN))

    def above(_page: int) -> tuple[tuple[str, Role], ...]:
        return ((f"Brannock Term Facility, Tranche {'ABC'[n % 3]}".rjust(66), Role.HEADER), ("", Role.BODY))

    return PlainPages(above=above, below=below, rows=58, columns=66, feed="", indent=3)


def _planned(**settings: Any) -> Planned:  # fields of Plan
    def plan(number: int, chance: random.Random) -> Plan:
        clauses = chance.randint(5, 11) if number > 1 else 1 + number
        return replace(Plan(title="TERM FACILITY", words=WORDS, scheme=PROVISIONS, clauses=clauses), **settings)

    return plan


A4 = Sheet(width=595.0, height=842.0, left=78, right=58)
LAYOUTS = (
    Layout("facility", _planned(contents=True, cover=True, tables=(LOANS,), schedules=2, schedule="Schedule {}"),
           replace(A4, size=10.2, leading=13.1, justify=True), _agency, order="around first"),
    Layout("court filing", _planned(title="MEMORANDUM OF TERMS", scheme=NESTED, signatures=False),
           Sheet(left=108, right=40, size=12.5, leading=25, between=0, top=86, bottom=70), _court),
    Layout("lease with run-ins", _planned(title="LEASE OF PART", scheme=SECTIONS, run_ins=True, notes=True, clauses=7),
           Sheet(font="Helvetica", bold="Helvetica-Bold", size=8.8, leading=12, left=54, right=54), _lease,
           style="word"),
    Layout("headers per column", _planned(title="TERMS OF CARRIAGE BY SEA", scheme=STEPS, repeated=True),
           replace(A4, columns=2, size=7.5, leading=9, left=36, right=36, gap=26, between=4, justify=True),
           _per_column),
    Layout("landscape exhibit", _planned(title="PLEDGE OF ACCOUNTS", scheme=PARTS, tables=(ACCOUNTS,), ruled=True),
           Sheet(width=792, height=612, left=90, right=90, top=66, bottom=62, size=10.8), _exhibit, style="array"),
    Layout("signs and notes", _planned(title="SIDE LETTER", scheme=SIGNS, notes=True, heads="lines"),
           Sheet(font="Courier", bold="Courier-Bold", size=9.6, leading=14, left=60, right=60), _agency, style="array"),
    Layout("vânzare", _planned(title="CONTRACT-CADRU DE VÂNZARE", words=TERMENI, scheme=ALINEATE, language="ro"),
           replace(A4, font="Libertinus Serif", bold="Libertinus Serif", size=11.3, leading=14.5), _vanzare,
           writer="typst"),
    Layout("typed facility", _planned(scheme=PROVISIONS, joins=("\n", " ", " "), recitals=True), plain=_typed),
)  # fmt: skip

SCANNING = Scanning(("facility", "landscape exhibit"), page=1, degrees=0.9, noise=15.0)
WORD = WordLook(WORDS, (("decimal", "Clause %1."), ("decimal", "%1.%2"), ("lowerLetter", "(%3)")), PROVISIONS,
                ("Ingrid Vold", "P. Novák"), LOANS)  # fmt: skip
