"""What a user wants of the talk itself: another kind of case, a summary in place of an act, something left out."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from casewright.agents.cases.mind import Ask
from casewright.agents.cases.minds.case_file import (
    STRONG,
    CaseFile,
    asked_about,
    everything_said,
    kind_by_words,
    kinds_by_words,
)
from casewright.agents.cases.minds.fact_fit import misfit, unfit
from casewright.agents.cases.minds.facts_in_text import NO, find_facts
from casewright.agents.cases.minds.paper_numbers import without_values
from casewright.agents.cases.minds.phrases import of_language, phrase
from casewright.agents.cases.minds.plain_replies import said_in, sentences, yes_or_no
from casewright.agents.cases.minds.several_matters import CHOICE, said_of_it
from casewright.casework.kinds.catalogue import GENERAL, case_kind, case_kinds
from casewright.casework.read_back import KIND
from casewright.vocabulary.folding import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casewright.casework.kinds.case_kind import CaseKind, Fact

BLOCKED = "#"
"""Ends what a question is about that offers what to do without a fact."""
_MOST_HINTED = 4
OTHER_KIND = "fel."
"""How it begins what a question is about that asks whether the case is to be of another kind, which follows."""
_WANTED = re.compile(
    r"\b(?:vreau|vrem|vr|faceti-?mi|doresc|dorim|as vrea|am vrea|ci|mai degraba|mai bine|i want|i would like|rather)\b"
)
_SHORT = 8
_LONE_NUMBER = re.compile(r"(?<![\w.,/])[1-9](?![\w/]|[.,]\d)")
_CHOICE = re.compile(r"^\W*(?:varianta |optiunea |numarul |option |number )?(?P<number>[1-9])\W*$")


def kind_wanted(file: CaseFile) -> CaseKind | None:
    """The other kind of case that the latest message wants; None where it wants none that there is."""
    said = fold(file.briefing.said or "")
    after = _WANTED.search(said)
    left = _denied_left_out(said)
    outright = after is not None and not any(all(re.search(sign, left) for sign in row) for row in file.kind.words)
    if file.kind.id == GENERAL or not (said_in("other_kind", said) or (outright and file.facts)):
        return None
    for part in (said[after.start() :], said) if after is not None else (said,):
        part = _denied_left_out(part)
        for tier in (file.briefing.tier, 3, 2, 1):
            strong = [name for name, much in kinds_by_words([part], tier) if much >= STRONG]
            other = next((name for name in strong if name not in (GENERAL, file.kind.id)), None)
            if other is not None:
                return case_kind(other)
    return None


def other_kind_question(file: CaseFile) -> Ask | None:
    """Whether the case is to be of the kind that the user seems to want; None where they want no other."""
    other = kind_wanted(file)
    if other is None or asked_about(file.briefing.details) == f"{OTHER_KIND}{other.id}":
        return None
    language = file.language
    names = {"kind": of_language(other.name, language), "now": of_language(file.kind.name, language)}
    if file.briefing.tier not in (other.tier, *other.also) and other.tier > file.briefing.tier:
        return Ask(phrase("other_kind_dearer", language, tier=other.tier, **names), about=None)
    return Ask(phrase("other_kind", language, **names), about=f"{OTHER_KIND}{other.id}")


def kind_changed(file: CaseFile) -> dict[str, Any] | None:
    """The updates for a case that the user agreed to have of another kind; None where they did not."""
    about = asked_about(file.briefing.details) or ""
    if not about.startswith(OTHER_KIND) or yes_or_no(file.briefing.said or "") is not True:
        return None
    other = case_kinds().get(about.removeprefix(OTHER_KIND))
    return None if other is None or other.id == file.kind.id else _become(file, other)


def choice_of_kind(file: CaseFile) -> Ask | None:
    """Which kind of case it is, by number, where the words make it none; None where that was asked or settled."""
    if file.kind.id != GENERAL or file.note(CHOICE) is not None or file.note("caz.general") is not None:
        return None
    language = file.language
    names = [of_language(case_kind(one).name, language) for one in kinds_offered(file)]
    lines = [f"{number}. {name};" for number, name in enumerate(names, 1)]
    lines.append(f"{len(names) + 1}. {phrase('kind_none', language)}")
    return Ask("\n".join((phrase("kind_choice", language), *lines)), about=CHOICE)


def several_kinds(file: CaseFile) -> bool:
    """Whether what was said speaks for more than one kind."""
    return len(kinds_by_words(everything_said(file.briefing), file.briefing.tier)) > 1


def kinds_offered(file: CaseFile) -> list[str]:
    """The kinds to choose from: those that the words speak for, or else all that a case of this tier may be."""
    tier = file.briefing.tier
    fitting = [one.id for one in case_kinds().values() if one.id != GENERAL and tier in (one.tier, *one.also)]
    hinted = [name for name, _ in kinds_by_words(everything_said(file.briefing), tier)][:_MOST_HINTED]
    return sorted(hinted, key=fitting.index) if len(hinted) > 1 else fitting


def kind_chosen(file: CaseFile) -> dict[str, Any] | None:
    """The updates for the kind that the user chose, by its number or in words; a note alone where they chose none."""
    if asked_about(file.briefing.details) != CHOICE or file.note(CHOICE) is not None or file.briefing.said is None:
        return None
    said, offered = file.briefing.said, kinds_offered(_before(file))
    number = chosen(said) or _number_within(without_values(said, file.briefing.today))
    by_words = kind_by_words([said], file.briefing.tier)
    other = offered[number - 1] if number is not None and number <= len(offered) else by_words
    asked = {"id": CHOICE, "timestamp": file.briefing.today.isoformat()}
    if other == GENERAL and number is None and several_kinds(_before(file)) and _is_no_choice(said):
        return None
    if other == GENERAL:
        return {"internal_notes": [asked]}
    return {**_become(file, case_kind(other)), "internal_notes": [asked]}


def _number_within(said: str) -> int | None:
    """The one number of a short reply: „cu banii, deci 1”."""
    numbers = _LONE_NUMBER.findall(said)
    return int(numbers[0]) if len(numbers) == 1 and len(said.split()) <= _SHORT else None


def _is_no_choice(said: str) -> bool:
    """Whether a short reply chooses nothing, not even none of what is offered: then it is asked once more."""
    return len(said.split()) <= _SHORT and not said_in("unknown", fold(said)) and not said_in("other_kind", fold(said))


def _before(file: CaseFile) -> CaseFile:
    """The file as it was before the latest message was said."""
    said = file.briefing.details.get("user_statements") or []
    if not said or file.briefing.said is None:
        return file
    details = {**file.briefing.details, "user_statements": list(said)[:-1]}
    return CaseFile(replace(file.briefing, details=details, said=None), file.kind)


def summary_wanted(file: CaseFile) -> dict[str, Any] | None:
    """The updates for a case of which the user chose a summary in place of an act that cannot be made."""
    about, said = asked_about(file.briefing.details) or "", file.briefing.said or ""
    second = about.endswith(BLOCKED) and chosen(said) == 2
    if file.kind.id == GENERAL or not (second or said_in("summary", fold(said).strip(" .!"))):
        return None
    note = {"id": "caz.general", "timestamp": file.briefing.today.isoformat(), "note": "Un rezumat, la cererea lui."}
    return {**_become(file, case_kind(GENERAL)), "internal_notes": [note]}


def chosen(said: str) -> int | None:
    """The number that a reply chooses; None where it is no number alone."""
    match = _CHOICE.match(fold(said))
    return None if match is None else int(match["number"])


def left_out(file: CaseFile) -> dict[Fact, str]:
    """What the latest message gives up: „renunț la dobândă”. A wish without it, a yes that becomes a no."""
    found: dict[Fact, str] = {}
    for sentence in sentences(file.briefing.said or ""):
        folded = fold(sentence)
        if not said_in("gives_up", folded):
            continue
        for fact in file.kind.facts:
            if not any(re.search(rf"\b{re.escape(word)}", folded) for word in fact.words):
                continue
            if fact.reads == "yes_no":
                found[fact] = NO
            elif fact.in_words and fact.id in file.known:
                left = _without(file.known[fact.id], folded)
                if left != file.known[fact.id]:
                    found[fact] = left or fact.none or ""
        for fact in file.kind.facts:
            if fact.reads == "wish" and fact.id in file.known and fact not in found:
                left = _without(file.known[fact.id], folded)
                if left and left != file.known[fact.id]:
                    found[fact] = left
    return {fact: value for fact, value in found.items() if value and misfit(fact, value, file.kind) is None}


def _without(wish: str, given_up: str) -> str:
    """The parts of a wish that name nothing of what is given up."""
    words = {one[:6] for one in re.findall(r"[a-z]{5,}", given_up)} - {"renunt", "vreau", "despre", "pentru", "altcev"}
    parts = re.split(r"(?<=[.;])\s+|,\s+|\s+(?:și|si)\s+", wish)
    kept = [one for one in parts if not any(word in fold(one) for word in words)]
    return ", ".join(kept).strip() if len(kept) < len(parts) else wish


def _become(file: CaseFile, other: CaseKind) -> dict[str, Any]:
    """The case as one of that kind: facts that still fit stay, and what was said is read anew."""
    entries = list(_carried(file, other))
    updates: dict[str, Any] = {
        "objectives": [
            {"id": f"{KIND}{file.kind.id}", "objective": file.kind.name["ro"], "status": "abandoned"},
            {"id": f"{KIND}{other.id}", "objective": other.name["ro"], "status": "pending"},
        ],
        "agent_interactions.active_info_request_to_user": None,
    }
    if entries:
        updates["facts"] = entries
    return updates


def _carried(file: CaseFile, other: CaseKind) -> Iterator[dict[str, Any]]:
    values: dict[str, str] = {}
    said = everything_said(file.briefing)
    for text in said_of_it(file, other.id):
        if chosen(text) is not None:
            continue
        values.update(find_facts(text, other, file.briefing.today, values))
    for fact in other.facts:
        before = file.kind.fact(fact.id)
        same = before is not None and before.reads == fact.reads and before.label == fact.label
        value = file.known.get(fact.id) if same else values.get(fact.id)
        if value is not None and not unfit(fact, value, other, said, file.briefing.today):
            yield {
                "id": f"{other.id}.{fact.id}",
                "source": "utilizator",
                "fact": f"{fact.label}: {value}",
                "confidence": "high" if same else "medium",
            }


def _denied_left_out(folded: str) -> str:
    """The text without what it says that it is not about: „nu e vorba de o amendă”."""
    folded = re.sub(r",? nu \w+\W*$", " ", re.sub(r"\bgata cu \w+", " ", folded))
    return re.sub(r"\bnu (?:e|este|mai|vreau|e vorba|mai vreau)\b[^,.;]{0,60}(?=[,.;]|\bci\b|\bvreau\b)", " ", folded)
