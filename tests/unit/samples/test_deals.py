"""The shipped sample deals hold what they promise: rooms that read, claims that stand in them, planted defects."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from casewright.domain.calculations import CalcType
from casewright.domain.claims import Basis, ClaimClass, ClaimType, Materiality
from casewright.domain.defects import SEVERITY, DefectSeverity, DefectType
from casewright.domain.evidence import SourceType
from casewright.evidence.calculation.formulas import FORMULAS
from casewright.evidence.period_names import read_period
from casewright.evidence.value_struct import from_struct, to_struct
from tests.unit.samples.deals import (
    DEALS,
    Claimed,
    Item,
    calculations,
    cells,
    claims,
    documents,
    folder,
    planted,
    readings,
    room,
    text,
)

SOURCE = Path(__file__).parents[3] / "src" / "casewright"
SCALES = [Decimal(10) ** power for power in (0, 3, 6, 9)]
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")

pytestmark = pytest.mark.parametrize("deal", DEALS)


@pytest.mark.requirement("deal-samples")
def test_a_room_has_ten_to_fourteen_files_of_many_formats(deal: str) -> None:
    """Every file is listed with its kind of source, and the formats of a real room are there."""
    names = [file.name for file in room(deal)]
    assert names == sorted(document.file for document in documents(deal))
    assert 10 <= len(names) <= 14
    assert {"pdf", "docx", "xlsx", "csv", "eml"} < {name.rpartition(".")[2] for name in names}
    kinds = [document.source_type for document in documents(deal)]
    assert {SourceType(kind) for kind in kinds} >= {
        SourceType.AUDITED_ACCOUNTS,
        SourceType.BANK_STATEMENT,
        SourceType.BOARD_DECK,
        SourceType.FOUNDER_EMAIL,
        SourceType.PRESS_RELEASE,
    }
    assert kinds.count("signed_contract") == 3


def test_deals_stay_small(deal: str) -> None:
    """A deal takes less than 750,000 bytes of the package."""
    beside = [entry for entry in folder(deal).iterdir() if entry.is_file()]
    assert sum(len(file.read_bytes()) for file in [*room(deal), *beside]) < 750_000


@pytest.mark.requirement("deal-samples")
def test_every_quote_and_cell_stands_in_its_document(deal: str) -> None:
    """A quote stands once in what the product reads; a cell is there and filled."""
    for claim in claims(deal):
        assert claim.evidence
        for item in claim.evidence:
            if item.quote is not None:
                assert readings(deal)[item.document].text.count(item.quote) == 1, item
            else:
                assert cells(deal, item.document)[item.cell or ""], item


def test_values_are_the_figures_of_their_evidence(deal: str) -> None:
    """An amount, share or count is a number of its quote or cell, in units, thousands, millions or billions."""
    for claim in claims(deal):
        figure = _figure(claim)
        if figure is None:
            continue
        for item in claim.evidence:
            numbers = {Decimal(found.replace(",", "")) for found in NUMBER.findall(_words(deal, item))}
            scaled = {number * scale for number in numbers for scale in SCALES}
            near = {number for number in scaled if abs(number - figure) <= abs(figure) / 1000}
            assert near or "six months" in _words(deal, item), (claim.claim_text, item)


def test_claims_are_whole(deal: str) -> None:
    """30 to 60 claims with ids of their own, whose words, values and periods are known and whose sources are there."""
    found = claims(deal)
    ids = [claim.claim_id for claim in found]
    listed = {document.file for document in documents(deal)}
    assert 30 <= len(found) <= 60
    assert len(set(ids)) == len(ids)
    for claim in found:
        ClaimClass(claim.claim_class), Materiality(claim.materiality), Basis(claim.basis)
        assert claim.value_struct is None or to_struct(from_struct(claim.value_struct)) == claim.value_struct
        assert claim.period is None or str(read_period(claim.period)) == claim.period
        assert (ClaimType(claim.claim_type) is ClaimType.DERIVED) == bool(claim.derived_from)
        assert set(claim.derived_from) <= set(ids)
        for item in claim.evidence:
            SourceType(item.source_type), date.fromisoformat(item.source_date)
            assert item.document in listed
    assert {claim.materiality for claim in found} == set(Materiality)


def test_calculations_take_primary_claims_that_are_there(deal: str) -> None:
    """Inputs have the names of their formula and are primary claims with a figure."""
    known = {claim.claim_id: claim for claim in claims(deal)}
    for calculation in calculations(deal):
        formula = FORMULAS[CalcType(calculation.calc_type)]
        assert {one.name for one in formula.inputs if not one.optional} <= set(calculation.inputs)
        assert set(calculation.inputs) <= {one.name for one in formula.inputs}
        inputs = [known[claim] for given in calculation.inputs.values() for claim in given]
        assert all(claim.claim_type == "primary" and _figure(claim) is not None for claim in inputs)


@pytest.mark.requirement("deal-samples")
def test_the_same_kinds_are_planted_in_each(deal: str) -> None:
    """Contradictions, a unit slip, a time window, a stale figure, a hidden document, a circle and a chronology."""
    assert {DefectType(one.type) for one in planted(deal)} == {
        DefectType.ANOMALY_VS_STRONGER_SOURCES,
        DefectType.INCONSISTENCY,
        DefectType.UNIT_MISMATCH,
        DefectType.TIME_WINDOW_MISMATCH,
        DefectType.STALENESS,
        DefectType.CONCEALMENT,
        DefectType.CIRCULARITY,
        DefectType.CHRONO_IMPOSSIBLE,
    }
    known = {claim.claim_id for claim in claims(deal)}
    assert all(one.claims and {*one.claims, *one.against} <= known for one in planted(deal))


@pytest.mark.requirement("deal-samples")
def test_fatal_defects_sit_where_they_were_meant_to(deal: str) -> None:
    """In the first deal on critical claims, so that its debate stops; in the others on none above MEDIUM."""
    material = {claim.claim_id: Materiality(claim.materiality) for claim in claims(deal)}
    fatal = {
        material[claim]
        for one in planted(deal)
        if SEVERITY[DefectType(one.type)] is DefectSeverity.FATAL
        for claim in one.claims
    }
    if deal == "brindlecote":
        assert Materiality.CRITICAL in fatal
    else:
        assert fatal == {Materiality.LOW, Materiality.MEDIUM}


def test_only_the_planted_circle_is_one(deal: str) -> None:
    """The claims that are their own ancestors are those of the planted circle."""
    parents = {claim.claim_id: claim.derived_from for claim in claims(deal)}
    circular = {claim for claim in parents if claim in _ancestors(claim, parents)}
    assert circular == _planted_claims(deal, DefectType.CIRCULARITY)


def test_only_the_planted_chronology_is_impossible(deal: str) -> None:
    """No other claim about what happened has a source from before the end of its period."""
    early = {
        claim.claim_id
        for claim in claims(deal)
        if claim.basis == "actual"
        and (end := _last_day(claim.period)) is not None
        and any(item.source_date < end for item in claim.evidence)
    }
    assert early == _planted_claims(deal, DefectType.CHRONO_IMPOSSIBLE)


def test_the_index_names_one_document_that_is_not_there(deal: str) -> None:
    """One file of the index is missing from the room, and the planted claim goes back to it."""
    index = next(name for name in readings(deal) if name.startswith("00_"))
    named = set(re.findall(r"\b\d\da?_[\w-]+\.\w+", text(deal, "00_")))
    missing = named - set(readings(deal))
    assert len(missing) == 1
    assert set(readings(deal)) - named == {index}
    (hidden,) = _planted_claims(deal, DefectType.CONCEALMENT)
    origins = {item.upstream_origin for claim in claims(deal) if claim.claim_id == hidden for item in claim.evidence}
    assert origins == missing


def test_the_balance_sheet_balances_and_the_results_add_up(deal: str) -> None:
    """Sums of the accounts are sums, in both years."""
    rows = _rows(text(deal, "02_"))
    sums = {
        "brindlecote": [
            ("Gross profit", ["Revenue", "Cost of sales"]),
            ("Operating loss", ["Gross profit", "Sales and marketing", "Research and development", "General and"]),
            ("Loss before tax", ["Operating loss", "Interest payable"]),
            ("Total fixed assets", ["Intangible assets", "Tangible assets"]),
            ("Total current assets", ["Debtors", "Cash at bank"]),
            ("Net assets", ["Total fixed assets", "Net current assets", "Venture loan"]),
            ("Total shareholders", ["Called up", "Share premium", "Profit and loss account"]),
            ("Total creditors", ["Deferred revenue", "Trade creditors", "Tax and social", "Accruals"]),
            ("Total shareholders", ["Net assets"]),
        ],
        "zimbrel": [
            ("Gross profit", ["Turnover", "Cost of sales"]),
            ("Operating profit", ["Gross profit", "Distribution", "Administrative", "Other operating"]),
            ("Profit before tax", ["Operating profit", "Finance costs"]),
            ("Profit for the year", ["Profit before tax", "Income tax"]),
            ("Total fixed assets", ["Tangible assets", "Intangible assets"]),
            ("Total current assets", ["Inventories", "Trade receivables", "Other receivables", "Cash at bank"]),
            ("Total equity", ["Share capital", "Legal reserve", "Retained earnings"]),
            ("Total assets", ["Total fixed assets", "Total current assets"]),
            ("Total assets", ["Total liabilities", "Total equity"]),
        ],
        "tarrowby": [
            ("Gross profit", ["Revenue", "Cost of sales"]),
            ("Operating profit", ["Gross profit", "Café and distribution", "Administrative", "Other operating"]),
            ("Profit before tax", ["Operating profit", "Interest payable"]),
            ("Profit for the year", ["Profit before tax", "Tax on profit"]),
            ("Total fixed assets", ["Tangible assets", "Intangible assets"]),
            ("Total current assets", ["Stocks", "Debtors", "Cash at bank"]),
            ("Total equity", ["Called up", "Share premium", "Retained earnings"]),
            ("Total assets", ["Total fixed assets", "Total current assets"]),
            ("Total assets", ["Total liabilities", "Total equity"]),
        ],
    }[deal]
    for total, parts in sums:
        (expected,) = [figures for name, figures in rows if name.startswith(total)][:1]
        found = [next(figures for name, figures in rows if name.startswith(part)) for part in parts]
        assert expected == tuple(map(sum, zip(*found, strict=True))), total


def test_every_balance_of_the_bank_follows_from_the_one_before(deal: str) -> None:
    """The statement's running balance is right to the cent."""
    (name,) = [name for name in readings(deal) if name.startswith("11_")]
    (table,) = readings(deal)[name].tables
    whole = readings(deal)[name].text
    rows = [[whole[cell.start : cell.end] for cell in row] for row in table.rows]
    balance = Decimal(rows[1][6])
    for row in rows[2:]:
        balance += Decimal(row[5] or 0) - Decimal(row[4] or 0)
        assert Decimal(row[6]) == balance, row


