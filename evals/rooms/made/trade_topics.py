"""What narrative documents may say of customers, operations, staff and the deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .figure import Fig, Format

if TYPE_CHECKING:
    from .document import Sentence
    from .scribe import Scribe


def say_top(scribe: Scribe) -> Sentence:
    """The largest customer and its share."""
    last = scribe.company.last
    return scribe.say(
        "top_customer",
        party=scribe.company.customers[0].name,
        s=scribe.share(f"customer_share|c0|{last}", 1),
        y=scribe.year(last),
    )


def say_top_three(scribe: Scribe) -> Sentence:
    """What the three largest customers make up."""
    last = scribe.company.last
    return scribe.say("top_three", s=scribe.share(f"customer_share|top3|{last}"), y=scribe.year(last))


def say_customer(scribe: Scribe) -> Sentence:
    """Revenue with one of the first customers."""
    company = scribe.company
    at, period = scribe.rng.randrange(5), scribe.rng.choice([company.last, company.last, company.prior])
    return scribe.say(
        "customer_revenue",
        party=company.customers[at].name,
        v=scribe.money(f"customer|c{at}|{period}"),
        y=scribe.year(period),
    )


def say_base(scribe: Scribe) -> Sentence:
    """The count of what rolls forward at a year end."""
    calendar = scribe.company.calendar
    back = scribe.rng.choice([0, 0, 1])
    day = scribe.day(calendar.year_end(back))
    return scribe.say(
        "base", name=scribe.company.trade.base.name, n=scribe.count(f"base|group|{calendar.year(back)}"), date=day
    )


def say_base_moves(scribe: Scribe) -> Sentence:
    """What came and went in a year."""
    period = scribe.pick_year()
    newname, lostname = scribe.company.trade.base.parts
    return scribe.say(
        "base_moves",
        new=scribe.count(f"new|group|{period}"),
        lost=scribe.count(f"lost|group|{period}"),
        newname=newname,
        lostname=lostname,
        y=scribe.year(period),
    )


def say_flow(scribe: Scribe) -> Sentence:
    """The volume of a year."""
    period, measure = scribe.pick_year(), scribe.company.trade.flow
    form = Format(after=f" {measure.unit}")
    key = f"flow|group|{period}"
    return scribe.say("flow", name=measure.name, v=Fig(key, scribe.company.facts[key], form), y=scribe.year(period))


def say_heads(scribe: Scribe) -> Sentence:
    """The staff at the last year end."""
    company = scribe.company
    return scribe.say(
        "heads", n=scribe.count(f"heads|group|{company.last}"), date=scribe.day(company.calendar.year_end())
    )


def say_pipeline(scribe: Scribe) -> Sentence:
    """Open offers, as they are and weighted."""
    return scribe.say("pipeline", v=scribe.money("deal|group|now"), w=scribe.money("weighted|group|now"))


def say_price(scribe: Scribe) -> Sentence:
    """The price and its multiple."""
    return scribe.say(
        "price",
        v=scribe.money("price|group|now"),
        m=scribe.times("multiple|group|now"),
        y=scribe.year(scribe.company.last),
    )


def say_stake(scribe: Scribe) -> Sentence:
    """A shareholder and the stake."""
    at = scribe.rng.randrange(len(scribe.company.holders))
    return scribe.say("stake", holder=scribe.company.holders[at], s=scribe.share(f"stake|h{at}|now", 1))


def say_loan(scribe: Scribe) -> Sentence:
    """A lender and what is owed."""
    company = scribe.company
    at = scribe.rng.randrange(len(company.loans))
    key = f"debt|loan{at}|{company.last}"
    return scribe.say(
        "loan", lender=company.loans[at].lender, v=scribe.money(key), date=scribe.day(company.calendar.year_end())
    )
