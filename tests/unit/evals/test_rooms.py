"""Data rooms as files: how they are written and told, what finds a planted defect, and how figures are counted."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import openpyxl
import pytest

from casewright.domain.defects import DefectType
from casewright.errors import InvalidInput
from evals.rooms.coverage import covered, figures
from evals.rooms.files import rendered, write_files
from evals.rooms.judge import FITS, Finding, Site, judge
from evals.rooms.report import rooms_in
from evals.rooms.truth import Kind, NearMiss, Place, Planted, Truth, read_room
from evals.rooms.written import blocks, cell

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.requirement("rooms-measured")

BOOK, DECK, INDEX = "Accounts.xlsx", "Deck.pdf", "Index.pdf"
DECK_TEXT = "Costs were EUR 4.31\nmillion in 2024. Revenue was EUR 9 million.\n"
TEXTS = {BOOK: "Costs\t4,310\n", DECK: DECK_TEXT, INDEX: "1 Accounts.xlsx\n2 Tax audit report.pdf\n"}
TOTAL = Place(BOOK, "P&L", "C7")
SAID = Place(DECK, words="Costs were EUR 4.31 million")


def truth(*planted: Planted, near: tuple[NearMiss, ...] = ()) -> Truth:
    return Truth("tiny", "Tiny Ltd", date(2025, 2, 28), dict.fromkeys(TEXTS, "paper"), {}, planted, near)


def planted(kind: Kind = Kind.SUM, *places: Place, blame: str | None = BOOK, says: str = "Wrong.") -> Planted:
    return Planted("p1", kind, True, says, blame, places or (TOTAL, SAID))


def finding(kind: DefectType, *sites: Site, text: str = "It differs.", files: frozenset[str] = frozenset()) -> Finding:
    return Finding(kind, text, sites[:1], sites, files)


IN_BOOK, ELSEWHERE = Site(BOOK, 6, 11, "P&L!C7"), Site(BOOK, 6, 11, "P&L!C8")
IN_DECK, LATER = Site(DECK, 11, 27), Site(DECK, 37, 60)


@pytest.mark.parametrize(
    ("one", "seen", "is_found"),
    [
        pytest.param(planted(), finding(DefectType.INCONSISTENCY, IN_BOOK), True, id="the cell"),
        pytest.param(planted(), finding(DefectType.INCONSISTENCY, IN_DECK), True, id="words over a line's end"),
        pytest.param(planted(), finding(DefectType.INCONSISTENCY, LATER, IN_BOOK), True, id="referred to"),
        pytest.param(planted(), finding(DefectType.STALENESS, IN_BOOK), False, id="another type"),
        pytest.param(planted(), finding(DefectType.INCONSISTENCY, ELSEWHERE), False, id="another cell"),
        pytest.param(
            planted(), finding(DefectType.INCONSISTENCY, Site(BOOK, 6, 11, "Notes!C7")), False, id="another sheet"
        ),
        pytest.param(planted(), finding(DefectType.INCONSISTENCY, LATER), False, id="other words"),
        pytest.param(
            planted(Kind.HIDDEN, Place(INDEX, words="Tax audit report.pdf"), blame=None),
            finding(DefectType.CONCEALMENT, text='The index names "Tax audit report.pdf", which is not there.'),
            True,
            id="names the hidden document",
        ),
        pytest.param(
            planted(Kind.ABSENT, Place(DECK, words="see Annex 3 of it"), blame=None),
            finding(DefectType.MISSING_LINK, text="The deck's words name \"2. Annex 3.pdf\"; it's not there."),
            True,
            id="names the absent document with a number and an ending",
        ),
        pytest.param(
            planted(Kind.HIDDEN, Place(INDEX, words="Tax audit report.pdf"), blame=None),
            finding(DefectType.CONCEALMENT, text='The index "Index.pdf" names "Side letter", which is not there.'),
            False,
            id="names another document",
        ),
        pytest.param(
            planted(Kind.UNSIGNED, Place(DECK, words="________")),
            finding(DefectType.MISSING_LINK, IN_BOOK, files=frozenset({DECK})),
            True,
            id="refers to the unsigned contract",
        ),
        pytest.param(
            planted(), finding(DefectType.INCONSISTENCY, LATER, files=frozenset({BOOK})), False, id="the file alone"
        ),
    ],
)
def test_defect_is_found_by_place_and_type(one: Planted, seen: Finding, is_found: bool) -> None:
    """A finding finds a planted defect where its type fits and it stands at one of the places; else it is false."""
    judged = judge(truth(one), [seen], TEXTS)
    assert list(judged.found) == (["p1"] if is_found else [])
    assert len(judged.false) == (0 if is_found else 1)


def test_every_kind_has_types_that_fit() -> None:
    assert set(FITS) == set(Kind)


def test_side_is_that_of_the_claim_the_finding_is_on() -> None:
    """Where the other side alone is blamed the defect is found on the wrong side; both sides are told apart."""
    deck_blamed = finding(DefectType.INCONSISTENCY, IN_DECK, IN_BOOK)
    book_blamed = finding(DefectType.INCONSISTENCY, IN_BOOK, IN_DECK)

    wrong = judge(truth(planted()), [deck_blamed], TEXTS)
    right = judge(truth(planted()), [book_blamed], TEXTS)
    both = judge(truth(planted()), [deck_blamed, book_blamed], TEXTS)

    assert [(one.right, one.both) for one in (wrong, right, both)] == [
        (frozenset(), frozenset()),
        (frozenset({"p1"}), frozenset()),
        (frozenset({"p1"}), frozenset({"p1"})),
    ]


def test_both_sides_of_one_disagreement_are_one_false_alarm() -> None:
    """The same type at the same places counts once; another type, or another pair of places, by itself."""
    sides = [finding(DefectType.INCONSISTENCY, LATER, ELSEWHERE), finding(DefectType.INCONSISTENCY, ELSEWHERE, LATER)]
    others = [finding(DefectType.STALENESS, LATER, ELSEWHERE), finding(DefectType.INCONSISTENCY, LATER)]

    assert len(judge(truth(planted()), sides, TEXTS).false) == 1
    assert len(judge(truth(planted()), sides + others, TEXTS).false) == 3


def test_near_miss_is_hit_by_a_false_alarm_at_its_place() -> None:
    near = (NearMiss("n1", "sum", "Rounded.", (Place(DECK, words="Revenue was EUR 9 million"),)),)
    hit = judge(truth(planted(), near=near), [finding(DefectType.INCONSISTENCY, LATER)], TEXTS)
    assert list(hit.hit) == ["n1"]
    not_hit = judge(truth(planted(), near=near), [finding(DefectType.INCONSISTENCY, IN_BOOK, LATER)], TEXTS)
    assert not_hit.hit == {}, "what finds a planted defect is no false alarm"


def test_words_that_were_not_read_are_told() -> None:
    assert judge(truth(planted(Kind.SUM, Place(DECK, words="nowhere"))), [], TEXTS).unread == ("p1",)
    assert judge(truth(planted()), [], TEXTS).unread == ()


@pytest.mark.parametrize(
    ("text", "value", "shown"),
    [
        ("1234.5", 1234.5, "0.0"),
        ("-40", -40, "General"),
        ("1,234", 1234, "#,##0"),
        ("(1,234)", -1234, "#,##0;(#,##0)"),
        ("45.2%", 0.452, "0.0%"),
        ("2024-12-31", date(2024, 12, 31), "yyyy-mm-dd"),
        ("'1234", "1234", "@"),
        ("EUR 12", "EUR 12", "General"),
        ("2024-13-31", "2024-13-31", "General"),
        ("", None, "General"),
    ],
)
def test_cell_is_what_its_text_says(text: str, value: object, shown: str) -> None:
    assert (cell(text).value, cell(text).number_format) == (value, shown)


def test_blocks_are_what_the_marks_say() -> None:
    """Empty cells stay, a rule under a head is none of the rows, and paragraphs keep their line ends."""
    source = "# T\n## H\na\nb\n- c\n| | x ||\n|---|---|---|\n|1|2|3|\nd"
    told = [(one.kind, one.rows or one.text) for one in blocks(source)]
    table = (("", "x", ""), ("1", "2", "3"))
    assert told == [
        ("title", "T"),
        ("heading", "H"),
        ("paragraph", "a\nb"),
        ("item", "c"),
        ("table", table),
        ("paragraph", "d"),
    ]


def test_long_line_that_ends_inside_a_sentence_goes_on() -> None:
    long = "The supplier delivers the goods to the buyer at the place that the annex names"
    [wrapped, clauses, signed] = blocks(f"{long}\nand bears the cost.\n\n{long}\n(b) and more\n\nSigned\nAnna Holm")
    assert wrapped.text == f"{long} and bears the cost."
    assert clauses.text == f"{long}\n(b) and more"
    assert signed.text == "Signed\nAnna Holm"


ROOM = {
    "Accounts.xlsx.txt": "## Sheet: P&L\nEUR thousand | 2023 | FY2024\nCosts | 4,100 | 4,310\n\nMargin | | 12.5%\n",
    "Deck.pdf.txt": "# Deck\n\nCosts were EUR 4.31 million; #1 of $3.\n\n| Item | Price |\n| Box | EUR 5 |\n",
    "Lease.docx.txt": (
        "# Lease\n## 1. Term\nThe rent is EUR 900.\n\n- one\n\n| a | b |\n| c | 7 |\n\n---page---\nSigned: ____\n"
    ),
    "RE rent.eml.txt": (
        "From: a@tiny.example\nDate: Fri, 31 Jan 2025 10:00:00 +0000\nSubject: Rent\n\nWe pay 12 employees.\n"
    ),
    "customers.csv": "customer,revenue,since\nAlpha,100,2019\n",
}
TOLD = """
company = "Tiny Ltd"
trade = "boxes"
as_of = 2025-02-28
{documents}
[[planted]]
id = "p1"
kind = "{kind}"
grave = true
says = "Wrong."
blame = "{blame}"
places = [{{ file = "{file}", {where} }}]
"""
WELL = {"kind": "sum", "blame": BOOK, "file": DECK, "where": 'words = "EUR 4.31 million"'}


def written(folder: Path, **told: str) -> Path:
    names = [name.removesuffix(".txt") for name in ROOM]
    for name, text in ROOM.items():
        (folder / name).write_text(text, encoding="utf-8")
    documents = "\n".join(f'[[document]]\nfile = "{name}"\nkind = "paper"' for name in names)
    (folder / "truth.toml").write_text(TOLD.format(documents=documents, **{**WELL, **told}), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"kind": "total"}, "planted 'p1'.*kind is 'total'; the kinds are sum, percent"),
        ({"blame": "Books.xlsx"}, "planted 'p1'.*blame is 'Books.xlsx', which is no file of the room"),
        ({"file": "Books.xlsx"}, "planted 'p1'.*'Books.xlsx' has no source text in the folder"),
        ({"where": 'words = "EUR 5 million"'}, "the words 'EUR 5 million' stand on no line of 'Deck.pdf'"),
        ({"where": 'line = "3"'}, "a place has 'line'; it may have file, sheet, cell and words"),
        ({"file": BOOK, "where": 'sheet = "Notes", cell = "A1"'}, "'Accounts.xlsx' has no sheet 'Notes'; it has P&L"),
        ({"file": BOOK, "where": 'sheet = "P&L", cell = "B4"'}, r"the cell P&L!B4 of 'Accounts\.xlsx' is empty"),
        ({"file": BOOK, "where": 'sheet = "P&L", cell = "row 3"'}, "cell is 'row 3', not a cell such as C12"),
        ({"where": 'cell = "C3"'}, r"'Deck\.pdf' has no cells: give words"),
    ],
)
def test_truth_that_is_wrong_is_refused_with_its_place(tmp_path: Path, told: dict[str, str], says: str) -> None:
    with pytest.raises(InvalidInput, match=f"truth.toml.*{says}"):
        read_room(written(tmp_path, **told))


def test_room_without_a_truth_or_a_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"has no truth\.toml"):
        read_room(tmp_path)
    with pytest.raises(InvalidInput, match=r"no room 'b'"):
        rooms_in(written(tmp_path), "b")
    (tmp_path / "customers.csv").rename(tmp_path / "others.csv")
    with pytest.raises(InvalidInput, match=r"'customers\.csv' has no source text"):
        read_room(tmp_path)


def test_files_are_the_same_each_time_and_hold_what_was_written(tmp_path: Path) -> None:
    """The workbook has typed cells; figures are counted in it, in the CSV file and in prose, years and days not."""
    room = read_room(written(tmp_path))
    out = tmp_path / "files"
    out.mkdir()
    for path in write_files(room, out):
        assert path.read_bytes() == rendered(path.name, room.sources[path.name], room.as_of), path.name
    sheet = openpyxl.load_workbook(out / BOOK)["P&L"]
    assert [[cell.value for cell in row] for row in sheet] == [
        ["EUR thousand", 2023, "FY2024"],
        ["Costs", 4100, 4310],
        [None, None, None],
        ["Margin", None, 0.125],
    ]
    assert [str(one) for one in figures(room)] == [
        f"{BOOK} P&L!B2",
        f"{BOOK} P&L!C2",
        f"{BOOK} P&L!C4",
        f"{DECK} EUR 4.31 million",
        f"{DECK} $3",
        f"{DECK} EUR 5",
        "Lease.docx EUR 900",
        "Lease.docx 7",
        "RE rent.eml 12 employees",
        "customers.csv B2",
    ]


def test_figure_is_covered_where_a_claim_stands(tmp_path: Path) -> None:
    room = read_room(written(tmp_path))
    texts = {DECK: "Deck\nCosts were EUR 4.31\nmillion; #1 of $3.\n"}
    claimed = [Site(BOOK, 0, 3, "P&L!C2"), Site(DECK, 5, 28), Site("customers.csv", 0, 3, "customers!B2")]
    share, without = covered(figures(room), claimed, texts)
    assert (share.hits, share.of) == (3, 10)
    assert f"{DECK} $3" in [str(one) for one in without]
