"""Ten other layouts, of which only figures were looked at until they were retired for a new half."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from evals.reading.contracts import Plan, Wording
from evals.reading.layouts import Layout, Planned, foot, head, line_numbers, watermark
from evals.reading.numbering import (
    Rank,
    Scheme,
    below,
    below_dot,
    bracketed_letter,
    bracketed_roman,
    letter,
    letter_bracket,
    ordinal,
    roman,
)
from evals.reading.plain_files import PlainPages
from evals.reading.scans import Scanning
from evals.reading.truth import Role
from evals.reading.typesetting import Fixed, Furniture, PageFacts, Sheet
from evals.reading.word_files import WordLook

if TYPE_CHECKING:
    import random

WORDS = Wording(
    parties="THIS DEED is entered into by Quillon Rail plc of the one part and Marsh & Tolley LLP of the other part.",
    headings=(
        "Interpretation", "Appointment", "Services", "Standards of Performance", "Fees", "Expenses and Taxes",
        "Personnel", "Data and Security", "Ownership of Work Product", "Indemnities", "Insurance Cover",
        "Suspension", "Breach and Cure", "Disputes", "Miscellaneous",
    ),
    run_ins=("Acceptance", "Subcontractors", "Late payment", "Set-off", "Access", "Replacement", "Reporting"),
    repeated="Time shall be of the essence for every obligation under this paragraph and no waiver shall be implied.",
    references=(
        "Paragraph {} is without prejudice to whatever the client may claim on any other ground.",
        "Article {} above governs in case of any conflict with the statement of work.",
    ),
    closing="EXECUTED as a deed and delivered on the date stated at the beginning of this deed.",
    signatures=("Signature of director ..........................", "Witness:", "Occupation:"),
    notes=("Compare the tender of the consultant.", "The sum includes what was paid before."),
    contents="Contents",
    cover=("QUILLON RAIL PLC", "MARSH & TOLLEY LLP", "relating to the Eastern depot", "17 September 2019"),
)  # fmt: skip

CUVINTE = Wording(
    parties="Între Compania Lacul Sărat S.A., ca locator, și Atelierele Unite S.R.L., în calitate de locatar.",
    headings=(
        "Definiții și interpretare", "Durata locațiunii", "Chiria și garanția", "Folosința bunului",
        "Reparații și îmbunătățiri", "Predarea bunului", "Rezilierea", "Forța majoră", "Legea aplicabilă",
    ),
    run_ins=("Plata", "Indexarea"),
    repeated="Nerespectarea acestei obligații dă dreptul celeilalte părți la despăgubiri pentru prejudiciul dovedit.",
    references=("Articolul {} rămâne aplicabil pe toată durata folosinței.",),
    closing="Semnat în trei exemplare originale, toate având aceeași valoare juridică.",
    signatures=("LOCATOR", "LOCATAR"),
    notes=("Potrivit procesului-verbal.",),
    slots=(
        ("Locatorul", "Locatarul", "Proprietarul", "Chiriașul"),
        ("va asigura", "va suporta", "răspunde pentru", "nu poate refuza"),
        ("întreținerea clădirii și a instalațiilor", "plata utilităților și a impozitelor",
         "accesul reprezentanților autorizați", "restituirea garanției la încetarea locațiunii"),
        ("pe întreaga durată a contractului,", "în lipsa unei înțelegeri contrare,",
         "după notificarea prealabilă a celeilalte părți,", "chiar dacă bunul nu este folosit,"),
        ("cu respectarea normelor în vigoare.", "în limita sumelor stabilite de părți.",
         "până cel târziu la sfârșitul lunii în curs.", "fără a aduce atingere drepturilor terților."),
    ),
)  # fmt: skip

_ROMANS = [roman(n).casefold() for n in range(1, 40)]
BARE: Scheme = (
    Rank(lambda n, _: str(n)),
    Rank(below),
    Rank(below),
    Rank(bracketed_letter, joined=True),
)
PARAGRAPHS: Scheme = (
    Rank(lambda n, _: f"§ {n}"),
    Rank(lambda n, _: f"({n})", joined=True),
    Rank(letter_bracket, joined=True),
)
OUTLINE: Scheme = (
    Rank(lambda n, _: f"{roman(n)}.", lambda n, _: (str(n),)),
    Rank(lambda n, _: f"{letter(n).upper()}.", joined=True),
    Rank(lambda n, _: f"{n}.", joined=True),
)
ORDINALS: Scheme = (
    Rank(lambda n, _: f"{ordinal(n)}:", lambda n, _: (str(n),)),
    Rank(lambda n, _: f"({letter(n)})", joined=True),
    Rank(bracketed_roman, joined=True),
)
CLAUSES: Scheme = (
    Rank(lambda n, _: f"Clause {n}"),
    Rank(below_dot),
    Rank(lambda n, above: f"{above}.{n}."),
)
ARTICLES: Scheme = (
    Rank(lambda n, _: f"Article {n}"),
    Rank(below),
    Rank(lambda n, above: f"{above}({letter(n)})", lambda n, _: (letter(n),)),
)
ARTICOLE: Scheme = (
    Rank(lambda n, _: f"Articolul {n}"),
    Rank(below_dot),
    Rank(letter_bracket, joined=True),
)

RATES = (("Grade", "Hourly rate", "Daily rate", "Cap"), ("Partner", "410.00", "3,280.00", "40,000"),
         ("Associate", "265.50", "2,124.00", "55,000"), ("Trainee", "120.00", "960.00", "12,500"),
         ("Clerk", "75.25", "602.00", "6,000"))  # fmt: skip
QUARTERS = (("", "Budget", "", "Actual", ""), ("Quarter", "GBP", "Share", "GBP", "Share"),
            ("First", "12,000", "24.0%", "11,480", "23.5%"), ("Second", "13,500", "27.0%", "13,912", "28.4%"),
            ("Third", "24,500", "49.0%", "23,508", "48.1%"))  # fmt: skip
CHIRII = (("Spațiu", "Suprafață (mp)", "Chirie lunară"), ("Parter", "240,50", "3.607,50"),
          ("Etaj", "118,00", "1.770,00"), ("Depozit", "95,25", "761,20"), ("Total", "453,75", "6.138,70"))  # fmt: skip


def _deed(_n: int) -> Furniture:
    def around(page: PageFacts) -> list[Fixed]:
        found = [
            foot(page, f"{page.number} / {page.total}", "right", Role.PAGE_NUMBER),
            foot(page, "QR/MT/2019-044", "left"),
        ]
        return found if page.number == 1 else [*found, head(page, "Deed of Appointment", "right")]

    return around


def _produced(_n: int) -> Furniture:
    def around(page: PageFacts) -> list[Fixed]:
        return [foot(page, f"MTLLP{page.number + 2330:06d}", "right", Role.STAMP),
                head(page, "HIGHLY CONFIDENTIAL – OUTSIDE COUNSEL ONLY", "left", Role.STAMP),
                head(page, "Filed 09/17/19   Document 44-2", "centre", Role.STAMP, down=14),
                foot(page, f"[{page.number}]", role=Role.PAGE_NUMBER, up=12)]  # fmt: skip

    return around


def _booklet(_n: int) -> Furniture:
    def around(page: PageFacts) -> list[Fixed]:
        even = page.number % 2 == 0
        side = "left" if even else "right"
        return [head(page, f"{page.number}  General Conditions of Carriage" if even else
                     f"{page.chapter or 'Conditions'}  {page.number}", side)]  # fmt: skip

    return around


def _annual(_n: int) -> Furniture:
    def around(page: PageFacts) -> list[Fixed]:
        label = roman(page.number).lower() if page.number < 3 else str(page.number - 2)
        return [foot(page, f"– {label} –", role=Role.PAGE_NUMBER), head(page, f"Part: {page.chapter}", "left")]

    return around


def _brief(_n: int) -> Furniture:
    def around(page: PageFacts) -> list[Fixed]:
        return [*line_numbers(page, 30, step=5), head(page, "CASE NO. 19-CV-00871", "right"),
                foot(page, f"Stipulation, p. {page.number}", "right", Role.PAGE_NUMBER)]  # fmt: skip

    return around


def _copy(n: int) -> Furniture:
    def around(page: PageFacts) -> list[Fixed]:
        word = ("SPECIMEN", "CONFORMED COPY", "NOT FOR SIGNATURE")[n % 3]
        return [watermark(page, word, angle=32, size=46), foot(page, f"Page {page.number}", "left", Role.PAGE_NUMBER),
                foot(page, f"M&T Draft: {9 + n}/17/2019 4:1{n} PM", "right", Role.STAMP)]  # fmt: skip

    return around


def _locatiune(_n: int) -> Furniture:
    def around(page: PageFacts) -> list[Fixed]:
        return [head(page, "Lacul Sărat S.A.", "left"), head(page, "Contract de locațiune nr. 318/2020", "right"),
                foot(page, f"pag. {page.number}", role=Role.PAGE_NUMBER),
                foot(page, "Confidențial – uz intern", "left", Role.STAMP, up=-12)]  # fmt: skip

    return around


def _letterhead(_n: int) -> Furniture:
    def around(page: PageFacts) -> list[Fixed]:
        address = "Quillon Rail plc · 4 Depot Row · Registered in England No. 04418112"
        return [foot(page, address), head(page, str(page.number), "right", Role.PAGE_NUMBER)]

    return around


def _filed(n: int) -> PlainPages:
    def below(page: int) -> tuple[tuple[str, Role], ...]:
        return (("", Role.BODY), (f"EX-10.{n + 3}   Page {page}".rjust(70), Role.PAGE_NUMBER))

    def above(page: int) -> tuple[tuple[str, Role], ...]:
        if page == 1:
            return ()
        return (("QUILLON RAIL PLC", Role.HEADER), ("APPOINTMENT OF CONSULTANT", Role.HEADER), ("", Role.BODY))

    return PlainPages(above=above, below=below, rows=52, columns=70, feed="\f" if n % 3 else "", indent=5)


def _planned(**settings: Any) -> Planned:  # fields of Plan
    def plan(number: int, chance: random.Random) -> Plan:
        clauses = chance.randint(6, 12) if number > 1 else 1 + number
        return replace(Plan(title="DEED OF APPOINTMENT", words=WORDS, scheme=BARE, clauses=clauses), **settings)

    return plan


A4 = Sheet(width=595.0, height=842.0, left=64, right=64)
LAYOUTS = (
    Layout("bare decimal deed", _planned(contents=True, cover=True, fan=(4, 2, 2), tables=(RATES,)),
           replace(A4, font="Helvetica", bold="Helvetica-Bold", size=9.5, leading=12.5), _deed, style="array"),
    Layout("produced outline", _planned(title="CONSULTING AGREEMENT", scheme=OUTLINE, recitals=True),
           Sheet(top=96, bottom=90, justify=True), _produced, style="word"),
    Layout("booklet in two columns", _planned(title="GENERAL CONDITIONS OF CARRIAGE", scheme=CLAUSES, signatures=False,
           repeated=True), Sheet(width=480, height=680, columns=2, size=8, leading=9.6, between=3.5, left=40, right=40,
           gap=18, top=64, bottom=56, indent=8, divide=True, justify=True), _booklet, order="around first"),
    Layout("ordinals with notes", _planned(title="GUARANTEE", scheme=ORDINALS, heads="run-in", notes=True, clauses=9),
           Sheet(size=12, leading=15, first_line=24), _annual, order="around first", style="array"),
    Layout("brief numbered by fives", _planned(title="STIPULATION", scheme=ARTICLES, heads="lines", signatures=False),
           Sheet(left=96, size=11.5, leading=20, between=0, top=100, bottom=76), _brief, style="word"),
    Layout("specimen", _planned(language="nda", title="SECRECY AGREEMENT", scheme=PARAGRAPHS, clauses=6,
           tables=(QUARTERS,), schedules=1, schedule="Appendix {}"),
           replace(A4, font="New Computer Modern", bold="New Computer Modern Bold", size=10.5, justify=True), _copy,
           writer="typst", order="around first"),
    Layout("locațiune", _planned(title="CONTRACT DE LOCAȚIUNE", words=CUVINTE, scheme=ARTICOLE, language="ro",
           tables=(CHIRII,), ruled=True), replace(A4, font="DejaVu Sans Mono", bold="DejaVu Sans Mono Bold", size=8,
           leading=11), _locatiune, writer="typst", style="word"),
    Layout("margin and letterhead", _planned(margin=True, run_ins=True, schedules=2, schedule="Annex {}", repeated=True,
           tables=(QUARTERS,) * 3, ruled=True), replace(A4, left=128, size=10), _letterhead, order="around first"),
    Layout("glued articles", _planned(title="DISTRIBUTION AGREEMENT", scheme=CLAUSES, joins=("\n", "", ""),
           contents=True), Sheet(font="Courier", bold="Courier-Bold", size=9, leading=11), _produced),
    Layout("exhibit as text", _planned(scheme=ARTICLES, heads="lines", recitals=True, joins=(" ", "\n", " ")),
           plain=_filed),
)  # fmt: skip

WORD_SCHEME: Scheme = (
    Rank(lambda n, _: f"ARTICLE {roman(n)}", lambda n, _: (str(n),)),
    Rank(lambda n, _: f"{n}.", joined=True),
    Rank(bracketed_roman, joined=True),
)
SCANNING = Scanning(("produced outline", "locațiune"), page=1, degrees=-1.3, noise=18.0)
WORD = WordLook(WORDS, (("upperRoman", "ARTICLE %1"), ("decimal", "%2."), ("lowerRoman", "(%3)")), WORD_SCHEME,
                ("M. Okafor", "Legal Dept (Quillon)"), RATES)  # fmt: skip
