"""Claims and remarks of narrative documents: true ones, and those that a switch makes false."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .calendar import shifted
from .document import Sentence
from .figure import WHOLE_PERCENT, Fig, Format

if TYPE_CHECKING:
    from collections.abc import Callable

    from .company import Contract
    from .scribe import Scribe


def _plain(kind: str) -> Callable[[Scribe], Sentence]:
    return lambda scribe: scribe.say(kind)


def _coc_except(scribe: Scribe) -> Sentence:
    return scribe.say("claims.coc_except", party=scribe.room.contract_of("near.exception").counterparty)


def _ip(scribe: Scribe) -> Sentence:
    return scribe.say("claims.ip", asset=scribe.company.trade.words["asset"])


def _concentration(scribe: Scribe) -> Sentence:
    """Planted or not, the limit was drawn with the plan."""
    company = scribe.company
    limit = Fig("limit|group|now", company.facts["limit|group|now"], WHOLE_PERCENT)
    return scribe.say("claims.concentration", s=limit, y=scribe.year(company.last))


def _contract(scribe: Scribe, switch: str) -> Contract:
    room = scribe.room
    return room.contract_of(switch) if switch in room.choices else scribe.rng.choice(room.contracts())


def _contract_end(scribe: Scribe) -> Sentence:
    contract = _contract(scribe, "assertion.renewal")
    end = shifted(contract.end, 24) if scribe.room.on("assertion.renewal") else contract.end
    return scribe.say(
        "claims.contract_end",
        tag=f"claims.contract_end.{contract.id}",
        title=contract.title,
        party=contract.counterparty,
        date=scribe.day(end),
    )


def _notice(scribe: Scribe) -> Sentence:
    contract = _contract(scribe, "assertion.notice")
    months = contract.notice + 6 if scribe.room.on("assertion.notice") else contract.notice
    return scribe.say(
        "claims.notice",
        tag=f"claims.notice.{contract.id}",
        title=contract.title,
        party=contract.counterparty,
        n=str(months),
    )


def _secured(scribe: Scribe) -> Sentence:
    return scribe.say("claims.secured", site=scribe.company.sites[-1])


def _certified(scribe: Scribe) -> Sentence:
    quality = scribe.company.trade.words["quality"]
    return scribe.say("claims.certified", quality=quality[:1].lower() + quality[1:])


def _valuation(scribe: Scribe) -> Sentence:
    back = 44 if scribe.room.on("stale.valuation") else 3
    return scribe.say("claims.valuation", date=scribe.day(shifted(scribe.company.told, -back)))


def _restated(scribe: Scribe) -> Sentence:
    year = scribe.company.prior
    old = scribe.money(f"revenue|before-{year}|{year}")
    return scribe.say("notes.restated", y=scribe.year(year), old=old, v=scribe.money(f"revenue|group|{year}"))


def _subsidiary(scribe: Scribe) -> Sentence:
    last = scribe.company.last
    return scribe.say(
        "notes.subsidiary", sub=scribe.company.subsidiary, v=scribe.money(f"revenue|sub|{last}"), y=scribe.year(last)
    )


def _calendar(scribe: Scribe) -> Sentence:
    return scribe.say(
        "notes.calendar", v=scribe.money("revenue|group|CY"), year=str(scribe.company.calendar.calendar_year)
    )


def _adjusted(scribe: Scribe) -> Sentence:
    last = scribe.company.last
    return scribe.say(
        "notes.adjusted",
        v=scribe.money(f"ebitda|adjusted|{last}"),
        o=scribe.money(f"oneoff|group|{last}"),
        y=scribe.year(last),
    )


def _ltm(scribe: Scribe) -> Sentence:
    return scribe.say(
        "notes.ltm", v=scribe.money("revenue|group|LTM"), date=scribe.day(scribe.company.calendar.open_end)
    )


def _plan_actual(scribe: Scribe) -> Sentence:
    last = scribe.company.last
    return scribe.say("notes.plan_actual", v=scribe.money(f"revenue|plan-group|{last}"), y=scribe.year(last))


def _preliminary(scribe: Scribe) -> Sentence:
    last = scribe.company.last
    return scribe.say("notes.preliminary", v=scribe.money(f"revenue|flash|{last}"), y=scribe.year(last))


def _rate(scribe: Scribe) -> Sentence:
    company = scribe.company
    other, rate = company.country.words["other"], company.country.rate
    company.facts["price_abroad|group|now"] = company.facts["price|group|now"] * rate
    here = scribe.money("price|group|now")
    form = replace(
        here.form,
        decimals=2,
        before=here.form.before.replace(company.currency, other),
        after=here.form.after.replace(company.currency, other),
    )
    abroad = Fig("price_abroad|group|now", company.facts["price_abroad|group|now"], form)
    return scribe.say("notes.rate", v=here, w=abroad, rate=f"{rate} {other}/{company.currency}")


def _fte(scribe: Scribe) -> Sentence:
    return scribe.say("notes.fte", n=scribe.count(f"fte|group|{scribe.company.last}"))


def _trading_name(scribe: Scribe) -> Sentence:
    party = scribe.rng.choice(scribe.company.customers[3:6]).name
    other = f"{scribe.rng.choice(scribe.company.country.lists['cities'])} {party.split()[0]}"
    at, last = [one.name for one in scribe.company.customers].index(party), scribe.company.last
    bought = scribe.say("customer_revenue", party=other, v=scribe.money(f"customer|c{at}|{last}"), y=scribe.year(last))
    parts = [bought, scribe.say("notes.trading_name", party=party, other=other)]
    return Sentence([*parts[0].parts, " ", *parts[1].parts], "notes.trading_name")


def _now(scribe: Scribe) -> Sentence:
    calendar = scribe.company.calendar
    return scribe.say(
        "notes.now",
        name=scribe.company.trade.base.name,
        n=scribe.count("base|group|YTD"),
        date=scribe.day(calendar.open_end),
    )


def _scaled(kind: str, metric: str) -> Callable[[Scribe], Sentence]:
    def say(scribe: Scribe) -> Sentence:
        last = scribe.company.last
        return scribe.say(kind, v=scribe.money(f"{metric}|group|{last}"), y=scribe.year(last))

    return say


CLAIMS: dict[str, Callable[[Scribe], Sentence]] = {
    **{
        f"claims.{one}": _plain(f"claims.{one}")
        for one in ("coc", "convenience", "exclusivity", "litigation", "permits", "cap", "pledge", "team", "insured")
    },
    "claims.coc_except": _coc_except,
    "claims.ip": _ip,
    "claims.concentration": _concentration,
    "claims.contract_end": _contract_end,
    "claims.notice": _notice,
    "claims.secured": _secured,
    "claims.certified": _certified,
    "claims.valuation": _valuation,
    "notes.restated": _restated,
    "notes.subsidiary": _subsidiary,
    "notes.calendar": _calendar,
    "notes.adjusted": _adjusted,
    "notes.ltm": _ltm,
    "notes.plan_actual": _plan_actual,
    "notes.preliminary": _preliminary,
    "notes.rate": _rate,
    "notes.fte": _fte,
    "notes.trading_name": _trading_name,
    "notes.now": _now,
    "notes.billings": _scaled("notes.billings", "billings"),
    "notes.orders": _scaled("notes.orders", "orders"),
}


def mutual(scribe: Scribe, here: str, there: str) -> Sentence:
    """The figure that two documents take from one another, said in ``here``."""
    company, form = scribe.company, Format(0.01, 1, after="%", comma=scribe.romanian)
    figure = Fig("score|group|now", company.facts["score|group|now"], form)
    return scribe.say(
        "notes.mutual", tag=f"mutual.{here}", name=scribe.room.files["score"], v=figure, file=[scribe.room.files[there]]
    )


def absent(scribe: Scribe, kind: str) -> Sentence:
    """A reference to a paper that the room lacks."""
    return scribe.say(f"notes.absent_{kind}", paper=scribe.room.files[f"absent.{kind}"])
