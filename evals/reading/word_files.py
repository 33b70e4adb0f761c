"""Word files with automatic numbers, tracked changes, comments and footnotes, and what Word shows of them."""

from __future__ import annotations

import io
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from evals.reading.numbering import level
from evals.reading.texts import SEEDS, texts
from evals.reading.truth import Block, KnownDocument, Level, Piece, Role, Style

if TYPE_CHECKING:
    from pathlib import Path

    from evals.reading.contracts import Wording
    from evals.reading.numbering import Scheme

WHEN = "2021-03-02T09:30:00Z"
_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_NOTES = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
_NOTE_LINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"

Formats = tuple[tuple[str, str], ...]
"""Word's number format and the text around it, a level each, such as ("decimal", "%1.%2")."""


class WordFile:
    """Writes one file paragraph by paragraph, keeping what is true of it once all changes are accepted."""

    def __init__(self, formats: Formats, scheme: Scheme, people: tuple[str, str]) -> None:
        import docx

        self.file = docx.Document()
        self.scheme = scheme
        self.people = people
        self.blocks: list[Block] = []
        self.pieces: list[Piece] = []
        self.changes: list[dict[str, str]] = []
        self.comments: list[dict[str, str]] = []
        self.gone: list[str] = []
        self._notes: list[str] = []
        self._ids = 100
        self._path: list[tuple[int, Level]] = []
        self._number = _numbering(self.file, formats)

    def around(self, header: str, footer: str) -> None:
        """The header and the footer of every page."""
        section = self.file.sections[0]
        section.header.paragraphs[0].text = header
        section.footer.paragraphs[0].text = footer
        self.pieces += [Piece(header, Role.HEADER), Piece(footer, Role.FOOTER)]

    def plain(self, text: str) -> None:
        """A paragraph before the first clause."""
        self.file.add_paragraph(text)
        self._keep(text, ())

    def clause(self, depth: int, sentence: str, change: str = "") -> None:
        """A numbered paragraph. ``change`` is "", "inserted", "deleted", "words in", "words out" or "comment"."""
        paragraph = self.file.add_paragraph()
        properties = paragraph._p.get_or_add_pPr()
        properties.append(_element("numPr", _element("ilvl", val=str(depth)), _element("numId", val=self._number)))
        half = sentence.index(" ", len(sentence) // 2)
        person = self.people[len(self.blocks) % 2]
        if change in ("inserted", "deleted"):
            tag = "ins" if change == "inserted" else "del"
            properties.append(_element("rPr", self._mark(tag, person)))
            paragraph._p.append(self._tracked(tag, person, sentence))
            if change == "deleted":
                self.gone.append(sentence)
                return
        elif change == "words in":
            paragraph.add_run(sentence[:half])
            paragraph._p.append(self._tracked("ins", person, sentence[half:]))
        elif change == "words out":
            lost = " notwithstanding any contrary usage of the trade"
            paragraph.add_run(sentence[:half])
            paragraph._p.append(self._tracked("del", person, lost))
            paragraph.add_run(sentence[half:])
        elif change == "comment":
            run = paragraph.add_run(sentence)
            said = f"Please check item {len(self.comments) + 1} with the other side."
            self.file.add_comment([run], text=said, author=person, initials="X")
            self.comments.append({"author": person, "text": said, "range": sentence})
        else:
            paragraph.add_run(sentence)
            if change == "note":
                self._note(paragraph)
        self._count(depth)
        self._keep(sentence, tuple(step for _, step in self._path))

    def table(self, rows: tuple[tuple[str, ...], ...]) -> None:
        """A table of these cells."""
        table = self.file.add_table(len(rows), len(rows[0]))
        index = len(self.blocks)
        for r, row in enumerate(rows):
            for c, cell in enumerate(row):
                table.cell(r, c).text = cell
                if cell:
                    self.pieces.append(Piece(cell, Role.BODY, block=index, cell=(r, c)))
        self.blocks.append(Block("", Style.TABLE, rows=rows))

    def save(self) -> bytes:
        """The file's bytes."""
        from docx.opc.packuri import PackURI
        from docx.opc.part import Part

        if self._notes:
            notes = "".join(
                f'<w:footnote w:id="{n}"><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:footnote>'
                for n, text in enumerate(self._notes, 2)
            )
            blob = f'<?xml version="1.0" encoding="UTF-8"?><w:footnotes xmlns:w="{_W}">{notes}</w:footnotes>'.encode()
            part = Part(PackURI("/word/footnotes.xml"), _NOTES, blob, self.file.part.package)
            self.file.part.relate_to(part, _NOTE_LINK)
            self.pieces += [Piece(text, Role.BODY) for text in self._notes]
        held = io.BytesIO()
        self.file.save(held)
        return held.getvalue()

    def _keep(self, text: str, path: tuple[Level, ...]) -> None:
        self.pieces.append(Piece(text, Role.BODY, block=len(self.blocks)))
        self.blocks.append(Block(text, Style.PARAGRAPH, path, ((0, len(text)),), clause=bool(path)))

    def _count(self, depth: int) -> None:
        number = self._path[depth][0] + 1 if len(self._path) > depth else 1
        above = self._path[depth - 1][1] if depth else None
        self._path[depth:] = [(number, level(self.scheme[depth], number, above, None))]

    def _mark(self, tag: str, person: str) -> Any:  # Any: an element of lxml
        self._ids += 1
        return _element(tag, id=str(self._ids), author=person, date=WHEN)

    def _tracked(self, tag: str, person: str, text: str) -> Any:  # Any: as above
        kind = "insertion" if tag == "ins" else "deletion"
        self.changes.append({"kind": kind, "author": person, "text": text})
        mark = self._mark(tag, person)
        words = _element("t" if tag == "ins" else "delText")
        words.text = text
        words.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
        mark.append(_element("r", words))
        return mark

    def _note(self, paragraph: Any) -> None:  # Any: as above
        said = f"Footnote {len(self._notes) + 1} says from where the wording of this passage was taken."
        self._notes.append(said)
        paragraph._p.append(_element("r", _element("footnoteReference", id=str(len(self._notes) + 1))))


CHANGES = ("", "", "words in", "", "deleted", "words out", "", "inserted", "comment", "", "note", "")


@dataclass(frozen=True, slots=True)
class WordLook:
    """What a half's Word files are made of: words, number formats with the scheme they show, authors, a table."""

    words: Wording
    formats: Formats
    scheme: Scheme
    people: tuple[str, str]
    rows: tuple[tuple[str, ...], ...]


def generate_word(half: str, number: int, data: Path, look: WordLook) -> KnownDocument:
    """The half's Word file with that number."""
    chance = random.Random(f"{SEEDS[half]} word {number}")
    deck = texts(data, half).deck("en", f"{SEEDS[half]} word {number}")
    file = WordFile(look.formats, look.scheme, look.people)
    file.around(f"{look.words.headings[number]} – reference {SEEDS[half][:1].upper()}{number}", "Without prejudice")
    file.plain(look.words.parties)
    for _ in range(chance.randint(13, 18)):
        file.clause(0, deck.draw(), chance.choice(CHANGES))
        for _ in range(chance.randint(1, 4)):
            if not file._path:
                break
            file.clause(1, deck.draw(), chance.choice(CHANGES))
            for _ in range(chance.choice((0, 0, 2, 3))):
                if len(file._path) > 1:
                    file.clause(2, deck.draw(), chance.choice(CHANGES))
    file.table(look.rows)
    facts = {"changes": file.changes, "comments": file.comments, "gone": file.gone}
    made = file.save()
    return KnownDocument(
        "Word with changes", f"word-{number + 1}.docx", made, tuple(file.blocks), tuple(file.pieces), facts=facts
    )


def _element(name: str, *inside: Any, **attributes: str) -> Any:  # Any: elements of lxml
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    made = OxmlElement(f"w:{name}")
    for key, value in attributes.items():
        made.set(qn(f"w:{key}"), value)
    for one in inside:
        made.append(one)
    return made


def _numbering(file: Any, formats: Formats) -> str:  # Any: the document of python-docx
    """Add a list of these formats; its number."""
    numbering = file.part.numbering_part.element
    levels = [
        _element(
            "lvl",
            _element("start", val="1"),
            _element("numFmt", val=kind),
            _element("lvlText", val=text),
            ilvl=str(depth),
        )
        for depth, (kind, text) in enumerate(formats)
    ]
    abstract = _element("abstractNum", _element("multiLevelType", val="multilevel"), *levels, abstractNumId="90")
    numbering.insert(0, abstract)
    numbering.append(_element("num", _element("abstractNumId", val="90"), numId="90"))
    return "90"
