"""Tests of evals.conversations: what the judge says of small made files, and how the shares are counted."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import pytest

from casewright.casework.kinds.catalogue import case_kind
from casewright.errors import InvalidInput
from evals.conversations.judge import Filed, Judgement, judge
from evals.conversations.playing import Played, repeats, unconfirmed_in
from evals.conversations.reading import OUTSIDE, Conversation, KnownFact, Later, read_conversations
from evals.conversations.report import TalkReport
from evals.conversations.user import User

if TYPE_CHECKING:
    from pathlib import Path

FINE = case_kind("amenda")


def known(name: str, type_: str, value: str, *asked_by: str, said: str = "", told: bool = True) -> KnownFact:
    return KnownFact(name, type_, value, said or value, asked_by, told)


SERVED = known("served", "date", "2026-10-14", "comunic", "inman", said="pe 14 octombrie")
SUM = known("sum", "sum", "1450 RON", "cuantum", "amenzii", "amenda", said="1450 de lei")
DEED = known("deed", "deed", "parca trotuar", "fapt", "sanctionat", said="zice că am parcat pe trotuar")
NAMED = replace(known("named", "reason", "conduc ana", "gresit", "motive"), names=frozenset(("ana",)))
DOG = known("dog", "deed", "câine", "animal", said="am un câine")
TALK = Conversation("c1", "amenda", date(2026, 11, 5), "ro", (), ("Am primit o amendă.",), (SERVED, SUM, DEED), (), ())


@pytest.mark.requirement("case-conversations-measured")
@pytest.mark.parametrize(
    ("facts", "file", "verdicts"),
    [
        ([SERVED], {"comunicare": "14 octombrie 2026"}, {"comunicare": "right"}),
        ([SERVED], {"comunicare": "15 octombrie 2026"}, {"comunicare": "wrong"}),
        ([SUM], {"suma": "1.450 de lei"}, {"suma": "right"}),
        ([SUM], {"suma": "1.450 de euro"}, {"suma": "wrong"}),
        ([DEED], {"fapta": "parcarea pe trotuar"}, {"fapta": "right"}),
        ([DEED], {"fapta": "parcarea pe carosabil"}, {"fapta": "partly"}),
        ([DEED], {"fapta": "trecerea pe roșu"}, {"fapta": "wrong"}),
        ([NAMED], {"motive": "conducea {{party1.firstName}}"}, {"motive": "right"}),
        ([NAMED], {"motive": "conducea altcineva"}, {"motive": "partly"}),
        ([SERVED], {"fapta": "14 octombrie 2026"}, {"fapta": "wrong"}),
        ([SERVED], {"probe": "am fotografii"}, {"probe": "unjudged"}),
    ],
)
def test_what_is_filed_is_held_against_what_is_meant(
    facts: list[KnownFact], file: dict[str, str], verdicts: dict[str, str]
) -> None:
    """Right, partly or wrong by the type of what is known; a day under a deed is wrong, what nobody meant unjudged."""
    found = judge(FINE, file, facts, {one.name for one in facts})
    assert {one.fact: one.verdict for one in found.filed} == verdicts


@pytest.mark.requirement("case-conversations-measured")
def test_what_was_told_and_is_not_there_is_missed() -> None:
    """Told and not filed, or filed wrong, is missed; not told is not; what has no place in the file is told apart."""
    found = judge(FINE, {"suma": "900 de lei"}, [SERVED, SUM, DOG], {"served", "sum", "dog"})
    assert (found.missed, found.homeless) == (("served", "sum"), ("dog",))
    assert judge(FINE, {}, [SERVED, SUM, DOG], {"sum"}).missed == ("sum",)
    assert judge(FINE, {"comunicare": "14 octombrie 2026"}, [SERVED], {"served"}).missed == ()


def test_what_the_law_says_for_who_does_not_know_is_no_fact_of_theirs() -> None:
    """A value that the kind keeps for "none" is not judged."""
    evidence = FINE.fact("probe")
    assert evidence is not None
    assert evidence.none
    assert judge(FINE, {"probe": evidence.none}, [], set()).filed == ()


@pytest.mark.requirement("case-conversations-measured")
@pytest.mark.parametrize(
    ("confirmed", "unconfirmed"),
    [
        ({"amenda.suma": "540 de lei", "amenda.motive": "conducea Ion Pop"}, ()),
        ({"amenda.suma": "540 de lei", "amenda.motive": "conducea {{person_1.name}}"}, ()),
        ({"amenda.suma": "450 de lei", "amenda.motive": "conducea Ion Pop"}, ("amenda.suma",)),
        ({"amenda.suma": "540 de lei", "amenda.motive": "parca {{person_1.name}}"}, ("amenda.motive",)),
        ({"amenda.suma": "540 de lei"}, ("amenda.motive",)),
        ({}, ("amenda.motive", "amenda.suma")),
    ],
    ids=["as filed", "masked otherwise", "another sum", "other words", "not read back", "never asked"],
)
def test_what_the_user_did_not_confirm_is_named(confirmed: dict[str, str], unconfirmed: tuple[str, ...]) -> None:
    """A fact counts as confirmed as it stood then, but for a name that was masked since; other kinds' do not count."""
    filed = {"amenda.suma": "540 de lei", "amenda.motive": "conducea {{party1.lastName}}", "datorie.suma": "3 lei"}
    assert unconfirmed_in(filed, confirmed, "amenda") == unconfirmed


