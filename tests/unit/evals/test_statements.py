"""The statements that categories are asked for with."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from evals.cuad_data import CATEGORIES, LEARNED_FROM, SAME
from evals.statements import statements

TRAINING = Path(__file__).parents[3] / "training"


def plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def test_every_category_is_asked_for() -> None:
    """Each of the 34 has a plain description, two statements in free and two in roundabout words, all different."""
    asked = statements()

    assert sorted(asked) == sorted(CATEGORIES)
    assert all(len(one.asked) == len(one.roundabout) == 2 for one in asked.values())
    every = [plain(text) for one in asked.values() for text in (one.named, *one.asked, *one.roundabout)]
    assert len(set(every)) == len(every)


@pytest.mark.requirement("eval-never-seen")
def test_training_has_none_of_the_free_words() -> None:
    """No statement or clause that training reads is one of those that only measure."""
    unseen = {plain(words) for one in statements().values() for words in (*one.asked, *one.roundabout)}
    read: set[str] = set()
    for file in TRAINING.glob("*.toml"):
        for entry in tomllib.loads(file.read_text("utf-8")).values():
            for listed in entry.values() if isinstance(entry, dict) else ():
                read |= {plain(text) for text in listed if isinstance(text, str)} if isinstance(listed, list) else set()

    assert read
    assert sorted(unseen & read) == []
    assert not any("evals/statements" in file.read_text("utf-8") for file in TRAINING.glob("*.py"))


def test_what_a_category_taught_is_what_training_says() -> None:
    """Leaving a category out hides every concept that training teaches by its labels."""
    concepts = pytest.importorskip("training.concepts")
    taught: dict[str, set[str]] = {}
    for table in (concepts.UNION, concepts.ALSO):
        for concept, categories in table.items():
            for category in categories:
                taught.setdefault(category, set()).add(concept)
    for concept, category in concepts.BOTH.items():
        taught.setdefault(category, set()).add(concept)

    assert {name: set(listed) for name, listed in LEARNED_FROM.items()} == taught
    assert {category: template for template, category in concepts.SAME.items()} == SAME
