"""A document is named by its kind in the other language; the cases are data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from casewright.domain.document_names import DocumentNames, NamedBy
from casewright.domain.ids import DocumentId
from casewright.evidence.naming.index import NameIndex
from casewright.evidence.naming.paper_kinds import in_other_language
from casewright.evidence.naming.resolver import resolve

if TYPE_CHECKING:
    from collections.abc import Mapping

pytestmark = pytest.mark.requirement("named-documents")

CASES = yaml.safe_load((Path(__file__).parents[3] / "cases/evidence/paper_kinds.yml").read_text(encoding="utf-8"))
PLAIN = ("agreement", "shall", "supply", "services", "contract", "furnizare", "chirie")


# Any: YAML.
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['question'][:50]}-{len(case['titles'])}")
def test_document_of_that_kind_is_meant(case: Mapping[str, Any]) -> None:
    """One of the kind is meant for sure; of several none is chosen."""
    index = NameIndex(
        [
            DocumentNames(DocumentId(title), f"scan{number:04d}.pdf", (title,), plain=PLAIN)
            for number, title in enumerate(case["titles"])
        ]
    )

    found = resolve(case["question"], index)

    assert [str(one) for one in found.documents] == case["meant"]
    assert all(one.certain == (len(case["meant"]) == 1) for one in found.named)
    assert all(one.by is NamedBy.TITLE for one in found.named)


def test_kinds_are_known_in_both_directions() -> None:
    """By all their words, whatever the endings; a part of a name is no name."""
    assert ("supply",) in in_other_language(["furnizarea"])
    assert ("furnizare",) in in_other_language(["supply"])
    assert in_other_language(["prestari"]) == ()
    assert in_other_language([]) == ()
