"""What the user is asked next, one thing at a time, and what they are told before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casewright.agents.cases.mind import Ask, Tell
from casewright.agents.cases.minds.case_file import INTRODUCED, asked_about, written_now
from casewright.agents.cases.minds.case_updates import UNDECLARED, USER, correction_of
from casewright.agents.cases.minds.changes import numbered_in
from casewright.agents.cases.minds.dates import read_date
from casewright.agents.cases.minds.limit_text import tell_limit
from casewright.agents.cases.minds.offers import OFFERS, offer
from casewright.agents.cases.minds.phrases import details_named, join_words, of_amount, of_language, phrase, write_day
from casewright.agents.cases.minds.plain_replies import sentences, to_the_machine, unknown
from casewright.agents.cases.minds.stated_facts import AND
from casewright.agents.cases.minds.street_addresses import is_address
from casewright.agents.cases.minds.user_questions import answers
from casewright.agents.cases.minds.wishes import BLOCKED, chosen
from casewright.casework.identifiers import KINDS
from casewright.casework.kinds.catalogue import GENERAL
from casewright.casework.read_back import KIND, READ_BACK, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.agents.cases.minds.case_file import CaseFile
    from casewright.casework.kinds.case_kind import Fact, PartyWanted

PARTIES = "parti"
TOLD_APART = ("date", "amount", "document", "court")
"""Types of which a reply may give two at once."""
"""What a question is about that asks for parties."""
QUESTION = "agent_interactions.active_info_request_to_user"
_SHOWN = ("amount", "document", "court", "authority")
"""Kinds of facts whose value is short enough to be told back."""
_NO_DETAILS = ("caseNumber", "birthDate", "plate")
"""What is masked and is no detail of a party that could be entered there."""


def next_question(file: CaseFile) -> Ask | None:
    """The next thing to ask; None where nothing is missing that can be asked for."""
    missing = file.missing()
    if not missing:
        return None
    first = _asked(file, missing[0])
    second = _beside(file, missing)
    if second is None or first.about != file.fact_id(missing[0]):
        return first
    text = f"{first.question} {of_language(second.ask, file.language)}"
    return Ask(text, about=f"{first.about}{AND}{file.fact_id(second)}")


def read_back(file: CaseFile) -> Ask | None:
    """That what was understood is to be read back, with what is missing; None where the user agreed to it already."""
    if file.confirmed:
        return None
    language = file.language
    said = []
    gaps = [file.named(fact) for fact in file.gaps()]
    if gaps:
        said.append(phrase("may_add", language, labels=join_words(gaps, language)))
    blocking = [file.named(fact) for fact in file.blocking()]
    if blocking:
        said.append(phrase("still_missing", language, labels=join_words(blocking, language)))
    parties = party_question(file)
    if parties is not None:
        said.append(parties.question)
    return Ask("\n\n".join(said), about=READ_BACK)


def unclear_question(file: CaseFile) -> Ask | None:
    """What is right in place of what the user said is wrong, by number and no more; None where they said it."""
    unclear = next((one.fact for one in numbered_in(file.briefing.said or "", file) if one.value is None), None)
    if unclear is None:
        return None
    text = phrase("change_value", file.language, label=file.named(unclear))
    return Ask(text, about=correction_of(file, unclear))


def blocked_question(file: CaseFile) -> Ask | Tell | None:
    """What cannot be drafted without, and what can be done instead, by number; None where nothing is in the way."""
    blocking = file.blocking()
    if not blocking:
        return None
    language = file.language
    labels = join_words([file.named(fact) for fact in blocking], language)
    about = asked_about(file.briefing.details) or ""
    if about.endswith(BLOCKED) and (unknown(file.briefing.said or "") or chosen(file.briefing.said or "") == 1):
        return Tell(phrase("blocked_waiting", language, labels=labels))
    text = phrase("blocked", language, labels=labels, kind=of_language(file.kind.name, language))
    return Ask(text, about=f"{file.fact_id(blocking[0])}{BLOCKED}")


def remarks(file: CaseFile) -> list[str]:
    """What is said before a question or an answer in this turn, each thing once."""
    language, said, made = file.language, file.briefing.said or "", file.briefing.made
    told: list[str] = []
    written = [one.get("id") for one in written_now(made, "internal_notes")]
    if INTRODUCED in written or file.note(INTRODUCED) is None:
        told += [phrase("intro", language), _kind_told(file)]
    elif any(
        one.get("id") == f"{KIND}{file.kind.id}" and one.get("status") == "pending"
        for one in written_now(made, "objectives")
    ):
        told.append(_kind_told(file))
    if any(to_the_machine(one) for one in sentences(said)):
        told.append(phrase("to_the_machine", language))
    if any(f"persoana.{name}" in written for name in UNDECLARED.findall(said)):
        told.append(phrase("undeclared", language))
    if any(f".{kind}}}}}" in said for kind in KINDS if kind not in _NO_DETAILS):
        told.append(phrase("numbers", language))
    told += answers(file)
    told.append(_noted_told(file))
    facts = [str(one.get("id")) for one in written_now(made, "facts")]
    told += _documents_told(file)
    limit = file.kind.limit
    if limit is not None and f"{file.kind.id}.{limit.fact}" in facts:
        told.append(tell_limit(file))
    return [one for one in told if one]


def party_question(file: CaseFile) -> Ask | None:
    """What has to be added under the case's parties; None where they are complete."""
    language = file.language
    wanted: list[str] = []
    unfilled = False
    for one in file.parties_wanted():
        party = file.parties.get(one.id)
        label = of_language(one.label, language)
        if party is None or file.too_few(one):
            unfilled = True
            wanted.append(phrase("party_new", language, label=label, role=one.role, details=_details(one, language)))
            continue
        needed = one.organisation if str(party.get("kind")) == "organisation" else one.individual
        lacks = [field for field in needed if field not in (party.get("has") or ())]
        if lacks:
            wanted.append(phrase("party_lacks", language, label=label, details=details_named(lacks, language)))
    if not wanted:
        return None
    text = phrase("parties", language, wanted="; ".join(wanted))
    strange = [f"„{role}”" for role in file.strange_roles()]
    if unfilled and strange:
        text += f" {phrase('party_role', language, roles=', '.join(strange))}"
    return Ask(text, about=PARTIES)


