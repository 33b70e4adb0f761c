"""Facts as one HTML page that needs nothing else: no script, no fetch; it prints, and it reads aloud."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined

from casewright.evidence.display import show_day
from casewright.evidence.facts.certainty import Certainty
from casewright.evidence.facts.fact_table import CellState, label_of
from casewright.evidence.facts.marks import MARKS
from casewright.vocabulary.outside_text import show_line

if TYPE_CHECKING:
    from datetime import datetime

    from casewright.evidence.facts.fact_table import FactTable

_CLASS = {Certainty.PERSON: "person", Certainty.HIGH: "high", Certainty.MEDIUM: "medium", Certainty.PERHAPS: "perhaps"}


def fact_html(table: FactTable, made: datetime) -> str:
    """The page: a row a document, a column a field that any of them states; the other fields are named below."""
    fields = table.found_fields
    return (
        _templates()
        .get_template("facts.html.jinja")
        .render(
            table=table,
            title=show_line(table.title),
            day=show_day(made.date()),
            fields=fields,
            silent=[label_of(one) for one in table.silent_fields],
            marks=MARKS,
            not_found=CellState.NOT_FOUND,
            not_looked_for=CellState.NOT_LOOKED_FOR,
        )
    )


@lru_cache(1)
def _templates() -> Environment:
    made = Environment(
        loader=PackageLoader("casewright.adapters.drafting", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["label"] = label_of
    made.filters["line"] = show_line
    made.filters["place"] = lambda fact: fact.place.replace("§ ", "§\N{NO-BREAK SPACE}").replace(
        "p. ", "p.\N{NO-BREAK SPACE}"
    )
    made.filters["sure"] = lambda fact: _CLASS[fact.certainty]
    return made
