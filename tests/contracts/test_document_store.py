"""What every store of documents keeps."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.database.documents import SqlDocuments
from casewright.adapters.database.matters import SqlMatters
from casewright.domain.documents import Chunk, Reading
from casewright.domain.ids import DocumentId
from casewright.domain.layouts import Change, ChangeKind, Comment, Layout, Note, NoteKind, Reply
from casewright.errors import NotFound
from tests.fakes.fixed_clock import START
from tests.shelf import OURS, THEIRS, Shelf, document, reading

if TYPE_CHECKING:
    from casewright.adapters.database.engine import Database


def test_stored_document_comes_back_equal(shelf: Shelf) -> None:
    """What ``get`` and ``of_matter`` tell is what was added."""
    added = shelf.add("One.", "Two.")

    assert shelf.documents.get(OURS, shelf.matter, added.id) == added
    assert list(shelf.documents.of_matter(OURS, shelf.matter)) == [added]
    assert shelf.documents.text(OURS, added.id) == "One.\nTwo."


@pytest.mark.requirement("storage-same-file-once")
def test_same_identity_is_stored_once(shelf: Shelf) -> None:
    """A second document of the same identity is not stored; the first comes back."""
    first = shelf.add("One.", identity="same")
    second = shelf.add("Two.", identity="same")

    assert second == first
    assert list(shelf.documents.of_matter(OURS, shelf.matter)) == [first]


def test_same_identity_in_another_matter_is_another_document(shelf: Shelf) -> None:
    """Matters don't share documents."""
    shelf.add("One.", identity="same")
    other = document(shelf.second, "One.")

    assert shelf.documents.add(other, reading("One."), identity="same") == other


@pytest.mark.requirement("documents-reread")
def test_a_newer_reading_takes_the_place_of_an_older_one(shelf: Shelf) -> None:
    """It has the identity and the place; both texts stay until the document is deleted, and then both go."""
    old, other = shelf.add("One.", identity="same"), shelf.add("Other.")
    found = reading("One.", "Two.")

    new = shelf.documents.replace(old, found, by=DocumentId("new"))

    assert shelf.documents.get(OURS, shelf.matter, new.id) == new
    assert shelf.documents.get(OURS, shelf.matter, old.id) == replace(old, replaced_by=new.id)
    assert list(shelf.documents.of_matter(OURS, shelf.matter)) == [other, new]
    assert {one.id for one in shelf.documents.of_matter(OURS, shelf.matter, replaced=True)} == {
        new.id,
        old.id,
        other.id,
    }
    assert shelf.documents.find(OURS, shelf.matter, ["same"]) == {"same": new.id}
    assert shelf.documents.texts(OURS, [old.id, new.id]) == {old.id: "One.", new.id: "One.\nTwo."}
    assert shelf.documents.texts(OURS, [old.id, new.id], 3) == {old.id: "One", new.id: "One"}
    with pytest.raises(NotFound):
        shelf.documents.replace(old, found, by=DocumentId("newer"))

    newest = shelf.documents.replace(new, found, by=DocumentId("newest"))
    assert shelf.documents.delete(OURS, shelf.matter, newest.id)
    assert list(shelf.documents.of_matter(OURS, shelf.matter, replaced=True)) == [other]
    assert shelf.documents.texts(OURS, [old.id, new.id, newest.id]) == {}


def test_find_tells_identities_that_are_there(shelf: Shelf) -> None:
    """Known identities lead to their documents, however long; unknown and other matters' are left out."""
    long = "/home/ann/" + "x" * 5_000
    added = shelf.add("One.", identity=long)

    assert shelf.documents.find(OURS, shelf.matter, [long, "unknown"]) == {long: added.id}
    assert shelf.documents.find(OURS, shelf.second, [long]) == {}
    assert shelf.documents.find(OURS, shelf.matter, []) == {}


def test_document_without_reading_has_no_text_and_no_chunks(shelf: Shelf) -> None:
    """A document that could not be read is there, with its error, an empty text and empty columns."""
    unread = document(shelf.matter, "")
    shelf.documents.add(unread, None, identity="unread")

    [chunks] = shelf.documents.chunks(OURS, [unread.id])

    assert shelf.documents.get(OURS, shelf.matter, unread.id) == unread
    assert shelf.documents.text(OURS, unread.id) == ""
    assert shelf.documents.texts(OURS, [unread.id]) == {unread.id: ""}
    assert chunks.content.shape == chunks.section.shape == (0,)