def test_totals_of_the_schedules_are_sums(deal: str) -> None:
    """A row that begins with "Total" in a workbook is the sum of its column, or of the totals before it."""
    for name, reading in readings(deal).items():
        if not name.endswith(".xlsx"):
            continue
        for table in reading.tables:
            rows = [[reading.text[cell.start : cell.end] for cell in row] for row in table.rows]
            for column in range(1, len(rows[0])):
                running = Decimal(0)
                for row in rows[1:]:
                    if (number := _number(row[column])) is None:
                        continue
                    if row[0].startswith("Total"):
                        assert abs(running - number) <= Decimal("0.3"), (name, row)  # shares are rounded when shown
                    else:
                        running += number


@pytest.mark.parametrize("gap", [r"\[|\]|_{3}|lorem|\bTB[CDA]\b|\bXX+\b|placeholder|https?:|www\."])
def test_nothing_is_left_to_fill_in_and_nobody_real_can_be_reached(deal: str, gap: str) -> None:
    """No gap is left in a text, and mail addresses end in the reserved .example."""
    for name, reading in readings(deal).items():
        assert re.findall(gap, reading.text, re.IGNORECASE) == [], name
        assert all(host.rstrip(".>").endswith(".example") for host in re.findall(r"@([\w.-]+)", reading.text)), name


