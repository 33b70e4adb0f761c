"""Plants figures that conflict, slip or come at the wrong time, in other ways than ``planting_figures``.

Each function takes a company and the form to plant; the readings of the specification are those of docs/evaluation.md.
"""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.domain.calculations import CalcType
from casewright.domain.claims import ClaimClass
from casewright.domain.defects import DefectType
from casewright.domain.periods import Period, PeriodKind
from casewright.domain.values import Count, Date, Monetary, Percentage, Range
from evals.golden.businesses import Age, Metric, Window
from evals.golden.facts import Fact, flow, money, month, months_before, quarter, ratio_of, scaled
from evals.golden.figures import day_words
from evals.golden.other_trades.trades import GRADES, PARTIES, Trader, told, window_words
from evals.golden.truth import Planted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.ids import ClaimId


def note(company: Trader, kind: DefectType, claims: Sequence[ClaimId], form: str, what: str, **more: object) -> None:
    """Note what was planted."""
    company.writer.plant(Planted(kind, tuple(claims), form, what, **more))  # type: ignore[arg-type]  # Planted's own fields


def inconsistency(company: Trader, form: str, factor: str = "") -> None:
    """Sources of one grade differ by more than 5 % of either figure.

    ``loss``: both figures are negative. ``sign``: one source has a loss where the other has a profit. ``one document``:
    two lines of one document. ``range``: one source gives a range that the other's figure lies far outside of.
    ``share``: percentages.
    """
    random = company.random
    fact = company.take(_percent if form == "share" else money)
    first, second = random.sample(GRADES[random.randrange(3)], 2)
    times = factor or random.choice(["0.74", "0.86", "0.9"] if form == "share" else ["0.74", "0.9", "1.12", "1.31"])
    other = fact.times(times)
    if form in ("loss", "sign"):
        name = f"result of segment {len(company.writer.claims)}"
        fact = Fact(Metric(name, name.capitalize(), "money", 1, 2), fact.entity, fact.period, fact.value)
        fact = fact.times("-1")
        other = fact.times(times if form == "loss" else "-1")
    elif form == "range":
        other = Fact(fact.metric, fact.entity, fact.period, fact.times("1.25").value)
    if form == "range":
        low = Fact(fact.metric, fact.entity, fact.period, scaled(other.value, Decimal("0.97")))
        low_words, low_value = told(low.value, random, "mn")
        high_words, high_value = told(other.value, random, "mn")
        assert isinstance(low_value, Monetary)
        assert isinstance(high_value, Monetary)
        figure = f"{low_words} to {high_words}"
        evidence = [company.writer.cite(company.source(second), company.line(fact, figure))]
        said = company.claim(fact, evidence, figure, Range(low_value, high_value))
    else:
        said = company.say(other, first if form == "one document" else second, style="full" if factor else None)
    claims = (company.say(fact, first, style="full" if factor else None), said)
    note(company, DefectType.INCONSISTENCY, claims, form, f"{fact.metric.label}: {fact.value} and {other.value}.")


