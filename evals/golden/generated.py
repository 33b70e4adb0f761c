"""The generated suite and the clean deals: everything from one seed a deal, 30 to 120 claims."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evals.golden import near_misses, near_misses_in_figures, near_misses_in_sources, planting_chains, planting_figures
from evals.golden.businesses import BUSINESSES
from evals.golden.facts import Company

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from evals.golden.truth import GoldenDeal

GENERATED = 100
CLEAN = 40
_SEED = "casewright golden 1"

PLANTERS: tuple[Callable[[Company], None], ...] = (
    planting_figures.window_label,
    planting_figures.window_mixed,
    planting_figures.staleness,
    planting_figures.chronology,
    planting_figures.inconsistency,
    planting_figures.anomaly,
    planting_figures.unit_slip,
    planting_chains.circularity,
    planting_chains.broken_chain,
    planting_chains.grafting,
    planting_chains.concealment,
)
"""One a type, two for windows; those that need untouched metrics come first."""


def generated_deals() -> Iterator[GoldenDeal]:
    """A hundred deals, each with four to seven kinds of defect, one or two of each, among sound claims and bait."""
    for number in range(1, GENERATED + 1):
        yield deal(f"generated-{number:03}", number, planted=True)


def clean_deals() -> Iterator[GoldenDeal]:
    """Forty deals in which nothing is wrong, with more bait."""
    for number in range(1, CLEAN + 1):
        yield deal(f"clean-{number:03}", number, planted=False)


def deal(name: str, number: int, *, planted: bool) -> GoldenDeal:
    """One deal by its name, which is its seed too."""
    company = Company(name, BUSINESSES[number % len(BUSINESSES)], f"{_SEED} {name}")
    random = company.random
    size = random.randrange(30, 121)
    if planted:
        chosen = random.sample(range(len(PLANTERS)), random.randrange(4, 8))
        for place in sorted(chosen):
            for _ in range(random.choice([1, 1, 2])):
                PLANTERS[place](company)
    bait = list(near_misses.NEAR_MISSES)
    random.shuffle(bait)
    left = [one for one in bait if one in UNTOUCHED] + [one for one in bait if one not in UNTOUCHED]
    wanted = set(bait[: random.randrange(3, 8) if planted else random.randrange(8, 20)])
    for near_miss in left:
        if near_miss in wanted and len(company.writer.claims) < 112:
            near_misses.add(company, near_miss)
    fill(company, size)
    planting_chains.complete_index(company)
    return company.writer.finish()


def fill(company: Company, size: int) -> None:
    """Sound claims until there are ``size``: figures said by one source, or by two that agree."""
    random = company.random
    while len(company.writer.claims) < size:
        fact = company.take()
        company.say(fact, company.any_source(random.randrange(3)))
        if len(company.writer.claims) < size and random.random() < 0.25:
            company.say(fact, company.any_source(random.randrange(3)))


UNTOUCHED = (
    near_misses_in_figures.forecast_before_its_period,
    near_misses_in_figures.range_around_a_figure,
    near_misses_in_figures.year_and_twelve_months,
    near_misses_in_figures.other_financial_year,
    near_misses_in_figures.quarters_restated,
    near_misses_in_sources.old_within_its_age,
    near_misses_in_sources.one_line_two_claims,
    near_misses_in_figures.equal_by_chance,
    near_misses_in_figures.growth_of_two_years,
)
"""The near-misses that need metrics of which nothing was said yet: they are written first."""
