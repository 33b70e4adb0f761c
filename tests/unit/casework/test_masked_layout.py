"""Changes and comments of a case's document: nothing of what is masked in the text is left in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.casework.blind_hashes import BlindKey
from casewright.casework.firewall import Known, mask
from casewright.casework.masked_reading import mask_reading, rewritten
from casewright.domain.documents import Reading
from casewright.domain.layouts import Change, ChangeKind, Comment, Layout, Note, NoteKind, Reply

if TYPE_CHECKING:
    from casewright.casework.firewall import Masked

KEY = BlindKey(b"k" * 32)


def masking(text: str) -> Masked:
    return mask(text, Known(KEY))


def reading(text: str, layout: Layout) -> Reading:
    return Reading("text/plain", text, (), layout=layout)


def deletion(at: int, words: str, author: str | None = "Zqvorina Țâqvarescu") -> Change:
    return Change(ChangeKind.DELETION, author, None, at, at, words)


@pytest.mark.requirement("documents-changes-masked")
def test_deleted_half_of_a_name_is_masked_with_the_other_half() -> None:
    """Half a name says whose it was: it is known by the words around the place."""
    text = "Chiria o plătește domnul Mihqvai , domiciliat în Cluj."
    at = text.index(" ,") + 1
    layout = Layout((deletion(at, "Ioneqvan"),))

    after, found = mask_reading(reading(text, layout), masking)

    assert after.layout is not None
    assert "qv" not in after.text
    assert "qv" not in repr(after.layout)
    assert found.replaced["name"] >= 2
    assert after.text[: after.layout.changes[0].start].endswith("}} ")


@pytest.mark.requirement("documents-changes-masked")
def test_authors_are_numbered_and_words_masked() -> None:
    """Whoever wrote is author 1 or 2, whatever they are called; what they say is masked like a text."""
    comment = Comment(
        "zqvorina", None, 0, 2, "Sunați la 0799817263, Ion Zqvopescu.", None, (Reply("MIHQV", None, "RO09BCYP"),)
    )
    layout = Layout((deletion(2, "x", "zqvorina"), deletion(3, "y", None)), (comment,))

    after, found = mask_reading(reading("a text of nobody", layout), masking)

    assert after.layout is not None
    assert [change.author for change in after.layout.changes] == ["author 1", None]
    assert after.layout.comments[0].author == "author 1"
    assert after.layout.comments[0].replies[0].author == "author 2"
    assert "0799" not in repr(after.layout)
    assert "qv" not in repr(after.layout).lower()
    assert found.replaced.get("phone") == 1
    assert mask_reading(after, masking)[0] == after


def test_places_follow_the_text() -> None:
    """A comment on a name is on its placeholder; notes and moves stay where they were."""
    text = "Semnat de Ion Zqvopescu azi.[1] [1] La București."
    name, mark, note = text.index("Ion"), text.index("[1]"), text.rindex("[1]")
    layout = Layout(
        (Change(ChangeKind.MOVE, None, None, mark - 4, mark - 1, "", mark),),
        (Comment(None, None, name, name + len("Ion Zqvopescu"), "cine?"),),
        (Note(NoteKind.FOOTNOTE, mark, mark + 3, note, len(text)),),
    )

    after, _ = mask_reading(reading(text, layout), masking)

    assert after.layout is not None
    [comment], [move], [noted] = after.layout.comments, after.layout.changes, after.layout.notes
    assert after.text[comment.start : comment.end] == "{{person_1}}"
    assert after.text[move.start : move.end] == "azi"
    assert move.origin == noted.mark_start
    assert after.text[noted.mark_start : noted.mark_end] == "[1]"
    assert after.text[noted.start : noted.end] == "[1] La București."


def test_placeholders_are_renamed_in_words_beside_the_text() -> None:
    """What is called otherwise later is so in changes and comments, too."""
    layout = Layout((deletion(0, "{{person_1}} pleacă", None),), (Comment(None, None, 0, 0, "{{person_1}}?"),))

    after = rewritten(reading("text", layout), lambda text: text.replace("{{person_1}}", "{{party0.lastName}}"))

    assert after.layout is not None
    assert after.layout.changes[0].deleted == "{{party0.lastName}} pleacă"
    assert after.layout.comments[0].text == "{{party0.lastName}}?"


@given(st.text("ab \n", max_size=30), st.lists(st.tuples(st.integers(0, 30), st.text("ab \n", max_size=8)), max_size=4))
def test_what_has_no_personal_data_stays(text: str, deletions: list[tuple[int, str]]) -> None:
    """Words that are nobody's come back as they were, wherever they stood."""
    changes = tuple(deletion(min(at, len(text)), words, None) for at, words in sorted(deletions))
    given_ = reading(text, Layout(changes))

    assert mask_reading(given_, masking)[0] == given_
