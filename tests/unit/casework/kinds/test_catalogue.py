"""The kinds of cases and their templates, as data: complete in both languages, said once, and enough by themselves."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import casewright
from casewright.agents.cases.minds.phrases import _phrases, fact_named, phrase
from casewright.casework.draft_kinds import kind_of
from casewright.casework.draft_markdown import read_markdown
from casewright.casework.kinds.catalogue import GENERAL, case_kind, case_kinds, fact_of_part, read_kinds
from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from casewright.casework.kinds.case_kind import CaseKind

KINDS = list(case_kinds().values())
DATED = [one for one in KINDS if one.limit is not None and one.limit.days]
_PACKAGE = Path(casewright.__file__).parent
_FOLDER = _PACKAGE / "casework/kinds"
_SLOT = re.compile(r"(?<!\{)\{([a-z_]+)\}(?!\})")
_CONDITION = re.compile(r"^[?!]([a-z_]+)", re.MULTILINE)


@pytest.mark.parametrize("kind", KINDS, ids=[one.id for one in KINDS])
def test_a_kind_is_complete(kind: CaseKind) -> None:
    """Each fact has its question and its name in both languages; what depends on another names one that there is."""
    ids = [fact.id for fact in kind.facts]
    assert len(ids) == len(set(ids))
    for fact in kind.facts:
        assert set(fact.ask) == {"ro", "en"}
        assert fact.again == {} or set(fact.again) == {"ro", "en"}
        assert fact_named(fact, "en")
        assert fact.when is None or fact.when[0] in ids
        assert fact.beside is None or fact.beside in ids
    assert all(one.when is None or one.when[0] in ids for one in kind.parties)
    assert all(one.or_fact is None or one.or_fact in ids for one in kind.parties)
    assert kind.limit is None or kind.limit.fact in ids
    assert set(kind.next_steps) == {"ro", "en"}
    assert all(set(one) == {"ro", "en"} for one in kind.answers.values())


@pytest.mark.parametrize("kind", KINDS, ids=[one.id for one in KINDS])
def test_a_template_uses_what_there_is(kind: CaseKind) -> None:
    """Its names are facts, parties or the few of every template, and each needed fact stands in it."""
    parties = {one.id for one in kind.parties}
    facts = {fact.id for fact in kind.facts}
    known = facts | parties | {f"{one}_nume" for one in parties} | {"azi", "surse", "temeiuri", "lista", "parti"}
    used = set(_SLOT.findall(kind.template))
    conditions = set(_CONDITION.findall(kind.template))
    assert used <= known
    assert conditions <= known | {"trecut"}
    if kind.id != GENERAL:
        assert {fact.id for fact in kind.facts if fact.needed and fact.reads != "yes_no"} <= used


@pytest.mark.parametrize("kind", KINDS, ids=[one.id for one in KINDS])
def test_a_draft_is_checked_as_its_kind(kind: CaseKind) -> None:
    """Every act has mandatory parts that are checked; the summary is of no kind."""
    found = kind_of(kind.draft, read_markdown(kind.template))
    assert (found is None) is (kind.id == GENERAL)


def test_both_languages_have_the_same_phrases() -> None:
    """With the same names to fill in."""
    romanian, english = _phrases("ro"), _phrases("en")
    assert {name: set(_SLOT.findall(text)) for name, text in romanian.items()} == {
        name: set(_SLOT.findall(text)) for name, text in english.items()
    }
    assert phrase("intro", "ro") != phrase("intro", "en")


@pytest.mark.parametrize("kind", KINDS, ids=[one.id for one in KINDS])
def test_every_pattern_compiles(kind: CaseKind) -> None:
    """A sign that is no regular expression would fail in the middle of a case."""
    parts = kind.draft_kind.parts if kind.draft_kind is not None else ()
    patterns = [
        *(sign for row in kind.words for sign in row),
        *kind.unless,
        *(sign for fact in kind.facts for sign in (*fact.cues, *fact.patterns, *fact.document_cues)),
        *(sign for ground in kind.grounds for sign in ground.words),
        *(sign for part in parts for sign in part.signs),
    ]
    for pattern in patterns:
        re.compile(pattern)


STEPS = (
    ('id = "notificare"', 'id = "somatie"', "name.ro is 'notificare de punere în întârziere'"),
    ('ro = "notificare de', 'ro = "somație de', "draft.file is 'Notificare'"),
    ('file = "Notificare"', 'file = "Somatie"', "draft.name is 'notificare'"),
    ('name = "notificare"', 'name = "somație"', "draft.tried is 7"),
    ("tried = 7", "tried = 8", None),
)


@pytest.mark.parametrize("steps", range(1, len(STEPS) + 1))
def test_kinds_are_apart(steps: int, tmp_path: Path) -> None:
    """Each step takes a copy further from the kind that it was copied from; what they still share is told."""
    text = (_FOLDER / "notificare.toml").read_text(encoding="utf-8")
    for old, new, _ in STEPS[:steps]:
        assert old in text
        text = text.replace(old, new, 1)
    for path in (_FOLDER / "notificare.toml", _FOLDER / "notificare.md"):
        shutil.copy(path, tmp_path)
    (tmp_path / "somatie.toml").write_text(text, encoding="utf-8")
    (tmp_path / "somatie.md").write_text("# SOMAȚIE\n", encoding="utf-8")
    told = STEPS[steps - 1][2]
    if told is None:
        assert set(read_kinds(tmp_path)) == {"notificare", "somatie"}
        return
    with pytest.raises(InvalidInput, match=re.escape(told)):
        read_kinds(tmp_path)


@pytest.mark.parametrize("kind", DATED, ids=[one.id for one in DATED])
def test_a_time_limit_is_said_in_one_place(kind: CaseKind) -> None:
    """Its article stands in the kind's own ``limit`` table and nowhere else, its days beside no word for a limit."""
    assert kind.limit is not None
    table = tomllib.loads(_own(kind).read_text(encoding="utf-8"))["limit"]
    others = {path: path.read_text(encoding="utf-8") for path in _sources()}
    own = others.pop(_own(kind))
    days = rf"(?:termen\w*(?: de apel)?(?: este)?|time limit is) (?:de )?{kind.limit.days} (?:de zile|zile|days)"
    assert own.count(table["article"]) == 1
    assert [path for path, text in others.items() if table["article"] in text] == []
    assert [path for path, text in {**others, _own(kind): own}.items() if re.search(days, text)] == []


