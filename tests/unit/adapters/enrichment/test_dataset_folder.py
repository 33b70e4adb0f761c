"""Tests of casewright.adapters.enrichment.dataset_folder."""

from __future__ import annotations

import os
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from casewright.adapters.enrichment.dataset_folder import DatasetFolder
from casewright.domain.enrichment import EntityType
from casewright.domain.evidence import Grade
from casewright.domain.values import Count, Date, Monetary, Text, Value
from casewright.errors import BadSettings
from tests.fakes.fixed_clock import START, FixedClock
from tests.unit.adapters.enrichment.asking import about

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "entity_type,entity_name,data_point,source,as_of,value_type,amount,currency,number,unit,day,text"
CSV = f"""{HEAD}
COMPANY,"Acme, S.A.",Annual revenue,Directory 2026,2025-12-31,monetary,12500000,EUR,,,,
PERSON,Ana Pop,position,Who is who,,text,,,,,,Chief executive
MARKET,Cloud storage,size,Survey,,monetary,5000000000,USD,,,,
"""
JSON = """[{"entity_type": "COMPANY", "entity_name": "ACME SA", "data_point": "employees", "source": "Directory",
  "value_struct": {"type": "count", "number": "42", "unit": "people"}}]"""


def folder(path: Path, **files: str) -> DatasetFolder:
    """A folder with these files, named by their extension."""
    for extension, text in files.items():
        (path / f"data.{extension}").write_text(text, encoding="utf-8")
    return DatasetFolder(path, now=FixedClock().now)


def values(found: object) -> list[Value]:
    assert isinstance(found, list)
    return [one.value for one in found]


@pytest.mark.requirement("enrichment-dataset")
@pytest.mark.parametrize(
    ("kind", "name", "point", "value"),
    [
        ("COMPANY", "acme s.a.", "annual_revenue", Monetary(Decimal(12500000), "EUR")),
        ("COMPANY", "Acme SA", "EMPLOYEES", Count(Decimal(42), "people")),
        ("PERSON", "Ana  POP", "position", Text("Chief executive")),
        ("MARKET", "cloud-storage", "size", Monetary(Decimal(5000000000), "USD")),
    ],
)
def test_rows_of_both_formats_are_found(tmp_path: Path, kind: str, name: str, point: str, value: Value) -> None:
    """A row is found by kind, whole name and data point, whatever their case, accents and punctuation; grade D."""
    [found] = folder(tmp_path, csv=CSV, json=JSON).ask(about(name, point, kind=EntityType(kind)))
    assert (found.data_point, found.value, found.grade, found.retrieved_at) == (point, value, Grade.D, START)


@pytest.mark.requirement("enrichment-dataset")
def test_source_says_of_when(tmp_path: Path) -> None:
    """What the row names as its source, with the day that the value is of."""
    [found] = folder(tmp_path, csv=CSV).ask(about("Acme S.A.", "annual revenue"))
    assert found.source == "Directory 2026, as of 2025-12-31"


@pytest.mark.requirement("enrichment-dataset")
@pytest.mark.parametrize(
    ("kind", "name"), [("PERSON", "Acme S.A."), ("COMPANY", "Acme"), ("COMPANY", "Acme S.A. Holding")]
)
def test_another_entity_is_not_found(tmp_path: Path, kind: str, name: str) -> None:
    """A kind of entity, or a name, that the folder has not, is not known."""
    assert folder(tmp_path, csv=CSV).ask(about(name, "annual_revenue", kind=EntityType(kind))) == []


@pytest.mark.requirement("enrichment-dataset")
def test_newest_row_counts_and_changes_are_seen(tmp_path: Path) -> None:
    """Of two rows about one thing the newer counts, wherever it stands; a file that changed is read again."""
    row = "COMPANY,Acme SA,founded,A,{},date,,,,,{},\n"
    data = folder(
        tmp_path, csv=f"{HEAD}\n{row.format('2026-01-01', '2014-05-06')}{row.format('2020-01-01', '2013-01-01')}"
    )
    question = about("Acme SA", "founded")
    assert values(data.ask(question)) == [Date(date(2014, 5, 6))]
    (tmp_path / "data.csv").write_text(f"{HEAD}\n{row.format('', '2012-01-01')}", encoding="utf-8")
    assert values(data.ask(question)) == [Date(date(2012, 1, 1))]
    (tmp_path / "data.csv").unlink()
    assert data.ask(question) == []


@pytest.mark.requirement("enrichment-dataset-refused")
@pytest.mark.parametrize(
    ("extension", "text", "said"),
    [
        ("csv", f"{HEAD}\nCOMPANY,A,b,S,,monetary,1,XXQ,,,,\n", "'data.csv', line 2: value_struct.currency is 'XXQ'"),
        ("csv", f"{HEAD}\nCOMPANY,A,b,S,,monetary,NaN,EUR,,,,\n", "value_struct.amount is 'NaN'"),
        ("csv", f"{HEAD}\nFIRM,A,b,S,,text,,,,,,x\n", "entity_type is 'FIRM'; it is one of COMPANY, PERSON, MARKET"),
        ("csv", f"{HEAD}\nCOMPANY,A,b,,,text,,,,,,x\n", "line 2: source is None"),
        ("csv", f"{HEAD}\nCOMPANY,…,b,S,,text,,,,,,x\n", "need a letter or a digit"),
        ("csv", f"{HEAD}\nCOMPANY,A,b,S,31.12.2025,text,,,,,,x\n", "as_of is '31.12.2025'"),
        ("csv", f"{HEAD}\nCOMPANY,A,b,S,,text,,,,,,x,y\n", "line 2: more values than columns"),
        ("csv", f"{HEAD},colour\n", "unknown column 'colour'"),
        ("csv", f'{HEAD}\nCOMPANY,"A"B,b\n', "'data.csv', after line 1: "),
        ("json", "{}", "is not a list of objects"),
        ("json", "[", "is not valid JSON"),
        ("json", "[3]", "item 1: it is 3, not an object"),
        ("json", '[{"entity_type": "COMPANY"}]', "item 1: entity_name is None"),
    ],
)
def test_file_that_cannot_be_used_is_named_with_its_row(tmp_path: Path, extension: str, text: str, said: str) -> None:
    """The setting, the file, the row and the reason; nothing of the folder is used, the good files neither."""
    (tmp_path / "a.csv").write_text(CSV, encoding="utf-8")
    with pytest.raises(BadSettings, match="CASEWRIGHT_ENRICHMENT_FOLDER: ") as refused:
        folder(tmp_path, **{extension: text}).ask(about("Acme S.A.", "annual_revenue"))
    assert said in str(refused.value)
    assert str(tmp_path) not in str(refused.value)


@pytest.mark.requirement("enrichment-dataset-refused")
def test_folder_that_is_not_there_and_text_that_is_none(tmp_path: Path) -> None:
    """A missing folder and a file in another encoding are told as such; other files are none of its business."""
    with pytest.raises(BadSettings, match="the folder cannot be read"):
        DatasetFolder(tmp_path / "nowhere", now=FixedClock().now).ask(about("A", "b"))
    (tmp_path / "data.csv").write_bytes("Müller".encode("latin-1"))
    with pytest.raises(BadSettings, match="not UTF-8"):
        folder(tmp_path).ask(about("A", "b"))
    (tmp_path / "data.csv").rename(tmp_path / "data.txt")
    os.mkdir(tmp_path / "sub.csv")
    assert folder(tmp_path).ask(about("A", "b")) == []
