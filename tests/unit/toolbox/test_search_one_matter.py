"""Words in one matter, page by page, although there are others."""

from __future__ import annotations

from typing import Any

import pytest

from casewright.tools.calls import Status
from tests.fakes.governed import TENANT
from tests.fakes.memory_matter import MemoryMatter


def found(matter: MemoryMatter, **asked: Any) -> dict[str, Any]:
    result = matter.governed.call("search_everywhere", {"text": "rent", **asked})
    assert isinstance(result.structured, dict), result.content
    return result.structured


@pytest.mark.requirement("search-everywhere")
def test_words_are_looked_for_in_one_matter() -> None:
    """Only its documents are searched, hits come page by page, and a matter that is not there is not found."""
    matter = MemoryMatter()
    one = matter.id
    matter.add("a.txt", "The rent is due.\nThe rent is paid.")
    matter.id = matter.new_matter(TENANT)
    matter.add("b.txt", "Nobody pays rent.")

    assert {hit["filename"] for hit in found(matter)["hits"]} == {"a.txt", "b.txt"}
    first = found(matter, matter_id=one, limit=1)
    assert (first["total_count"], first["searched_matters"], first["searched_documents"]) == (2, 1, 1)
    assert first["message"].startswith("Searched 1 documents of this matter, by their words")
    second = found(matter, matter_id=one, limit=1, cursor=first["next_cursor"])
    snippets = [hit["snippet"] for hit in (*first["hits"], *second["hits"])]
    assert (sorted(snippets), second["next_cursor"]) == (["The rent is due.", "The rent is paid."], None)
    missing = matter.governed.call("search_everywhere", {"text": "rent", "matter_id": "0" * 8 + one[8:]})
    assert (missing.status, "not found" in missing.content) == (Status.ERROR, True)
    assert found(matter, matter_id="?")["error"] == "Invalid matter ID format"
