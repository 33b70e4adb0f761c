"""Sound sources, chains and indexes that look like defects: old, undated, shared by claims, spelt otherwise.

Each function takes a company, and writes claims from facts that nothing else uses.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from casewright.domain.claims import Basis, ClaimClass, Materiality
from casewright.domain.evidence import NodeKind, SourceType
from casewright.domain.periods import Period, PeriodKind
from casewright.domain.values import Date, Text
from evals.golden.businesses import Age, Window
from evals.golden.facts import Fact, about, flow, is_year, money, months_before
from evals.golden.figures import day_words, stated
from evals.golden.planting_chains import NAMES, index_paper, of_one_year, ratio

if TYPE_CHECKING:
    from collections.abc import Callable

    from evals.golden.facts import Company


def old_within_its_age(company: Company) -> None:
    """Sources of fourteen months for a balance sheet, of eleven for a flow, of three and a half for a month."""
    for age, back in ((Age.BALANCE_SHEET, 14), (Age.OTHER, 11), (Age.MONTHLY, 3)):
        fact = company.take(_of_age(age), untouched=True)
        company.keep_off(*about(fact))
        dated = months_before(company.writer.as_of, back) - timedelta(days=15 if age is Age.MONTHLY else 6)
        ended = (dated - timedelta(days=9)).replace(day=1) - timedelta(days=1)
        kind = {Age.BALANCE_SHEET: PeriodKind.DAY, Age.OTHER: PeriodKind.LTM, Age.MONTHLY: PeriodKind.MONTH}[age]
        paper = company.old_paper(f"Management report {dated:%Y-%m-%d}.pdf", "report", dated)
        company.say(Fact(fact.metric, fact.entity, Period(kind, ended), fact.value), paper)


def old_contract(company: Company) -> None:
    """A contract signed years ago says terms that have no metric and so no age; they stand as long as it does."""
    signed = date(company.year - company.random.randrange(2, 6), 6, 11)
    party = company.random.choice(NAMES)
    name = f"Customer agreement {party} {signed.year}.pdf"
    paper = company.writer.paper(name, SourceType.SIGNED_CONTRACT, signed)
    for line in (
        f"{party} may end this agreement on ninety days' written notice.",
        f"Liability under this agreement with {party} is limited to the fees of one year.",
    ):
        company.writer.state(
            line,
            [company.writer.cite(paper, line)],
            value=Text(line),
            claim_class=ClaimClass.LEGAL_TERMS,
            materiality=Materiality.HIGH,
        )


def dated_on_the_day(company: Company) -> None:
    """A bank statement that bears the very day whose balance it tells, and minutes of the day of the event."""
    fact = company.take(_of_age(Age.BALANCE_SHEET))
    paper = company.old_paper(f"Bank statement {fact.period.end:%Y-%m-%d}.pdf", "bank", fact.period.end)
    company.say(fact, paper)
    day = date(company.year, 12, 3) + timedelta(days=company.random.randrange(20))
    line = f"The board of {company.group} approved the budget on {day_words(day)}."
    minutes = company.old_paper(f"Minutes {day:%Y-%m-%d}.pdf", "report", day)
    company.writer.state(
        line,
        [company.writer.cite(minutes, line)],
        value=Date(day),
        metric="budget approved",
        entity=company.group.casefold(),
    )


def day_to_come(company: Company) -> None:
    """A contract says when it will end: a day after its date, expected and not reported."""
    signed = date(company.year, 7, 1) + timedelta(days=company.random.randrange(120))
    ends = signed.replace(year=signed.year + 5)
    party = company.random.choice(NAMES)
    line = f"The lease with {party} will end on {day_words(ends)}."
    paper = company.writer.paper(f"Lease {party} {signed.year}.pdf", SourceType.SIGNED_CONTRACT, signed)
    company.writer.state(
        line,
        [company.writer.cite(paper, line)],
        value=Date(ends),
        metric=f"lease {party} ends".casefold(),
        entity=company.group.casefold(),
        basis=Basis.FORECAST,
        claim_class=ClaimClass.LEGAL_TERMS,
    )


def one_line_two_claims(company: Company) -> None:
    """One line tells two years; two claims rest on the same evidence, each with a chain that took it in itself."""
    last = company.take(
        lambda one: flow(one) and money(one) and is_year(one) and one.period.end.year == company.year, untouched=True
    )
    before = company.take(lambda one: about(one) == about(last) and is_year(one))
    new, new_value = stated(last.value, company.random, "million")
    old, old_value = stated(before.value, company.random, "full")
    line = f"{last.metric.label} of {last.entity}: {new} in FY{company.year}, after {old} in FY{company.year - 1}."
    evidence = company.writer.cite(company.source("accounts"), line)
    company.claim(last, [evidence], new, new_value)
    company.claim(before, [evidence], old, old_value)


def several_sources_of_one_claim(company: Company) -> None:
    """One claim rests on three sources that say the same; its one chain took in all of them."""
    fact = company.take(money)
    figure, value = stated(fact.value, company.random, "full")
    keys = [company.any_source(strength) for strength in (0, 1, 2)]
    company.claim(
        fact, [company.writer.cite(company.source(key), company.line(fact, figure)) for key in keys], figure, value
    )


def one_document_many_claims(company: Company) -> None:
    """Five claims cite one document, each at its own place and with its own chain."""
    for _ in range(5):
        company.say(company.take(money), "report")


def long_derivation(company: Company) -> None:
    """Six derived claims, one on the other, and a diamond on top: much ancestry, no circle."""
    base = [company.say(fact, "report") for fact in of_one_year(company, 3)]
    last = ratio(company, base[:2])
    for step in range(5):
        last = ratio(company, [last, base[step % 3]])
    left, right = ratio(company, [last]), ratio(company, [last, base[0]])
    ratio(company, [left, right])


def undated(company: Company) -> None:
    """A source bears no date: how old it is cannot be said."""
    paper = company.old_paper("Notes of a call.txt", "mail", None)
    company.say(company.take(money), paper)


def opinion(company: Company) -> None:
    """What somebody thinks, marked as such, and what a text says without a figure."""
    paper = company.source("press")
    for line, subjective in (
        (f"{company.group} has the strongest team in its market.", True),
        (f"{company.group} serves customers in Austria, Norway and Spain.", False),
    ):
        company.writer.state(
            line,
            [company.writer.cite(paper, line)],
            value=Text(line),
            claim_class=ClaimClass.TEAM if subjective else ClaimClass.COMPETITION,
            subjective=subjective,
            steps=(NodeKind.NORMALIZE,),
            materiality=Materiality.LOW,
        )


def index_spelling(company: Company) -> None:
    """The index names documents that are there, by another extension, case, hyphen or blank."""
    paper = index_paper(company)
    names = [name for name in company.writer.names() if name != paper.name][:4]
    for number, name in enumerate(names, start=1):
        stem, _, ending = name.rpartition(".")
        spelt = (f"{stem}.docx" if ending == "pdf" else stem, name.upper(), name.replace(" ", "_"), stem)[number % 4]
        company.writer.write(paper, f"0.{number}  {spelt}")


def _of_age(age: Age) -> Callable[[Fact], bool]:
    wanted = {Age.BALANCE_SHEET: Window.DAY, Age.OTHER: Window.FLOW, Age.MONTHLY: Window.MONTH}[age]
    return lambda fact: fact.metric.age is age and fact.metric.window is wanted
