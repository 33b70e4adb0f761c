"""Templates as pages: one environment a language, everything escaped, and an undefined name an error."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from babel.dates import format_date, format_datetime
from babel.numbers import format_currency, format_decimal, format_percent
from jinja2 import Environment, PackageLoader, StrictUndefined

from casewright.domain.bands import shown
from casewright.server.pages.languages import locale, translations
from casewright.server.pages.sentences import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from casewright.server.pages.assets import Assets


class Renderer:
    """Over the assets that pages refer to."""

    def __init__(self, assets: Assets) -> None:
        self._assets = assets

    def render(self, template: str, language: str, values: Mapping[str, object]) -> str:
        """The template's text in this language."""
        return (
            _environment(language)
            .get_template(template)
            .render(
                language=language,
                static=self._assets.url,
                has_asset=self._assets.__contains__,
                **values,
            )
        )


@cache
def _environment(language: str) -> Environment:
    environment = Environment(
        loader=PackageLoader("casewright.server.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    catalogue = translations(language)
    # The extension's method is made at run time.
    environment.install_gettext_translations(catalogue, newstyle=True)  # type: ignore[attr-defined]
    environment.filters.update(_filters(language))
    environment.filters["groupby_run"] = group_runs
    environment.filters["in_span"] = in_span
    environment.filters["plain_words"] = plain_words
    return environment


def group_runs(items: Iterable[Mapping[str, Any]], name: str) -> list[dict[str, Any]]:
    """Neighbours with the same value of ``name`` together: ``key`` and ``items`` of each run, in order."""
    return [{"key": key, "items": list(run)} for key, run in groupby(items, key=lambda one: one.get(name))]


def plain_words(code: str) -> str:
    """A code such as CHRONO_IMPOSSIBLE in words."""
    return code.replace("_", " ").capitalize()


def in_span(blocks: Iterable[Mapping[str, Any]], start: int, end: int) -> list[Mapping[str, Any]]:
    """The blocks that begin from ``start`` on and before ``end``."""
    return [one for one in blocks if start <= one["start"] < end]


def _filters(language: str) -> Mapping[str, Callable[..., str]]:
    place = locale(language)

    def day(value: object) -> str:
        """A day in words."""
        moment = _moment(value)
        return "" if moment is None else format_date(moment, "d MMM y", place)

    def moment(value: object) -> str:
        """A day and the minute, in UTC."""
        found = _moment(value)
        if not isinstance(found, datetime):
            return day(value)
        return f"{format_datetime(found.astimezone(UTC), 'd MMM y, HH:mm', locale=place)} UTC"

    def number(value: float) -> str:
        """A number with its groups."""
        return format_decimal(value, locale=place)

    def score(value: float) -> str:
        """A score from 0 to 1, with two decimals, cut and not rounded."""
        return format_decimal(float(shown(value)), "0.00", place)

    def percent(value: float) -> str:
        """A share as a percentage."""
        return format_percent(value, "0 %", place)

    def amount(value: float, currency: str) -> str:
        """An amount of money."""
        return format_currency(value, currency, locale=place)

    def as_json(value: object) -> str:
        """Plain JSON data as a person reads it; text, which the page escapes."""
        return json.dumps(value, ensure_ascii=False, indent=2)

    def sentence(text: str) -> str:
        """What a tool said, where it is known in this language."""
        return say(language, text)

    figures = {"number": number, "score": score, "percent": percent}
    return {"amount": amount, "day": day, "moment": moment, "as_json": as_json, "sentence": sentence, **figures}


def _moment(value: object) -> date | None:
    if isinstance(value, (datetime, date)):
        return value
    if not isinstance(value, str) or not value:
        return None
    try:
        return date.fromisoformat(value) if len(value) == len("2026-01-01") else datetime.fromisoformat(value)
    except ValueError:
        return None