@pytest.mark.requirement("storage-tenants")
def test_documents_of_others_are_not_there(shelf: Shelf) -> None:
    """Another tenant, and another matter for ``get``, sees nothing of a document."""
    added = shelf.add("One.", identity="same")

    assert shelf.documents.get(OURS, shelf.second, added.id) is None
    assert shelf.documents.get(THEIRS, shelf.matter, added.id) is None
    assert shelf.documents.of_matter(THEIRS, shelf.matter) == []
    assert shelf.documents.find(THEIRS, shelf.matter, ["same"]) == {}
    assert shelf.documents.texts(THEIRS, [added.id]) == {}
    assert list(shelf.documents.chunks(THEIRS, [added.id])) == []


def test_unknown_document_has_no_text(shelf: Shelf) -> None:
    """Asking for the text of a document that is not there, or not ours, is an error of one wording."""
    added = shelf.add("One.")

    with pytest.raises(NotFound, match="not found"):
        shelf.documents.text(OURS, DocumentId("unknown \x00"))
    with pytest.raises(NotFound, match="not found"):
        shelf.documents.text(THEIRS, added.id)


def test_missing_matter_takes_no_document(shelf: Shelf) -> None:
    """A document of a matter that the tenant does not have is refused and not stored."""
    stray = document(shelf.foreign, "x")

    with pytest.raises(NotFound, match=r"Matter .* not found"):
        shelf.documents.add(stray, reading("x"), identity="x")

    assert shelf.documents.texts(OURS, [stray.id]) == {}


def test_many_documents_are_asked_for_at_once(shelf: Shelf) -> None:
    """Questions longer than a statement's list limit are answered whole."""
    unknown = [DocumentId(str(place)) for place in range(1_200)]
    first, last = shelf.add("a", identity="a"), shelf.add("b", identity="b")
    asked = [first.id, *unknown, last.id]

    assert [chunks.document for chunks in shelf.documents.chunks(OURS, asked)] == [first.id, last.id]
    assert shelf.documents.texts(OURS, asked) == {first.id: "a", last.id: "b"}
    assert shelf.documents.find(OURS, shelf.matter, ["a", *unknown, "b"]) == {"a": first.id, "b": last.id}


def test_newest_comes_first(shelf: Shelf) -> None:
    """Later documents stand before earlier ones, and of one instant those added later."""
    shelf.add("x", name="one")
    shelf.add("x", name="two")
    shelf.add("x", name="new", at=START + timedelta(seconds=1))
    shelf.add("x", name="old", at=START - timedelta(seconds=1))

    names = [item.filename for item in shelf.documents.of_matter(OURS, shelf.matter)]
    assert names == ["new", "two", "one", "old"]


@pytest.mark.requirement("storage-any-text")
@pytest.mark.parametrize(
    "text", ["nul \x00 here", "lone \ud800 surrogate", "ﬁ 𝔊 \U0010ffff", "\x1a0000", "line\r\nend"]
)
def test_hostile_text_comes_back_exactly(shelf: Shelf, text: str) -> None:
    """Text, headings and file names keep every code point, so that offsets hold, on every database."""
    given = document(shelf.matter, text, name=text)
    digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    hostile = Reading("text/plain", text, (Chunk(0, 0, len(text), digest, (text,), text),))
    shelf.documents.add(given, hostile, identity=text)

    [chunks] = shelf.documents.chunks(OURS, [given.id])

    assert shelf.documents.text(OURS, given.id) == text
    assert shelf.documents.get(OURS, shelf.matter, given.id) == given
    assert list(chunks.sections) == [((text,), text)]
    assert shelf.documents.find(OURS, shelf.matter, [text]) == {text: given.id}


@pytest.mark.requirement("storage-same-file-once")
def test_one_identity_added_at_once_is_stored_once(database: Database) -> None:
    """Of threads that add one file at the same moment one stores it, and all get that document."""
    shelf = Shelf(SqlDocuments(database), SqlMatters(database))

    with ThreadPoolExecutor(6) as pool:
        added = list(pool.map(lambda place: shelf.add(f"text {place}", identity="same"), range(6)))

    assert len({item.id for item in added}) == 1
    assert len(shelf.documents.of_matter(OURS, shelf.matter)) == 1
    assert shelf.documents.text(OURS, added[0].id).startswith("text ")