def anomaly(company: Trader, form: str, factor: str = "") -> None:
    """A weaker source differs by more than 5 % from a stronger one.

    ``contract``: an executed contract and the founder's word about its value. ``share``: percentages. ``three grades``:
    the second grade agrees with the first, the third does not. ``thousands``: the weaker one counts in thousands.
    """
    random, writer = company.random, company.writer
    fits = {"share": _percent, "thousands": _many}.get(form, money)
    fact = company.take(fits)
    strong, weak = company.any_source(0), company.any_source(2)
    share = ["0.7", "0.9"] if form == "share" else ["0.7", "0.9", "1.1", "1.4"]
    off_fact = fact.times(factor or random.choice(share))
    if form == "contract":
        party = f"{random.choice(PARTIES)} {len(writer.claims)}"
        about = Metric(f"contract value {party}".casefold(), f"Contract value {party}", "money", 1, 2)
        fact = Fact(about, fact.entity, company.fiscal, fact.value)
        off_fact = Fact(about, fact.entity, company.fiscal, off_fact.value)
        contract = company.old_paper(
            f"Carriage agreement {party} (executed).pdf", "auditor", date(company.year + 1, 2, 1)
        )
        sound = [company.say(fact, contract)]
        off = company.say(off_fact, "founder")
    elif form == "thousands":
        assert isinstance(off_fact.value, Count)
        number = (off_fact.value.number / 1000).quantize(Decimal("0.1"))
        value = Count(number, f"thousand {off_fact.value.unit}")
        figure = f"{number} thousand {off_fact.value.unit}"
        sound = [company.say(fact, strong)]
        off = company.claim(fact, [writer.cite(company.source(weak), company.line(fact, figure))], figure, value)
    else:
        sound = [company.say(fact, strong, style="full" if factor else None)]
        if form == "three grades":
            sound.append(company.say(fact, company.any_source(1)))
        off = company.say(off_fact, weak, style="full" if factor else None)
    also = tuple((DefectType.INCONSISTENCY, one) for one in sound)
    what = f"{fact.metric.label}: {off_fact.value} against the stronger source's {fact.value}."
    note(company, DefectType.ANOMALY_VS_STRONGER_SOURCES, (off,), form, what, also=also)


def unit_slip(company: Trader, form: str, factor: str = "1") -> None:
    """A figure a thousand or a million times too small or too large.

    ``header``: the table's head says thousands, its reader did not look. ``twice``: what was in thousands already was
    taken times a thousand again. ``billions``: billions were read as millions. ``count``: a count in millions was read
    bare. ``quote alone``: the one source says millions, its own claim has thousands; no other source is there. The last
    one is the twin of a window that only the quoted line shows.
    """
    writer, random = company.writer, company.random
    fact = company.take(_many if form == "count" else _huge)
    assert isinstance(fact.value, Monetary | Count)
    where = company.source(company.any_source(random.randrange(3)))
    size = fact.value.amount if isinstance(fact.value, Monetary) else fact.value.number
    size = size * Decimal(factor)
    name = fact.value.currency if isinstance(fact.value, Monetary) else fact.value.unit
    thousands = (size / 1000).quantize(Decimal(1))
    words, wrong = {
        "header": (f"{thousands:,f}", thousands),
        "twice": (f"{thousands:,f} thousand {name}", thousands * 1_000_000),
        "billions": (f"{name} {(size / 10**9).quantize(Decimal('0.0001'))} billion", size / 1000),
        "count": (f"{(size / 10**6).quantize(Decimal('0.001'))}m", (size / 10**6).quantize(Decimal("0.001"))),
        "quote alone": (f"{(size / 10**6).quantize(Decimal('0.01'))} million {name}", size / 1000),
    }[form]
    wrong = wrong.quantize(Decimal("0.001"))
    value = Count(wrong, fact.value.unit) if isinstance(fact.value, Count) else Monetary(wrong, name)
    head = f"[T{name}] " if form == "header" else ""
    evidence = [writer.cite(where, f"{head}{company.line(fact, words)}")]
    claims = [company.claim(fact, evidence, words, value)]
    if form != "quote alone":
        claims.append(company.say(fact, company.any_source(random.randrange(3)), style="full"))
    else:
        company.keep_off(fact.metric.name, fact.entity)
    note(company, DefectType.UNIT_MISMATCH, claims, form, f"{words!r} was read as {wrong:,f} {name}.")


