"""Sound things that look like defects: nothing may be found in them, however near they come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evals.golden.near_misses_in_figures import (
    agreeing_weak_sources,
    between_one_and_five,
    equal_by_chance,
    forecast_and_actual,
    forecast_before_its_period,
    four_tenths_of_a_percent,
    group_and_subsidiary,
    growth_of_two_years,
    market_by_two_scopes,
    other_financial_year,
    quarters_restated,
    range_around_a_figure,
    rounding,
    thousandfold_of_something_else,
    two_currencies,
    units_in_words,
    year_and_twelve_months,
)
from evals.golden.near_misses_in_sources import (
    dated_on_the_day,
    day_to_come,
    index_spelling,
    long_derivation,
    old_contract,
    old_within_its_age,
    one_document_many_claims,
    one_line_two_claims,
    opinion,
    several_sources_of_one_claim,
    undated,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from evals.golden.facts import Company

NEAR_MISSES: tuple[Callable[[Company], None], ...] = (
    rounding,
    four_tenths_of_a_percent,
    between_one_and_five,
    forecast_and_actual,
    forecast_before_its_period,
    range_around_a_figure,
    group_and_subsidiary,
    year_and_twelve_months,
    other_financial_year,
    quarters_restated,
    two_currencies,
    units_in_words,
    thousandfold_of_something_else,
    old_within_its_age,
    old_contract,
    dated_on_the_day,
    day_to_come,
    one_line_two_claims,
    several_sources_of_one_claim,
    one_document_many_claims,
    long_derivation,
    undated,
    opinion,
    index_spelling,
    market_by_two_scopes,
    equal_by_chance,
    growth_of_two_years,
    agreeing_weak_sources,
)


def add(company: Company, near_miss: Callable[[Company], None]) -> None:
    """Set one of them in the deal, and note its name."""
    near_miss(company)
    company.writer.near_miss(near_miss.__name__)