@pytest.mark.requirement("document-deleted")
def test_deleted_document_is_gone_with_its_text(shelf: Shelf) -> None:
    """A deleted document has no row, no text and no chunks; its place in the matter is free, the others stay."""
    kept = shelf.add("Kept.", identity="kept")
    gone = shelf.add("One.", "Two.", identity="same")

    assert shelf.documents.delete(OURS, shelf.matter, gone.id)

    assert shelf.documents.get(OURS, shelf.matter, gone.id) is None
    assert list(shelf.documents.of_matter(OURS, shelf.matter)) == [kept]
    assert list(shelf.documents.chunks(OURS, [gone.id])) == []
    with pytest.raises(NotFound):
        shelf.documents.text(OURS, gone.id)
    assert shelf.documents.text(OURS, kept.id) == "Kept."
    assert shelf.add("One.", "Two.", identity="same").id != gone.id


def test_document_is_deleted_where_it_is_only(shelf: Shelf) -> None:
    """Another tenant, another matter and a second time delete nothing, and say so."""
    added = shelf.add("One.")

    assert not shelf.documents.delete(THEIRS, shelf.matter, added.id)
    assert not shelf.documents.delete(OURS, shelf.second, added.id)
    assert shelf.documents.get(OURS, shelf.matter, added.id) == added
    assert [shelf.documents.delete(OURS, shelf.matter, added.id) for _ in range(2)] == [True, False]


@pytest.mark.requirement("documents-dated")
def test_date_that_a_document_gives_itself_is_kept(shelf: Shelf) -> None:
    """A document's own date comes back as the same instant."""
    given = replace(document(shelf.matter, "x"), dated=START - timedelta(days=400))
    shelf.documents.add(given, reading("x"), identity="x")

    assert shelf.documents.get(OURS, shelf.matter, given.id) == given


def test_reading_comes_back_as_it_was_stored(shelf: Shelf) -> None:
    """Text, chunks, pages and offsets are put together again; another matter's document has no reading."""
    stored = shelf.add("one", "two", "three")

    assert shelf.documents.reading(OURS, shelf.matter, stored.id) == reading("one", "two", "three")
    assert shelf.documents.reading(OURS, shelf.second, stored.id) is None
    assert shelf.documents.reading(THEIRS, shelf.matter, stored.id) is None


@pytest.mark.requirement("documents-changes-kept")
def test_changes_comments_and_notes_come_back_equal(shelf: Shelf) -> None:
    """What a reading holds beside its text is kept whole, hostile words too; no layout is not an empty one."""
    hostile = "nul \x00, lone \ud800, 𝔊"
    layout = Layout(
        (
            Change(ChangeKind.INSERTION, hostile, START, 0, 3),
            Change(ChangeKind.DELETION, None, None, 1, 1, hostile),
            Change(ChangeKind.MOVE, "Ann", START, 1, 2, "", 0),
        ),
        (Comment(hostile, START, 0, 2, hostile, True, (Reply(None, None, hostile), Reply("Bob", START, ""))),),
        (Note(NoteKind.ENDNOTE, 0, 1, 2, 3),),
        left_out=7,
    )
    kept = document(shelf.matter, "abc")
    shelf.documents.add(kept, replace(reading("abc"), layout=layout), identity="kept")
    plain = shelf.add("abc", identity="plain")
    empty = document(shelf.matter, "abc")
    shelf.documents.add(empty, replace(reading("abc"), layout=Layout()), identity="empty")

    assert shelf.documents.layout(OURS, kept.id) == layout
    again = shelf.documents.reading(OURS, shelf.matter, kept.id)
    assert again is not None
    assert again.layout == layout
    assert shelf.documents.layout(OURS, plain.id) is None
    assert shelf.documents.layout(OURS, empty.id) == Layout()
    with pytest.raises(NotFound):
        shelf.documents.layout(THEIRS, kept.id)


def test_rewritten_document_is_the_same_one(shelf: Shelf) -> None:
    """A document's name and reading are replaced; its id and identity stay, and another tenant changes nothing."""
    stored = shelf.add("one", "two", identity="same")
    masked = replace(stored, filename="b.txt", characters=4, chunk_count=1)

    assert not shelf.documents.rewrite(replace(masked, tenant=THEIRS), reading("x"))
    assert shelf.documents.rewrite(masked, reading("what"))

    assert shelf.documents.get(OURS, shelf.matter, stored.id) == masked
    assert shelf.documents.reading(OURS, shelf.matter, stored.id) == reading("what")
    assert shelf.documents.find(OURS, shelf.matter, ["same"]) == {"same": stored.id}
    assert shelf.documents.chunks(OURS, [stored.id])[0].start.tolist() == [0]
