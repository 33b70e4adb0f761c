"""Ten layouts whose results may be looked at and mended by."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from evals.reading.contracts import Plan, Wording
from evals.reading.layouts import Layout, Planned, foot, head, line_numbers, watermark
from evals.reading.numbering import (
    LETTERS,
    ROMANS,
    Rank,
    Scheme,
    below,
    bracketed_number,
    letter_bracket,
    number_dot,
    roman,
    word,
)
from evals.reading.plain_files import PlainPages
from evals.reading.scans import Scanning
from evals.reading.truth import Role
from evals.reading.typesetting import Fixed, Furniture, PageFacts, Sheet
from evals.reading.word_files import WordLook

if TYPE_CHECKING:
    import random

WORDS = Wording(
    parties='This Agreement is made between Harrow Field Limited (the "Company") and Tessin Optics AG (the "Buyer").',
    headings=(
        "DEFINITIONS", "SUPPLY OF GOODS", "PRICE AND PAYMENT", "TERM", "WARRANTIES", "LIMITATION OF LIABILITY",
        "CONFIDENTIALITY", "INTELLECTUAL PROPERTY", "TERMINATION", "CONSEQUENCES OF TERMINATION", "NOTICES",
        "GOVERNING LAW", "ASSIGNMENT", "FORCE MAJEURE", "GENERAL",
    ),
    run_ins=("Orders", "Delivery", "Invoices", "Inspection", "Records", "Insurance", "Audit", "Forecasts"),
    repeated="Nothing in this clause limits any right or remedy that the Buyer has under the general law.",
    references=(
        "Section {} applies to each such order as if it were set out here in full.",
        "Clause {} shall survive the end of this Agreement for a period of two years.",
    ),
    closing="IN WITNESS WHEREOF, the parties have caused this Agreement to be signed by their authorised officers.",
    signatures=("By: ______________________", "Name:", "Title:", "Date:"),
    notes=("See also the letter of the parties.", "As amended by the first side letter."),
    cover=("between", "HARROW FIELD LIMITED", "and", "TESSIN OPTICS AG", "Dated 4 May 2021"),
)  # fmt: skip

CUVINTE = Wording(
    parties="Prezentul contract se încheie între Societatea Dealul Verde S.R.L. și Institutul de Măsurători Fine.",
    headings=(
        "DISPOZIȚII GENERALE", "OBIECTUL CONTRACTULUI", "PREȚUL", "OBLIGAȚIILE PĂRȚILOR", "RĂSPUNDEREA",
        "ÎNCETAREA", "NOTIFICĂRI", "LITIGII",
    ),
    run_ins=("Termene", "Plăți"),
    repeated="Părțile convin că orice modificare se face numai prin act adițional semnat de ambele părți.",
    references=("Art. {} se aplică în mod corespunzător și acestei obligații a prestatorului.",),
    closing="Prezentul contract s-a încheiat astăzi în două exemplare, câte unul pentru fiecare parte.",
    signatures=("Prestator,", "Beneficiar,"),
    notes=("A se vedea și anexa.",),
    contents="CUPRINS",
    slots=(
        ("Prestatorul", "Beneficiarul", "Fiecare parte", "Oricare dintre părți"),
        ("se obligă să", "are dreptul să", "poate în orice moment să", "este ținut să"),
        ("comunice în scris", "verifice", "păstreze", "predea la sediul celeilalte părți"),
        ("documentele privind lucrările executate,", "rapoartele lunare și facturile aferente,",
         "înștiințările primite de la autorități,", "bunurile încredințate spre folosință,"),
        ("în termen de zece zile de la primirea solicitării.", "fără întârziere și pe cheltuiala sa.",
         "în condițiile prevăzute de lege și de prezentul contract.", "sub sancțiunea plății de daune-interese."),
    ),
)  # fmt: skip

_WORDS: list[str] = [word(n).casefold() for n in range(1, 20)]
_ROMANS: list[str] = [roman(n).casefold() for n in range(1, 40)]
DECIMAL: Scheme = (Rank(number_dot), Rank(below), LETTERS, ROMANS)
ARTICLES: Scheme = (
    Rank(lambda n, _: f"ARTICLE {roman(n)}", lambda n, _: (str(n), f"article {roman(n)}")),
    Rank(lambda n, above: f"Section {_arabic(above)}.{n}", lambda n, above: (f"{above}.{n}",)),
    LETTERS,
    ROMANS,
)
SECTIONS: Scheme = (Rank(lambda n, _: f"Section {n}."), LETTERS, ROMANS)
WORDED: Scheme = (
    Rank(lambda n, _: f"SECTION {word(n)}", lambda n, _: (str(n), f"section {word(n)}")),
    Rank(lambda n, above: f"{_WORDS.index(above) + 1}.{n}"),
    LETTERS,
)
ROMANIAN: Scheme = (
    Rank(lambda n, _: f"CAPITOLUL {roman(n)}", lambda n, _: (str(n), f"capitolul {roman(n)}")),
    Rank(lambda n, _: f"Art. {n}", running=True),
    Rank(bracketed_number, joined=True),
    Rank(letter_bracket, joined=True),
)

FEES = (("Item", "Quantity", "Unit price", "Total"), ("Lens A4", "1,200", "14.50", "17,400.00"),
        ("Lens B2", "800", "9.75", "7,800.00"), ("Mount", "2,500", "3.20", "8,000.00"),
        ("Total", "4,500", "", "33,200.00"))  # fmt: skip
YEARS = (("Year", "Minimum", "Discount"), ("2021", "10,000", "2%"), ("2022", "15,000", "3%"), ("2023", "22,500", "5%"))
SPANNED = (("Region", "Fees in EUR", "", ""), ("", "2020", "2021", "2022"), ("North", "110", "125", "131"),
           ("South", "96", "101", "107"), ("All", "206", "226", "238"))  # fmt: skip


def _arabic(label: str) -> int:
    return _ROMANS.index(label) + 1


def _classic(_n: int) -> Furniture:
    def around(page: PageFacts) -> list[Fixed]:
        return [head(page, "Supply Agreement – Harrow Field / Tessin"),
                foot(page, f"Page {page.number} of {page.total}", role=Role.PAGE_NUMBER)]  # fmt: skip

    return around


def _filing(_n: int) -> Furniture:
    def around(page: PageFacts) -> list[Fixed]:
        return [head(page, "CONFIDENTIAL TREATMENT REQUESTED", role=Role.STAMP),
                head(page, "EXECUTION COPY", "right", Role.STAMP, down=12),
                foot(page, f"- {page.number} -", role=Role.PAGE_NUMBER),
                foot(page, f"HFL-TO {100400 + page.number:07d}", "right", Role.STAMP, up=-14)]  # fmt: skip

    return around


def _magazine(_n: int) -> Furniture:
    def around(page: PageFacts) -> list[Fixed]:
        odd = page.number % 2 == 1
        return [head(page, "Terms of Purchase" if odd else "Tessin Optics AG", "right" if odd else "left"),
                foot(page, str(page.number), "right" if odd else "left", Role.PAGE_NUMBER)]  # fmt: skip

    return around


def _chapters(_n: int) -> Furniture:
    def around(page: PageFacts) -> list[Fixed]:
        number = roman(page.number).lower() if page.number <= 2 else str(page.number)
        found = [foot(page, number, role=Role.PAGE_NUMBER)] if page.number > 1 else []
        return [*found, head(page, page.chapter, "right")] if page.chapter and page.number > 2 else found

    return around


def _pleading(_n: int) -> Furniture:
    def around(page: PageFacts) -> list[Fixed]:
        return [*line_numbers(page, 28), foot(page, str(page.number), role=Role.PAGE_NUMBER),
                foot(page, "AGREEMENT OF SETTLEMENT", up=-12)]  # fmt: skip

    return around


def _draft(n: int) -> Furniture:
    def around(page: PageFacts) -> list[Fixed]:
        return [watermark(page, "DRAFT"), head(page, f"Draft {n + 2} of 12.03.2020", "right", Role.STAMP),
                foot(page, f"F-{page.number}", role=Role.PAGE_NUMBER)]  # fmt: skip

    return around


def _romanian(_n: int) -> Furniture:
    def around(page: PageFacts) -> list[Fixed]:
        return [head(page, "Dealul Verde S.R.L. – Contract de prestări servicii", "left"),
                foot(page, f"Pagina {page.number} din {page.total}", "right", Role.PAGE_NUMBER)]  # fmt: skip

    return around


def _margins(_n: int) -> Furniture:
    def around(page: PageFacts) -> list[Fixed]:
        return [foot(page, "HARROW FIELD LIMITED", "left"), foot(page, str(page.number), "right", Role.PAGE_NUMBER)]

    return around


def _sec_pages(n: int) -> PlainPages:
    feed = "\f" if n % 2 else "<PAGE>"
    return PlainPages(
        above=lambda _p: (("", Role.BODY), ("HARROW FIELD LIMITED".rjust(74), Role.HEADER), ("", Role.BODY)),
        below=lambda p: (("", Role.BODY), (f"-{p}-".center(74).rstrip(), Role.PAGE_NUMBER), ("", Role.BODY)),
        feed=feed,
    )


def _planned(**settings: Any) -> Planned:  # fields of Plan
    def plan(number: int, chance: random.Random) -> Plan:
        base = Plan(
            title="SUPPLY AGREEMENT",
            words=WORDS,
            scheme=DECIMAL,
            clauses=chance.randint(5, 12) if number > 1 else 1 + number,
        )
        return replace(base, **settings)

    return plan


A4 = Sheet(width=595.0, height=842.0)
LAYOUTS = (
    Layout("classic decimal", _planned(contents=True, schedules=1, tables=(FEES,)), Sheet(justify=True), _classic),
    Layout("filing by articles", _planned(title="SUPPLY AND LICENCE AGREEMENT", scheme=ARTICLES, heads="lines",
           run_ins=True, recitals=True, cover=True), Sheet(), _filing, order="around first", style="word"),
    Layout("two columns", _planned(title="TERMS OF PURCHASE", scheme=SECTIONS, heads="run-in", signatures=False),
           Sheet(columns=2, size=8.5, leading=10, between=4, left=48, right=48, indent=10, justify=True, divide=True,
                 font="Helvetica", bold="Helvetica-Bold"), _magazine, style="array"),
    Layout("chapters with notes", _planned(title="FRAMEWORK AGREEMENT", notes=True, cover=True, repeated=True,
           tables=(YEARS,) * 3, ruled=True), A4, _chapters),
    Layout("pleading with line numbers", _planned(title="SETTLEMENT AGREEMENT", scheme=WORDED, heads="lines",
           signatures=False), Sheet(left=100, size=12, leading=22, between=0, top=88, bottom=80, font="Courier",
           bold="Courier-Bold"), _pleading, order="around first"),
    Layout("draft with watermark", _planned(language="nda", title="NON-DISCLOSURE AGREEMENT", repeated=True,
           tables=(SPANNED,), ruled=True, joins=(" ", "\n", " ")),
           Sheet(font="Helvetica", bold="Helvetica-Bold", size=10), _draft, style="word"),
    Layout("Romanian contract", _planned(title="CONTRACT DE PRESTĂRI SERVICII", words=CUVINTE, scheme=ROMANIAN,
           language="ro", heads="lines", schedules=1, schedule="ANEXA {}"),
           replace(A4, font="Libertinus Serif", bold="Libertinus Serif Bold", justify=True), _romanian,
           writer="typst"),
    Layout("numbers in the margin", _planned(margin=True, schedules=1), Sheet(left=120, size=10.5), _margins,
           style="word"),
    Layout("glued numbers", _planned(joins=(" ", "", "", ""), run_ins=True, language="nda", clauses=6), Sheet(),
           _classic, style="array"),
    Layout("filing as text", _planned(joins=("\n", "\n", " ", " "), repeated=True), plain=_sec_pages),
)  # fmt: skip

SCANNING = Scanning(("classic decimal", "Romanian contract"), page=2, degrees=0.8, noise=14.0)
WORD = WordLook(WORDS, (("decimal", "%1."), ("decimal", "%1.%2"), ("lowerLetter", "(%3)")), DECIMAL,
                ("Ines Carvalho", "Tomasz Wilk"), FEES)  # fmt: skip