@pytest.mark.requirement("case-conversations-measured")
def test_user_counts_what_they_are_asked_after_they_told_it() -> None:
    """What stood in the opening is asked twice, what did not is asked once; asked again it was told, too."""
    user = User(replace(TALK, facts=(SERVED, replace(DEED, told=False))))
    served, deed = FINE.fact("comunicare"), FINE.fact("fapta")
    assert served is not None
    assert deed is not None
    assert user.next("", [], parties=False, read_back=False, other=None) == "Am primit o amendă."
    assert user.next("?", [served], parties=False, read_back=False, other=None) == "pe 14 octombrie"
    assert user.next("?", [deed], parties=False, read_back=False, other=None) == "zice că am parcat pe trotuar"
    user.next("?", [deed], parties=False, read_back=False, other=None)
    assert user.asked == [("served", True), ("deed", False), ("deed", True)]


def test_user_corrects_of_their_own_accord_and_means_it_from_then_on() -> None:
    """A later word is said when its time has come, whatever is asked, and is what is true by then."""
    later = Later(1, "am greșit: pe 15 octombrie", "served", "2026-10-15", "")
    user = User(replace(TALK, later=(later,)))
    user.next("", [], parties=False, read_back=False, other=None)
    assert user.next("Corect?", [], parties=False, read_back=True, other=None) == later.says
    assert user.next("Corect?", [], parties=False, read_back=True, other=None) == "da"
    assert next(one.value for one in user.facts() if one.name == "served") == "2026-10-15"


@pytest.mark.parametrize(
    ("transcript", "again"),
    [
        ([("user", "a"), ("agent", "Când?"), ("user", "ieri")], True),
        ([("user", "a"), ("agent", "Unde?"), ("user", "Când?")], False),
        ([("user", "Când?")], False),
    ],
)
def test_answer_that_is_the_one_before_is_a_repetition(transcript: list[tuple[str, str]], again: bool) -> None:
    """Word for word what the agent, and not the user, said last."""
    assert repeats(transcript, "Când?") is again


@pytest.mark.requirement("case-conversations-measured")
def test_shares_count_what_was_played() -> None:
    """Each share over what it is a share of: facts over told ones, drafts over those inside the kinds."""
    filed = tuple(Filed(f"f{number}", "", "", one) for number, one in enumerate(("right", "right", "partly", "wrong")))
    good = Played(
        TALK, kind="amenda", wanted_kind="amenda", messages=6, draft="# Act", parts_missing=("semnătura",),
        unconfirmed=("amenda.suma",), judgement=Judgement((*filed, Filed("f9", "", "", "unjudged")), ("x",), ("y",)),
        asked=(("served", True), ("deed", False)), repeated=2,
    )  # fmt: skip
    lost = Played(TALK, kind="datorie", wanted_kind="amenda", messages=4)
    outside = Played(TALK, kind="general", wanted_kind=OUTSIDE, messages=5)
    report = TalkReport("small", (good, lost, outside))
    assert {name: (share.hits, share.of) for name, share in report.figures.items()} == {
        "right kind": (2, 3),
        "facts filed right, of told": (2, 5),
        "facts filed in part": (1, 5),
        "facts filed wrong, of filed": (1, 4),
        "told, and not filed": (1, 5),
        "unconfirmed in a draft, of its facts": (1, 5),
        "asked twice, of asked": (1, 2),
        "came to a draft": (1, 2),
        "drafts with all parts": (0, 1),
        "answers that repeat the one before": (2, 15),
    }
    assert report.messages == 6
    assert TalkReport("none", ()).messages is None


WRITTEN = """
[[conversation]]
id = "one"
kind = "amenda"
today = 2026-11-05
opens = ["Am primit o amendă."]

[[conversation.fact]]
name = "served"
type = "date"
value = "2026-10-14"
said = "pe 14"
asked_by = ["comunic"]
"""


@pytest.mark.parametrize(
    ("was", "is_", "told"),
    [
        ('kind = "amenda"', 'kind = "parking"', "one: the kind 'parking' is none of amenda"),
        ('type = "date"', 'type = "day"', "one: day is not as described"),
        ('opens = ["Am primit o amendă."]', "opens = []", "one: opens is not as described"),
        ('name = "served"', "", "talks.toml holds no conversations.*'name'"),
        ("[[conversation]]", "[[conversation", "talks.toml holds no conversations"),
    ],
)
def test_file_that_is_not_as_described_is_refused(tmp_path: Path, was: str, is_: str, told: str) -> None:
    """The sentence names the file, the conversation and what is wrong in it."""
    file = tmp_path / "talks.toml"
    file.write_text(WRITTEN, encoding="utf-8")
    assert [one.id for one in read_conversations(file)] == ["one"]
    file.write_text(WRITTEN.replace(was, is_), encoding="utf-8")
    with pytest.raises(InvalidInput, match=told):
        read_conversations(file)