@pytest.mark.requirement("deal-samples")
def test_no_code_of_the_product_knows_what_was_planted(deal: str) -> None:
    """Only the demo may open planted.toml; nothing else names it or the deal."""
    for path in SOURCE.rglob("*.py"):
        if path.parent.name == "cli" and path.name.startswith("demo"):
            continue
        code = path.read_text("utf-8").lower()
        assert "planted.toml" not in code, path
        assert deal not in code, path


def _planted_claims(deal: str, kind: DefectType) -> set[str]:
    return {claim for one in planted(deal) if one.type == kind for claim in one.claims}


def _ancestors(claim: str, parents: dict[str, tuple[str, ...]]) -> set[str]:
    found: set[str] = set()
    waiting = list(parents[claim])
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += parents[one]
    return found


def _last_day(period: str | None) -> str | None:
    """A lower bound for the period's last day, as ISO text."""
    if period is None:
        return None
    if period.startswith("FY"):
        return f"{period[2:]}-12-31"
    return period.removeprefix("LTM ") if len(period.removeprefix("LTM ")) == 10 else f"{period[-7:]}-28"


def _figure(claim: Claimed) -> Decimal | None:
    value = claim.value_struct or {}
    match value.get("type"):
        case "monetary":
            return Decimal(value["amount"])
        case "percentage":
            return Decimal(value["fraction"]) * 100
        case "count":
            return Decimal(value["number"])
        case _:
            return None


def _words(deal: str, item: Item) -> str:
    return item.quote if item.quote is not None else cells(deal, item.document)[item.cell or ""]


def _rows(whole: str) -> list[tuple[str, tuple[int, int]]]:
    """The rows of the accounts with two figures, brackets read as below zero."""
    pattern = re.compile(r"^(\D+?) (?:\d{1,2} )?(\(?[\d,]+\)?) (\(?[\d,]+\)?)$", re.MULTILINE)
    return [(name, (_bracketed(new), _bracketed(old))) for name, new, old in pattern.findall(whole)]


def _bracketed(figure: str) -> int:
    number = int(re.sub(r"\D", "", figure))
    return -number if figure.startswith("(") else number


def _number(shown: str) -> Decimal | None:
    plain = shown.replace(",", "").removesuffix("%")
    return Decimal(plain) if re.fullmatch(r"-?\d+(?:\.\d+)?", plain) else None
