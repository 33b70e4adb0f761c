"""What is told between a run and its workers, and what is kept of readings, comes back as it was."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.bulk.reading_wire import packed, unpacked
from casewright.adapters.bulk.tables import from_parquet, to_parquet
from casewright.adapters.bulk.wire import pack_outcome, pack_task, unpack_outcome, unpack_task
from casewright.adapters.ingest.reader import FileReader
from casewright.domain.bulk import BulkAsk, BulkFailure, BulkOutcome, BulkTask, FailureKind, Member, Partition
from casewright.domain.scored_units import units_of

texts = st.text(max_size=20)
counts = st.integers(0, 1 << 40)
members = st.builds(Member, texts, counts, texts, counts, st.none() | counts)
partitions = st.builds(Partition, counts, st.lists(members, max_size=4).map(tuple))
asks = st.builds(
    BulkAsk,
    st.sampled_from(["query", "facts"]),
    texts,
    st.floats(0, 1) | st.dictionaries(texts, st.floats(0, 1), max_size=3),
    st.sampled_from(["contract", "strict"]),
    st.sampled_from(["chunk", "document"]),
    st.booleans(),
    st.none() | st.lists(texts, max_size=3).map(tuple),
)
failures = st.builds(BulkFailure, st.sampled_from(FailureKind), texts, texts, texts)
outcomes = st.builds(
    BulkOutcome,
    texts,
    st.dictionaries(texts, st.binary(max_size=50), max_size=3),
    st.lists(failures, max_size=3).map(tuple),
    *[counts] * 6,
    st.floats(0, 1e6),
    st.lists(texts, max_size=2).map(tuple),
)


@given(st.builds(BulkTask, texts, st.none() | texts, asks, partitions))
def test_a_task_comes_back(task: BulkTask) -> None:
    """As it was."""
    assert unpack_task(pack_task(task)) == task


@given(outcomes)
def test_an_outcome_comes_back(outcome: BulkOutcome) -> None:
    """As it was."""
    assert unpack_outcome(pack_outcome(outcome)) == outcome


@given(outcomes, st.data())
def test_an_outcome_cut_short_is_told(outcome: BulkOutcome, data: st.DataObject) -> None:
    """And never taken for a smaller one."""
    whole = pack_outcome(outcome)
    with pytest.raises(ValueError, match=r".*"):
        unpack_outcome(whole[: data.draw(st.integers(0, len(whole) - 1))])


@given(partitions, partitions)
def test_partitions_of_other_objects_have_other_fingerprints(one: Partition, other: Partition) -> None:
    """Their number is no part of it: what is kept is found again where the others have changed."""
    assert (one.fingerprint == other.fingerprint) == (one.members == other.members)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "LEASE\n\n1. Rent\nThe Tenant shall pay:\n\n(a) EUR 1,000 a month; and\n\n(b) a deposit.\n"),
        ("b.md", "# Title\n\n## 2. Term\n\nThis lasts a year.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"),
        ("c.csv", "name,rent\nFlat,1000\nHouse,2000\n"),
    ],
)
def test_a_reading_comes_back_as_far_as_it_is_asked(name: str, text: str) -> None:
    """Chunks, sections and units; tables and layout are not asked for."""
    reading = FileReader(workers=1).read(text.encode(), name)
    again = unpacked(reading.media_type, reading.text, packed(reading))
    assert units_of(again) == units_of(reading)
    plain = [replace(one, sha256="") for one in reading.chunks]
    assert list(again.chunks) == plain
    assert (again.sections, again.furniture, again.pages) == (reading.sections, reading.furniture, reading.pages)


@given(st.lists(st.tuples(st.none() | texts, st.integers(-5, 5)), max_size=5))
def test_rows_come_back_in_their_order(rows: list[tuple[str | None, int]]) -> None:
    """Also none at all, and columns with nothing in them: the types are the schema's."""
    schema = {"name": "VARCHAR", "number": "BIGINT"}
    made = to_parquet(schema, {"name": [one for one, _ in rows], "number": [number for _, number in rows]})
    found = from_parquet(made, list(schema))
    assert list(zip(found["name"].tolist(), found["number"].tolist(), strict=True)) == rows
