"""Sections packed into bytes come back as they were, and bytes that were changed are told."""

from __future__ import annotations

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.adapters.database.section_columns import pack_sections, unpack_sections
from casewright.domain.documents import Section
from casewright.errors import IntegrityError

_PLACES = st.integers(0, 2**30)


def _section(path: list[str], heading: str | None, places: tuple[int, int], certain: bool) -> Section:
    return Section(path[-1], tuple(path), heading, min(places), max(places), certain)


SECTIONS = st.lists(
    st.builds(
        _section,
        st.lists(st.sampled_from(["1", "1.1", "(a)", "Schedule 2", "Secțiunea 1"]), min_size=1, max_size=4),
        st.none() | st.text(max_size=8),
        st.tuples(_PLACES, _PLACES),
        st.booleans(),
    ),
    max_size=6,
).map(tuple)


@pytest.mark.requirement("sections-kept")
@given(st.none() | SECTIONS)
def test_sections_come_back_as_they_were(sections: tuple[Section, ...] | None) -> None:
    """Whatever sections hold is told exactly; none looked for is something else than none found."""
    assert unpack_sections(pack_sections(sections)) == sections


@pytest.mark.parametrize(
    "data", [b"x", zlib.compress(b""), zlib.compress(b"\x04\0\0\0[[]]x"), zlib.compress(b"\x02\0\0\0{}x")]
)
def test_changed_bytes_are_told(data: bytes) -> None:
    """Bytes that no sections were packed into are an integrity error, nothing else."""
    with pytest.raises(IntegrityError, match="damaged"):
        unpack_sections(data)