@pytest.mark.parametrize("kind", DATED, ids=[one.id for one in DATED])
def test_a_time_limit_that_changes_changes_every_text(kind: CaseKind, tmp_path: Path) -> None:
    """Questions, the draft and what a draft lacks tell the days of the ``limit`` table."""
    assert kind.limit is not None
    text = _own(kind).read_text(encoding="utf-8")
    (tmp_path / f"{kind.id}.toml").write_text(
        text.replace(f"\ndays = {kind.limit.days}\n", "\ndays = 77\n"), encoding="utf-8"
    )
    shutil.copy(_own(kind).with_suffix(".md"), tmp_path)
    changed = read_kinds(tmp_path)[kind.id]
    assert changed.limit is not None
    asked = changed.fact(changed.limit.fact)
    assert asked is not None
    assert "77 de zile" in asked.ask["ro"]
    assert "77 days" in asked.ask["en"]
    assert "77 de zile" in changed.template
    assert "77 de zile" in changed.limit.part


def test_a_kind_is_one_file_and_one_template(tmp_path: Path) -> None:
    """A kind that is put beside the others is found, checked and ordered without a line of Python."""
    for path in _FOLDER.iterdir():
        if path.suffix in (".toml", ".md"):
            shutil.copy(path, tmp_path)
    text = (tmp_path / "notificare.toml").read_text(encoding="utf-8")
    for old, new, _ in STEPS:
        text = text.replace(old, new, 1)
    (tmp_path / "somatie.toml").write_text(text, encoding="utf-8")
    (tmp_path / "somatie.md").write_text("# SOMAȚIE\n\n{cerere}\n", encoding="utf-8")
    kinds = read_kinds(tmp_path)
    assert set(kinds) == {*case_kinds(), "somatie"}
    assert list(kinds)[-1] == GENERAL
    assert kinds["somatie"].template == "# SOMAȚIE\n\n{cerere}\n"
    assert kinds["somatie"].draft_kind is not None


@pytest.mark.parametrize(
    ("name", "fact"),
    [("dovezile („Probe”)", "probe"), ("instanța", "instanta"), ("data comunicării hotărârii", "comunicare")],
)
def test_a_part_is_made_of_a_fact(name: str, fact: str) -> None:
    """What a draft lacks is asked for as the fact of the kind."""
    found = fact_of_part(case_kind("apel"), name)
    assert found is not None
    assert found.id == fact


def test_a_part_may_be_made_of_no_fact() -> None:
    """The user is asked for it in the words of the error."""
    assert fact_of_part(case_kind("notificare"), "instanța") is None


def _own(kind: CaseKind) -> Path:
    return _FOLDER / f"{kind.id}.toml"


def _sources() -> list[Path]:
    """What the package says of law; invented cases and texts that measure it are none of that."""
    return [
        path
        for path in _PACKAGE.rglob("*")
        if path.suffix in (".py", ".toml", ".md") and not {"samples", "evals"} & set(path.relative_to(_PACKAGE).parts)
    ]
