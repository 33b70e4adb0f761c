"""Plans a room: its documents and their names, what is built in, and what each narrative document has to speak of."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from .room import Room
from .scribe import data
from .switch import NEAR, Choice, choose

if TYPE_CHECKING:
    from random import Random

    from .company import Company

NARRATIVES = ("deck", "memo", "mail.cfo", "mail.sales", "minutes")
NUMERIC = ("sum", "percent", "roll_forward", "ratio", "contradiction", "scale", "currency", "period")
BUILT = ("list", "date", "stale", "hidden", "absent", "unsigned", "mutual", "assertion")
# What a company may claim truly, by the types of documents and the switches that would make it false.
_CLAIMS = {
    "claims.coc": ("assertion.coc", "near.exception"),
    "claims.convenience": ("assertion.convenience",),
    "claims.exclusivity": ("assertion.exclusivity",),
    "claims.ip": ("assertion.ip",),
    "claims.litigation": ("assertion.litigation",),
    "claims.permits": ("assertion.permits", "stale.permit", "near.superseded", "date.permit"),
    "claims.cap": ("assertion.cap",),
    "claims.pledge": ("assertion.pledge",),
    "claims.team": ("assertion.team",),
    "claims.concentration": ("assertion.concentration",),
    "claims.contract_end": ("assertion.renewal", "stale.lease", "date.term", "list.end"),
    "claims.notice": ("assertion.notice",),
}


def plan_room(rng: Random, company: Company) -> tuple[Room, list[str]]:
    """A room without documents, and the kinds of the defects that are planted once they are written."""
    types = _types(rng, company)
    wanted = _kinds(rng)
    contracts = [one for one in company.contracts if f"contract.{one.id}" in types]
    taken: list[Choice] = []
    choose(rng, [one for one in wanted if one in BUILT], types, contracts, taken)
    near = [NEAR] * rng.randint(8, 10)
    if company.calendar.end_month == 12:
        choose(rng, near, types - {"calendar"}, contracts, taken)
        taken = [one for one in taken if one.switch.name != "near.calendar"]
    else:
        choose(rng, near, types, contracts, taken)
    choices = {one.switch.name: one for one in taken}
    types -= {one for one in ("template", "draft") if f"near.{one}" not in choices}
    files = _files(rng, company, types)
    _draw_plan_facts(rng, company, choices, files["score"])
    room = Room(company, rng, types, choices, files, _agenda(rng, types, choices))
    return room, [one for one in wanted if one in NUMERIC]


def _types(rng: Random, company: Company) -> frozenset[str]:
    core = {"accounts", "index", "minutes", "mail.cfo", "contract.C0", "template", "draft"}
    core |= {
        one
        for one, chance in (
            ("customers", 0.9),
            ("kpis", 0.85),
            ("captable", 0.8),
            ("permits", 0.7),
            ("contract.C1", 0.3),
            ("contract.C2", 0.85),
            ("contract.C3", 0.85),
            ("contract.C4", 0.4),
            ("contracts", 0.4),
            ("shares", 0.5),
            ("mail.sales", 0.3),
        )
        if rng.random() < chance
    }
    core |= set(rng.choice([("deck",), ("memo",), ("deck", "memo"), ("deck", "memo")]))
    if "captable" not in core:
        core.discard("shares")
    if {"deck", "customers"} <= core and rng.random() < 0.7:
        core.add("deck.table")
    for one in rng.sample(company.trade.lists["optional"], rng.randint(2, 3)):
        match one:
            case "certificate":
                core |= set(rng.sample(["certificate.permit", "certificate.quality", "certificate.insurance"], 2))
            case "letter":
                core.add(rng.choice(["letter.bank", "letter.law"]))
                core |= {"letter.bank"} if rng.random() < 0.4 else set()
            case _:
                core.add(one)
    return frozenset(core)


def _kinds(rng: Random) -> list[str]:
    """Between 10 and 16 kinds of defects, most of them once."""
    count = rng.randint(11, 16)
    kinds = list(NUMERIC + BUILT)
    rng.shuffle(kinds)
    kinds = kinds[: rng.randint(11, 14)]
    more = ["assertion", "assertion", "contradiction", "ratio", "list", "date", "stale", "unsigned", "sum", "absent"]
    rng.shuffle(more)
    return (kinds + more)[:count]


def _draw_plan_facts(rng: Random, company: Company, choices: dict[str, Choice], score: str) -> None:
    """Facts that claims and remarks need."""
    facts, last = company.facts, company.last
    top = facts[f"customer_share|c0|{last}"] * 100
    limit = (
        math.floor(top) - rng.randint(2, 3)
        if "assertion.concentration" in choices
        else math.ceil(top) + rng.randint(1, 3)
    )
    facts["limit|group|now"] = max(1, limit) / 100
    flash = facts[f"revenue|group|{last}"] * rng.choice([0.93, 0.94, 1.06, 1.07])
    facts[f"revenue|flash|{last}"] = round(flash / company.unit) * company.unit
    for metric, span in (("billings", (1.17, 1.22)), ("orders", (1.06, 1.14))):
        facts[f"{metric}|group|{last}"] = (
            round(facts[f"revenue|group|{last}"] * rng.uniform(*span) / company.unit) * company.unit
        )
    is_small = any(word in score for word in ("market", "rate", "leave"))
    facts["score|group|now"] = (rng.randint(24, 140) if is_small else rng.randint(810, 960)) / 1000


def _files(rng: Random, company: Company, types: frozenset[str]) -> dict[str, str]:
    """A name for each document, none twice, and for papers that are missing."""
    names = data("names")[company.trade.pool]
    end = company.calendar.last_year
    common = {
        "s": f"{end % 100:02d}",
        "y": end,
        "code": company.code.replace("&", "and"),
        "title": company.trade.words["customer_contract"],
        "lawyer": company.lawyer,
        "authority": company.country.lists["authorities"][0],
        "party": "",
        "n": "",
    }
    files: dict[str, str] = {}
    pattern = rng.choice(names["contract"])
    for at, kind in enumerate(sorted(types - {"deck.table"}), 1):
        if kind.startswith("contract."):
            contract = next(one for one in company.contracts if kind == f"contract.{one.id}")
            party = contract.counterparty.replace("&", "and").replace("'", "").replace(".", "")
            files[kind] = pattern.format(**{**common, "title": contract.title, "party": party, "n": f"{at:02d}"})
        else:
            files[kind] = rng.choice(names[kind]).format(**common)
    for paper in ("report", "amendment", "mail", "deck"):
        files[f"absent.{paper}"] = rng.choice(names[f"papers_{paper}"]).format(**common)
    files["hidden"], files["score"] = rng.choice(names["hidden"]), rng.choice(names["scores"])
    return files


def _agenda(rng: Random, types: frozenset[str], choices: dict[str, Choice]) -> dict[str, list[str]]:
    narratives = [one for one in NARRATIVES if one in types]
    agenda: dict[str, list[str]] = {one: [] for one in narratives}
    for name, choice in choices.items():
        way = choice.switch
        for topic in way.topics:
            allowed = [one for one in narratives if one != way.not_in and (not way.topics_in or one == way.topics_in)]
            if topic in ("notes.ltm", "notes.now"):
                allowed = [one for one in allowed if f"date.{one.removesuffix('.cfo')}" not in choices] or narratives[
                    -1:
                ]
            least = min(len(agenda[one]) for one in allowed)
            place = rng.choice([one for one in allowed if len(agenda[one]) <= least + 1])
            agenda[place].append(topic)
        if name == "near.rate" and rng.random() < 0.5:
            agenda[rng.choice(narratives)].append("price")
    free = [one for one, against in _CLAIMS.items() if not any(switch in choices for switch in against)]
    if "permits" not in types:
        free = [one for one in free if one != "claims.permits"]
    for topic in rng.sample(free, min(len(free), rng.randint(2, 4))):
        agenda[rng.choice(narratives)].append(topic)
    return agenda