def window(company: Trader, form: str) -> None:
    """Figures of one window beside, or in place of, those of another.

    ``two documents``: the financial year in one, the trailing twelve months in another, each under its own name.
    ``filed as the year``: the quoted line says trailing twelve months. ``filed as another quarter``: the quoted line
    says which three months they are. ``calculation`` and ``calculation of quarters``: a margin is calculated of both.
    """
    writer, random = company.writer, company.random
    if form.startswith("calculation"):
        _mixed_calculation(company, form)
        return
    by_quarter = form == "filed as another quarter"
    period = quarter(company.year, 3) if by_quarter else company.fiscal
    other = quarter(company.year, 2) if by_quarter else company.trailing
    fact = company.take(lambda one: flow(one) and money(one) and one.period == period, untouched=True)
    company.keep_off(fact.metric.name, fact.entity)
    true = Fact(fact.metric, fact.entity, other, fact.times(random.choice(["0.84", "1.16"])).value)
    first, second = random.sample(GRADES[1], 2)
    if form == "two documents":
        claims = [company.say(fact, first), company.say(true, second)]
    else:
        figure, value = told(true.value, random)
        words = window_words(other, company)
        claims = [
            company.claim(fact, [writer.cite(company.source(first), company.line(true, figure, words))], figure, value)
        ]
    note(company, DefectType.TIME_WINDOW_MISMATCH, claims, form, f"{fact.metric.label}: {period} and {other}.")


def _mixed_calculation(company: Trader, form: str) -> None:
    writer = company.writer
    quarters = form.endswith("quarters")
    first = quarter(company.year, 4) if quarters else company.fiscal
    second = quarter(company.year, 3) if quarters else company.trailing
    top = company.take(lambda one: money(one) and flow(one) and one.period == first)
    below = company.take(
        lambda one: money(one) and one.period == second and one.metric != top.metric and one.entity == top.entity
    )
    inputs = (company.say(top, "book"), company.say(below, "book"))
    share = ratio_of(top, below)
    calc = writer.calculate(
        CalcType.GROSS_MARGIN,
        [("cogs", inputs[0]), ("revenue", inputs[1])],
        Percentage(1 - share),
        "(revenue - cogs) / revenue",
    )
    derived = writer.state(
        f"What {top.metric.name} leave of {below.metric.name} at {top.entity} is {(1 - share) * 100:.1f}%.",
        (),
        value=Percentage(1 - share),
        metric=f"margin after {top.metric.name}",
        entity=top.entity.casefold(),
        period=first,
        calc=calc,
    )
    also = tuple((DefectType.TIME_WINDOW_MISMATCH, one) for one in inputs)
    note(company, DefectType.TIME_WINDOW_MISMATCH, (derived,), form, f"Calculated of {first} and {second}.", also=also)


def staleness(company: Trader, form: str, days_over: int | None = None) -> None:
    """The only source of a claim is older than its metric allows.

    ``balance`` 15 months, ``month`` 4, ``year`` and ``quarter`` 12, ``held`` 12: things counted on a day that no
    balance sheet has, such as vehicles. ``market``: a market's size from an old survey, 12.
    """
    random = company.random
    allowed = {"balance": Age.BALANCE_SHEET, "month": Age.MONTHLY}.get(form, Age.OTHER)
    over = random.randrange(30, 240) if days_over is None else days_over
    dated = months_before(company.writer.as_of, allowed.value) - timedelta(days=over)
    ended = (dated - timedelta(days=14)).replace(day=1) - timedelta(days=1)
    while form in ("year", "quarter") and ended.month % 3:
        ended = ended.replace(day=1) - timedelta(days=1)
    wanted = {"balance": Window.DAY, "held": Window.DAY, "month": Window.MONTH}.get(form, Window.FLOW)
    fact = company.take(lambda one: one.metric.age is allowed and one.metric.window is wanted, untouched=True)
    company.keep_off(fact.metric.name, fact.entity)
    period = {
        "month": month(ended.year, ended.month),
        "year": Period(PeriodKind.LTM, ended),
        "quarter": Period(PeriodKind.QUARTER, ended),
        "market": Period(PeriodKind.YEAR, date(dated.year - 1, 12, 31)),
    }.get(form, Period(PeriodKind.DAY, ended))
    fact = Fact(fact.metric, fact.entity, period, fact.value)
    if form == "market":
        about = Metric("addressable market", "Addressable market", "money", 1, 2, claim_class=ClaimClass.MARKET_SIZE)
        size = Monetary(Decimal(random.randrange(2, 90)) * 10**9, company.currency)
        fact = Fact(about, f"{random.choice(['Baltic', 'Andean', 'Iberian'])} market {over}", period, size)
    key = "survey" if form == "market" else random.choice(["book", "pack", "auditor"])
    claim = company.say(fact, company.old_paper(f"Archive copy {dated:%d %b %Y} {key}.pdf", key, dated))
    what = f"{fact.metric.label} rests on a source of {dated}, {over} days over {allowed.value} months."
    note(company, DefectType.STALENESS, (claim,), form, what)


