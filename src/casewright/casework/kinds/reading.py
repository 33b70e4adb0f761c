"""One kind of case as its TOML file and its template say it."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Final, get_args

from casewright.casework.kinds.case_kind import (
    CaseKind,
    DraftKind,
    Fact,
    Ground,
    Level,
    Part,
    PartyWanted,
    Reads,
    Source,
)
from casewright.casework.kinds.table import LANGUAGES, Table
from casewright.casework.time_limits import TimeLimit, days_in_words
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Mapping

_READS: Final[tuple[Reads, ...]] = get_args(Reads)
_LEVELS: Final[tuple[Level, ...]] = get_args(Level)
_LIMIT: Final = re.compile(r"\{((?:limit|shorter)(?:_[a-z]+)?)\}")
"""A number or an article of the time limit, which is said in the ``limit`` table alone."""


def read_kind(name: str, data: Mapping[str, object], template: str, shared: Mapping[str, Part]) -> CaseKind:
    """The kind of the parsed TOML. ``shared`` are parts that several kinds of drafts have.

    Raises InvalidInput naming the file and the key where something is missing, strange or of the wrong type.
    """
    file = f"{name}.toml"
    values = _limit_values(Table(file, data))
    table = Table(file, data, fill=lambda text, language: _fill(text, values[language]))
    draft, limit = table.table("draft"), _read_limit(table)
    names = table.by_language("name")
    kind = CaseKind(
        id=table.one_of("id", (name,)),
        tier=table.number("tier"),
        also=table.numbers("also"),
        name=names,
        draft=draft.text("file"),
        draft_kind=_read_draft(draft, names["ro"], limit, shared),
        words=table.rows("words"),
        hints=table.texts("hints"),
        unless=table.texts("unless"),
        research=table.texts("research", None),
        titles=table.texts("titles"),
        facts=tuple(_read_fact(one) for one in table.tables("fact")),
        parties=tuple(_read_party(one) for one in table.tables("party")),
        limit=limit,
        grounds=tuple(_read_ground(one) for one in table.tables("ground")),
        sources=tuple(_read_source(one) for one in table.tables("source")),
        otherwise=table.pair("otherwise"),
        next_steps=table.lines_by_language("next_steps"),
        answers=_read_answers(table),
        template=_fill(template, values["ro"]),
    )
    table.end()
    _check_names(file, kind)
    return kind


def read_shared_parts(data: Mapping[str, object]) -> Mapping[str, Part]:
    """The parts of parsed TOML by the names under which kinds take them."""
    table = Table("draft_parts.toml", data).table("part")
    found = {}
    for name in table.names():
        one = table.table(name)
        found[name] = Part(one.text("name"), (one.text("sign"),))
        one.end()
    return found


def read_part_facts(data: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    """Words in the name of a part with the id of the fact that it is made of, in the order in which they count."""
    rows = Table("draft_parts.toml", data).rows("facts")
    return tuple((word, fact) for word, fact in rows)


def _read_draft(table: Table, name: str, limit: TimeLimit | None, shared: Mapping[str, Part]) -> DraftKind | None:
    if "known_by" not in table:
        table.end()
        return None
    kind = DraftKind(
        name=table.text("name", name),
        source=table.text("source"),
        known_by=table.texts("known_by"),
        parts=tuple(_read_part(one, shared) for one in table.tables("part")),
        limit=limit if limit is not None and limit.part else None,
        tried=table.number("tried"),
    )
    table.end()
    return kind


def _read_part(table: Table, shared: Mapping[str, Part]) -> Part:
    """A part of its own, or a shared one: by another name, or known by more signs, where the kind says so."""
    if "like" not in table:
        part = Part(table.text("name"), table.texts("signs", None))
    else:
        like = shared[table.one_of("like", tuple(shared))]
        more = table.optional("or")
        part = Part(table.text("name", like.name), like.signs if more is None else (f"{like.signs[0]}|{more}",))
    table.end()
    return part


def _read_limit(table: Table) -> TimeLimit | None:
    if "limit" not in table:
        return None
    one = table.table("limit")
    shorter = one.table("shorter") if "shorter" in one else None
    act = one.text("act", "") and one.text("article")
    limit = TimeLimit(
        fact=one.text("fact"),
        days=one.number("days", 0),
        years=one.number("years", 0),
        source=one.said("source", "{limit_act}, {limit_article}" if act else None),
        cited=one.said("cited", ""),
        after=one.by_language("after"),
        beside=one.by_language("beside", needed=False),
        part=one.said("part", ""),
        shorter=None if shorter is None else (shorter.number("days"), shorter.text("where")),
    )
    one.end()
    return limit


def _limit_values(table: Table) -> Mapping[str, Mapping[str, str]]:
    """What stands for the names of the time limit in texts, by language."""
    if "limit" not in table:
        return {language: {} for language in LANGUAGES}
    limit = table.table("limit")
    texts = {f"limit_{key}": limit.text(key) for key in ("act", "article") if key in limit}
    days = {"limit": limit.number("days", 0)}
    if "shorter" in limit:
        days["shorter"] = limit.table("shorter").number("days")
    numbers = {f"{name}_days": str(count) for name, count in days.items()}
    return {
        language: {
            **texts,
            **numbers,
            **{name: days_in_words(count, language) for name, count in days.items() if count},
        }
        for language in LANGUAGES
    }


def _fill(text: str, values: Mapping[str, str]) -> str:
    return _LIMIT.sub(lambda match: values[match[1]], text)


def _read_fact(table: Table) -> Fact:
    label = table.by_language("label")
    fact = Fact(
        id=table.text("id"),
        label=label["ro"],
        label_en=label["en"],
        ask=table.by_language("ask"),
        again=table.by_language("again", needed=False),
        reads=table.one_of("reads", _READS),
        needed=table.flag("needed", default=True),
        words=table.texts("words"),
        cues=table.texts("cues"),
        patterns=table.texts("patterns"),
        as_=table.text("as", ""),
        none=table.text("none", ""),
        level=table.one_of("level", _LEVELS, "judecatorie"),
        strict=table.flag("strict"),
        ahead=table.flag("ahead"),
        dates_the_facts=table.flag("dates_the_facts"),
        wish=table.flag("wish"),
        grows=table.flag("grows"),
        listed=table.flag("listed"),
        opening=table.flag("opening"),
        accuses=table.flag("accuses"),
        offered_as=table.by_language("offered_as", needed=False),
        opening_as=table.by_language("opening_as", needed=False),
        beside=table.optional("beside"),
        document_cues=table.texts("document_cues"),
        anywhere=table.flag("anywhere"),
        when=table.pair("when"),
    )
    table.end()
    return fact


def _read_party(table: Table) -> PartyWanted:
    roles = table.texts("roles", None)
    party = PartyWanted(
        id=table.text("id"),
        label=table.by_language("label"),
        role=table.text("role", roles[0]),
        roles=roles,
        individual=table.texts("individual"),
        organisation=table.texts("organisation"),
        needed=table.flag("needed", default=True),
        as_many_as=table.optional("as_many_as"),
        or_fact=table.optional("or_fact"),
        when=table.pair("when"),
    )
    table.end()
    return party


def _read_ground(table: Table) -> Ground:
    ground = Ground(table.texts("words", None), table.said("text"))
    table.end()
    return ground


def _read_source(table: Table) -> Source:
    """An article; where it was read and when stand there both or neither."""
    article, rules = table.said("article"), table.text("rules")
    if "from" not in table and "checked" not in table:
        table.end()
        return Source(article, rules, "", None)
    read_in, day = table.text("from"), table.text("checked")
    try:
        checked = date.fromisoformat(day)
    except ValueError:
        raise table.wrong("checked", "a day such as 2026-11-28") from None
    table.end()
    return Source(article, rules, read_in, checked)


def _read_answers(table: Table) -> Mapping[str, Mapping[str, str]]:
    if "answers" not in table:
        return {}
    one = table.table("answers")
    return {topic: one.by_language(topic) for topic in one.names()}


def _check_names(file: str, kind: CaseKind) -> None:
    """What names a fact names one that the kind has, and no fact stands there twice."""
    ids = [fact.id for fact in kind.facts]
    named = [
        *((f"fact {fact.id}", fact.beside) for fact in kind.facts),
        *((f"fact {fact.id}", fact.when and fact.when[0]) for fact in kind.facts),
        *((f"party {one.id}", name) for one in kind.parties for name in (one.as_many_as, one.or_fact)),
        *((f"party {one.id}", one.when and one.when[0]) for one in kind.parties),
        ("limit", kind.limit and kind.limit.fact),
        ("otherwise", kind.otherwise and kind.otherwise[0]),
    ]
    for place, name in named:
        if name is not None and name not in ids:
            raise InvalidInput(f"{file}: {place} names the fact {name!r}, which the kind does not have")
    if kind.draft_kind is not None and not kind.sources:
        raise InvalidInput(f"{file}: source takes at least one article that the draft rests on: add [[source]]")
    if "suma" not in ids and any(fact.level == "by_value" for fact in kind.facts):
        raise InvalidInput(f"{file}: a court by value needs the fact 'suma', which the kind does not have")
    twice = sorted({one for one in ids if ids.count(one) > 1})
    if twice:
        raise InvalidInput(f"{file}: the fact {twice[0]!r} stands there twice: remove one")