def _beside(file: CaseFile, missing: Sequence[Fact]) -> Fact | None:
    """Another fact that can be asked with the first: an answer to both tells by its types which is which.

    The day of a paper is asked with its number.
    """
    first = missing[0]
    if first.reads not in TOLD_APART or first.id in file.facts:
        return None
    fitting = [one for one in missing[1:] if one.reads in TOLD_APART and one.reads != first.reads]
    fitting = [one for one in fitting if one.id not in file.facts]
    own = [one for one in fitting if one.beside == first.id]
    return next(iter((*own, *fitting)), None)


def _asked(file: CaseFile, fact: Fact) -> Ask:
    language = file.language
    about = file.fact_id(fact)
    again = file.facts.get(fact.id) == UNKNOWN
    text = of_language(fact.again, language) if again else of_language(fact.ask, language)
    earlier = offer(file, fact)
    if earlier is not None:
        form, as_ = ("offer", fact.offered_as) if fact.offered_as else ("offer_opening", fact.opening_as)
        words = phrase(form, language, words=earlier, as_=of_language(as_, language))
        return Ask(words, about=f"{about}{OFFERS}")
    before = asked_about(file.briefing.details)
    if not again and before == about and file.briefing.said is not None and not _noted(file):
        if answers(file) or any(to_the_machine(one) for one in sentences(file.briefing.said)):
            return Ask(text, about=about)
        missed = phrase("not_understood", language, label=file.named(fact))
        text = f"{missed} {of_language(fact.again, language) or text}"
    return Ask(text, about=about)


def _noted(file: CaseFile) -> bool:
    """Whether this turn wrote a fact down."""
    return bool(written_now(file.briefing.made, "facts"))


def _noted_told(file: CaseFile) -> str:
    """What the message told beside the answer to the question; empty where that is all."""
    language = file.language
    written = [str(one.get("id")) for one in written_now(file.briefing.made, "facts") if one.get("source") == USER]
    passed_over = [file.kind.id + "." + file.kind.limit.fact] if file.kind.limit is not None else []
    passed_over += _answered_now(file)
    labels = []
    for fact in file.kind.facts:
        value = file.known.get(fact.id)
        if value is None or file.fact_id(fact) not in written or file.fact_id(fact) in passed_over:
            continue
        day = read_date(value) if fact.reads == "date" else None
        shown = (
            write_day(day, language) if day is not None else of_amount(value, language) if fact.reads in _SHOWN else ""
        )
        labels.append(f"{file.named(fact)} ({shown})" if shown else file.named(fact))
    if labels:
        return phrase("noted", language, labels=join_words(labels, language))
    court = next((one for one in file.kind.facts if one.reads == "court" and one.id in file.known), None)
    if court is not None and not written and is_address(file.briefing.said or ""):
        return phrase("noted", language, labels=f"{file.named(court)} ({file.known[court.id]})")
    return ""


def _answered_now(file: CaseFile) -> list[str]:
    """The fact that the open question asked for: the first of the update that closed it."""
    found: list[str] = []
    for one in file.briefing.made:
        updates = one.call.arguments.get("updates") if one.call.name == "update_case_details" else None
        if isinstance(updates, dict) and QUESTION in updates:
            found += [str(fact.get("id")) for fact in updates.get("facts", ())[:1] if isinstance(fact, dict)]
    return found


def _kind_told(file: CaseFile) -> str:
    if file.kind.id == GENERAL:
        return phrase("kind_general", file.language)
    return phrase("kind", file.language, kind=of_language(file.kind.name, file.language))


def _details(wanted: PartyWanted, language: str) -> str:
    if not wanted.individual:
        return details_named(wanted.organisation, language)
    said = details_named(wanted.individual, language)
    if wanted.organisation:
        said += f"; {phrase('or_person', language, details=details_named(wanted.organisation, language))}"
    return said


def _documents_told(file: CaseFile) -> list[str]:
    """What was read from documents in this turn, and where they say other than the user."""
    language = file.language
    told: list[str] = []
    facts = [
        one for one in written_now(file.briefing.made, "facts") if str(one.get("source", "")).startswith("document")
    ]
    labels = [file.named(fact) for fact in file.kind.facts if any(one.get("id") == file.fact_id(fact) for one in facts)]
    if labels:
        told.append(phrase("read_from", language, labels=join_words(labels, language)))
    for entry in {str(one.get("id")): one for one in written_now(file.briefing.made, "documents_analysis")}.values():
        differs = entry.get("differs")
        differs = differs if isinstance(differs, dict) else {}
        for fact in file.kind.facts:
            if fact.label in differs:
                label, other = file.named(fact), differs[fact.label]
                told.append(phrase("differs", language, document=entry.get("filename"), label=label, other=other))
    return list(dict.fromkeys(told))