def chronology(company: Trader, form: str, days: int | None = None) -> None:
    """A source is older than what it reports as having happened.

    ``quarter``, ``month`` and ``balance``: a period or a day that had not come. ``event``: a day on which something is
    said to have happened. ``second source``: one of two sources of a claim is a day too early.
    """
    random, writer = company.random, company.writer
    if form == "event":
        _event(company, random.randrange(6, 50) if days is None else days)
        return
    last_month = months_before(company.writer.as_of.replace(day=1), 1)
    wanted, period = {
        "month": (Window.MONTH, month(last_month.year, last_month.month)),
        "balance": (Window.DAY, Period(PeriodKind.DAY, date(company.year, 12, 31))),
    }.get(form, (Window.FLOW, quarter(company.year, 4)))
    fact = company.take(
        lambda one: not isinstance(one.value, Percentage) and one.metric.window is wanted, untouched=True
    )
    company.keep_off(fact.metric.name, fact.entity)
    fact = Fact(fact.metric, fact.entity, period, fact.value)
    dated = period.end - timedelta(days=random.randrange(4, 25) if days is None else days)
    paper = company.old_paper(f"Circular of {dated:%d %b %Y}.pdf", "book", dated)
    if form == "second source":
        figure, value = told(fact.value, random)
        places = (company.source("pack"), paper)
        claim = company.claim(fact, [writer.cite(place, company.line(fact, figure)) for place in places], figure, value)
    else:
        claim = company.say(fact, paper)
    note(company, DefectType.CHRONO_IMPOSSIBLE, (claim,), form, f"A source of {dated} reports {period}.")


def _event(company: Trader, early: int) -> None:
    random, writer = company.random, company.writer
    happened = date(company.year, 10, 5) + timedelta(days=random.randrange(80))
    dated = happened - timedelta(days=early)
    what, verb = random.choice(
        [("depot", "was opened"), ("recall", "was announced"), ("appeal", "was dismissed"), ("merger", "took effect")]
    )
    name = f"{random.choice(PARTIES)} {len(writer.claims)}"
    day = random.choice([day_words(happened), f"{happened:%B} {happened.day}, {happened.year}"])
    line = f"The {name} {what} {verb} on {day}."
    claim = writer.state(
        line,
        [writer.cite(company.old_paper(f"Circular of {dated:%d %b %Y}.pdf", "book", dated), line)],
        value=Date(happened),
        metric=f"{name} {what}".casefold(),
        entity=company.group.casefold(),
        claim_class=ClaimClass.OTHER,
    )
    note(company, DefectType.CHRONO_IMPOSSIBLE, (claim,), "event", f"A source of {dated} reports {happened}.")


def _percent(fact: Fact) -> bool:
    return isinstance(fact.value, Percentage) and fact.value.fraction >= Decimal("0.2")


def _many(fact: Fact) -> bool:
    return isinstance(fact.value, Count) and fact.value.number >= 100_000 and flow(fact)


def _huge(fact: Fact) -> bool:
    return isinstance(fact.value, Monetary) and fact.value.amount >= 20_000_000
