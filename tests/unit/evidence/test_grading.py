"""One claim's grade: the spec's worked examples, every rule alone, and what no order may change."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casewright.domain.defects import SEVERITY, DefectSeverity, DefectType
from casewright.domain.evidence import Corroboration, Grade
from casewright.evidence.corroboration import Corroborated
from casewright.evidence.grading import Link, grade
from tests.unit.evidence.cases import cases

if TYPE_CHECKING:
    from tests.unit.evidence.cases import Case

SUPPORT = {
    "NONE": Corroborated(Corroboration.NONE, 0, Fraction(0)),
    "AHAD_1": Corroborated(Corroboration.AHAD_1, 1, Fraction(0)),
    "AHAD_2": Corroborated(Corroboration.AHAD_2, 2, Fraction(23, 100)),
    "colluding": Corroborated(Corroboration.AHAD_2, 3, Fraction(43, 100)),
    "MUTAWATIR": Corroborated(Corroboration.MUTAWATIR, 3, Fraction(49, 300)),
}
LINKS = st.lists(st.builds(Link, st.sampled_from(Grade), st.sampled_from(["deck", "model", "news"])), max_size=4)
DEFECTS = st.lists(st.sampled_from(DefectType), max_size=4)
LEVELS = st.sampled_from(list(SUPPORT.values()))


@pytest.mark.requirement("grading")
@pytest.mark.parametrize("case", cases("grading"))
def test_grade_is_that_of_the_rules(case: Case) -> None:
    """A claim gets the grade of the spec's rules, and the explanation has a sentence for each that was used."""
    links = [Link(Grade(source), f"board deck {place}.pdf") for place, source in enumerate(case["sources"])]
    given, steps = grade(links, [DefectType(kind) for kind in case["defects"]], SUPPORT[case["level"]])
    assert given == Grade(case["grade"])
    told = " ".join(steps)
    for part in case.get("says", []):
        assert part in told
        told = told[told.index(part) + len(part) :]


def test_explanation_names_the_source() -> None:
    """The base is explained by the weakest source's own name and place."""
    _, steps = grade([Link(Grade.B, "board deck Deck.pdf, page 4"), Link(Grade.A, "x")], [], SUPPORT["AHAD_2"])
    assert steps[0] == "The weakest of the 2 things it rests on is the board deck Deck.pdf, page 4: grade B (rule 1)."


@pytest.mark.requirement("grading-properties")
@given(LINKS, DEFECTS, LEVELS)
def test_order_changes_nothing(links: list[Link], defects: list[DefectType], support: Corroborated) -> None:
    """Grade and explanation are the same in whatever order sources and defects come."""
    turned, mixed = list(reversed(links)), sorted(defects, reverse=True)
    assert grade(turned, mixed, support) == grade(links, defects, support)


@pytest.mark.requirement("grading-properties")
@given(LINKS, DEFECTS, LEVELS)
def test_fatal_is_always_d(links: list[Link], defects: list[DefectType], support: Corroborated) -> None:
    """With an open FATAL defect no source and no corroboration helps."""
    assert grade(links, [*defects, DefectType.BROKEN_CHAIN], support)[0] is Grade.D


@pytest.mark.requirement("grading-properties")
@given(LINKS, DEFECTS, LEVELS)
def test_grade_is_at_most_a_step_above_the_worst_source(
    links: list[Link], defects: list[DefectType], support: Corroborated
) -> None:
    """Nothing is graded above A, nor more than one step above its worst source, and a D source stays D."""
    given, _ = grade(links, defects, support)
    assert given in Grade
    base = max((link.grade for link in links), default=Grade.D)
    assert ord(given) >= ord(base) - (support.level is Corroboration.MUTAWATIR and base is not Grade.D)


@pytest.mark.requirement("grading-properties")
@given(LINKS, DEFECTS, DEFECTS, LEVELS)
def test_fewer_open_defects_never_lower(
    links: list[Link], left: list[DefectType], settled: list[DefectType], support: Corroborated
) -> None:
    """Whatever is cured or waived, the grade is at least what it was."""
    assert grade(links, left, support)[0] <= grade(links, [*left, *settled], support)[0]  # A sorts first


@given(LINKS, DEFECTS, LEVELS)
def test_minor_defects_change_no_grade(links: list[Link], defects: list[DefectType], support: Corroborated) -> None:
    """The grade is that of the FATAL and MAJOR defects alone."""
    graver = [kind for kind in defects if SEVERITY[kind] is not DefectSeverity.MINOR]
    assert grade(links, defects, support)[0] == grade(links, graver, support)[0]
