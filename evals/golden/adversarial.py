"""Thirty deals with one defect each that is hard to see: just over a limit, behind a unit, around four corners.

The planters are those of the generated suite, called with the hard choice, or written here where none has it. Around
each stand sound claims and bait of the same kind.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING
from uuid import NAMESPACE_URL, uuid5

from casewright.domain.defects import DefectType
from casewright.domain.evidence import NodeKind, Sanad, SourceType
from casewright.domain.periods import Period, PeriodKind
from casewright.domain.values import Count, Monetary
from evals.golden import near_misses, planting_chains, planting_figures
from evals.golden.businesses import BUSINESSES, Age
from evals.golden.facts import Company, Fact, flow, is_year, money
from evals.golden.figures import period_words, stated
from evals.golden.generated import UNTOUCHED, fill
from evals.golden.truth import Planted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from evals.golden.truth import GoldenDeal

_SEED = "casewright golden adversarial 1"


def _two_agree_one_differs(company: Company) -> None:
    """Three sources of one grade: two agree, the third is 6 % higher; each of them may carry the finding."""
    fact = company.take(money)
    claims = (company.say(fact, "report"), company.say(fact, "export"), company.say(fact.times("1.062"), "deck"))
    company.writer.plant(
        Planted(DefectType.INCONSISTENCY, claims, "two against one", "The third source is 6 % higher.")
    )


def _count_in_thousands(company: Company) -> None:
    """One count is kept in thousands, the other in full, and they differ by 12 % once that is reconciled."""
    fact = company.take(_many)
    assert isinstance(fact.value, Count)
    unit = f"thousand {fact.value.unit}"
    number = (fact.value.number * Decimal("1.12") / 1000).quantize(Decimal("0.01"))
    figure = f"{number} {unit}"
    told = company.claim(
        fact,
        [company.writer.cite(company.source("deck"), company.line(fact, figure))],
        figure,
        Count(number, unit),
    )
    claims = (company.say(fact, "export"), told)
    company.writer.plant(Planted(DefectType.INCONSISTENCY, claims, "count in thousands", "12 % apart, in two units."))


def _stronger_of_three(company: Company) -> None:
    """Two weak sources agree with each other, and both are 5.5 % above the accounts."""
    fact = company.take(money)
    sound = company.say(fact, "accounts", style="full")
    off = tuple(company.say(fact.times("1.055"), key, style="full") for key in ("press", "analyst"))
    company.writer.plant(
        Planted(
            DefectType.ANOMALY_VS_STRONGER_SOURCES,
            off,
            "two weak agree",
            "Press and analyst agree at 5.5 % above the accounts.",
            also=((DefectType.INCONSISTENCY, sound),),
        )
    )


def _slip(company: Company, strengths: tuple[str, str], by: int, *, factor: str = "1", words: str = "") -> None:
    """A figure read so many times too small, in the first of the two sources; ``words`` spell it in its line.

    Reading of ``factor``: where the two differ by a few percent besides, the slip explains them all the same, for
    what is left once it is undone is no defect (1 to 5 % is noted).
    """
    fact = company.take(lambda one: money(one) and _amount(one) >= 2_000_000)
    if words:
        fact = Fact(fact.metric, fact.entity, fact.period, Monetary(Decimal(12_500_000), company.currency))
    amount = (_amount(fact) * Decimal(factor) / by).quantize(Decimal("0.001"))
    figure = words or f"{company.currency} {amount:,f}"
    small = Monetary(amount, company.currency)
    line = company.line(fact, figure)
    slipped = company.claim(fact, [company.writer.cite(company.source(strengths[0]), line)], figure, small)
    sound = company.say(fact, strengths[1], style="full")
    form = f"{by:,} in the {'weaker' if strengths[0] in ('press', 'news') else 'stronger or equal'} source"
    company.writer.plant(
        Planted(DefectType.UNIT_MISMATCH, (slipped, sound), form, f"{by:,} times too small, and {factor} besides.")
    )


def _count_slip(company: Company) -> None:
    """A count in thousands was read without them."""
    fact = company.take(_many)
    assert isinstance(fact.value, Count)
    small = Count(fact.value.number / 1000, fact.value.unit)
    figure = f"{small.number}"
    line = f"(in thousands) {company.line(fact, figure)}"
    slipped = company.claim(fact, [company.writer.cite(company.source("deck"), line)], figure, small)
    claims = (slipped, company.say(fact, "export"))
    company.writer.plant(Planted(DefectType.UNIT_MISMATCH, claims, "count", "A count a thousand times too small."))


def _window_one_quarter_apart(company: Company) -> None:
    """Filed under the financial year; the line says twelve months to a day one quarter before, deep in a sentence."""
    fact = company.take(lambda one: flow(one) and money(one) and is_year(one), untouched=True)
    company.keep_off(fact.metric.name, fact.entity)
    fact = Fact(fact.metric, fact.entity, Period(PeriodKind.YEAR, date(company.year, 12, 31)), fact.value)
    ltm = Period(PeriodKind.LTM, date(company.year, 9, 30))
    figure, value = stated(fact.value, company.random, "million")
    line = (
        f"The board noted the state of {fact.entity}: {fact.metric.label} ({period_words(ltm, company.random)}, "
        f"unaudited, before the usual adjustments) of {figure}, in line with what was expected."
    )
    claim = company.claim(fact, [company.writer.cite(company.source("deck"), line)], figure, value)
    company.writer.plant(
        Planted(DefectType.TIME_WINDOW_MISMATCH, (claim,), "year alone", f"Filed under {fact.period}, told of {ltm}.")
    )


def _deep_break(company: Company) -> None:
    """The fourth of five steps takes a node that stands in no chain."""
    writer = company.writer
    fact = company.take(money)
    figure, value = stated(fact.value, company.random)
    evidence = writer.cite(company.source("report"), company.line(fact, figure))
    claim_id = writer.state(
        f"{fact.metric.label} of {fact.entity} was {figure} ({fact.period}).",
        [evidence],
        value=value,
        metric=fact.metric.name,
        entity=fact.entity.casefold(),
        period=fact.period,
        steps=(NodeKind.NORMALIZE, NodeKind.RECONCILE, NodeKind.HUMAN_VERIFY),
    )
    nodes = list(writer.claim(claim_id).sanad.nodes)
    nodes[3] = replace(nodes[3], inputs=(*nodes[3].inputs, f"node:{writer.next_id('missing')}"))
    writer.rechain(claim_id, Sanad(tuple(nodes), (evidence,)))
    writer.plant(
        Planted(
            DefectType.BROKEN_CHAIN,
            (claim_id,),
            "deep",
            "The fourth step takes a node that does not exist, besides one that does.",
            also=((DefectType.MISSING_LINK, claim_id),),
        )
    )


def _document_of_another_deal(company: Company) -> None:
    """The chain begins with a document that another deal has."""
    writer = company.writer
    claim_id = company.say(company.take(money), "report")
    sanad = writer.claim(claim_id).sanad
    elsewhere = f"document:{uuid5(NAMESPACE_URL, 'another deal')}"
    first = replace(sanad.nodes[0], inputs=(*sanad.nodes[0].inputs, elsewhere))
    writer.rechain(claim_id, replace(sanad, nodes=(first, *sanad.nodes[1:])))
    writer.plant(
        Planted(
            DefectType.BROKEN_CHAIN,
            (claim_id,),
            "another deal's document",
            "The first step takes a document of another deal, besides one that is there.",
            also=((DefectType.MISSING_LINK, claim_id),),
        )
    )


def _graft_from_the_same_document(company: Company) -> None:
    """The evidence that hangs on a claim stands in the claim's own document, two lines on, in another's chain."""
    writer = company.writer
    lender = company.say(company.take(money), "report")
    borrower = company.say(company.take(money), "report")
    own, lent = writer.claim(borrower).sanad, writer.claim(lender).sanad
    writer.rechain(borrower, Sanad(own.nodes, (*own.evidence, *lent.evidence)))
    writer.plant(
        Planted(
            DefectType.CHAIN_GRAFTING,
            (borrower,),
            "same document",
            "Evidence of another claim's chain, from the same document.",
            also=tuple((kind, borrower) for kind in planting_chains.BESIDE_A_GRAFT),
        )
    )


def _hidden_by_one_word(company: Company, *, cited: str) -> None:
    """The document that is not there has a sibling that is, whose name differs by one word."""
    there, hidden = "Side letter Calloway first.pdf", "Side letter Calloway second.pdf"
    paper = company.writer.paper(there, SourceType.SIGNED_CONTRACT, date(company.year + 1, 1, 15))
    line = "Calloway pays within thirty days (side letter, clause 2)."
    company.writer.state(line, [company.writer.cite(paper, line)])
    planting_chains.concealment(company, cited, hidden)


def _amount(fact: Fact) -> Decimal:
    return fact.value.amount if isinstance(fact.value, Monetary) else Decimal(0)


def _many(fact: Fact) -> bool:
    return isinstance(fact.value, Count) and fact.value.number >= 5_000


HARD: tuple[Callable[[Company], None], ...] = (
    partial(planting_figures.inconsistency, factor="1.0545", strength=0),
    partial(planting_figures.inconsistency, factor="0.949", strength=1),
    _two_agree_one_differs,
    _count_in_thousands,
    partial(planting_figures.anomaly, factor="1.051", strengths=(0, 1)),
    partial(planting_figures.anomaly, factor="0.949", strengths=(1, 2)),
    _stronger_of_three,
    partial(_slip, strengths=("press", "accounts"), by=1_000),
    partial(_slip, strengths=("accounts", "news"), by=1_000),
    partial(_slip, strengths=("deck", "report"), by=1_000_000, words="twelve and a half million"),
    partial(_slip, strengths=("news", "deck"), by=1_000, factor="1.021"),
    _count_slip,
    partial(planting_figures.window_label, quarters=True, borrowed=True),
    _window_one_quarter_apart,
    partial(planting_figures.window_mixed, quarters=True),
    partial(planting_figures.staleness, age=Age.BALANCE_SHEET, days_over=10),
    partial(planting_figures.staleness, age=Age.OTHER, days_over=10),
    partial(planting_figures.staleness, age=Age.MONTHLY, days_over=10),
    partial(planting_figures.chronology, days=1, event=False),
    partial(planting_figures.chronology, days=1, event=True),
    partial(planting_chains.circularity, length=4, by="derived_from"),
    partial(planting_chains.circularity, length=4, by="chain"),
    partial(planting_chains.circularity, length=3, by="calculation"),
    partial(planting_chains.circularity, length=1, by="chain"),
    _deep_break,
    _document_of_another_deal,
    partial(planting_chains.grafting, form="shared"),
    _graft_from_the_same_document,
    partial(_hidden_by_one_word, cited="name"),
    partial(_hidden_by_one_word, cited="origin"),
)


def adversarial_deals() -> Iterator[GoldenDeal]:
    """One deal for each of ``HARD``, with about twenty sound claims and bait around it."""
    for number, plant in enumerate(HARD, start=1):
        name = f"adversarial-{number:02}"
        company = Company(name, BUSINESSES[number % len(BUSINESSES)], f"{_SEED} {name}")
        plant(company)
        bait = company.random.sample(near_misses.NEAR_MISSES, 4)
        for near_miss in sorted(bait, key=lambda one: one not in UNTOUCHED):
            near_misses.add(company, near_miss)
        fill(company, 18 + company.random.randrange(12))
        planting_chains.complete_index(company)
        yield company.writer.finish()
