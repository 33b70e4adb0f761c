"""Tests of casewright.evidence.reporting.graph and of its drawing."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from casewright.domain.claims import ClaimType
from casewright.domain.ids import ClaimId
from casewright.evidence.reporting.graph import ROW, Kind, Way, graph
from casewright.evidence.reporting.graph_svg import graph_svg
from casewright.evidence.reporting.report import DRAWN
from scripts import report_graph
from tests.deal_reports import golden_reports, report_on

SVG = "{http://www.w3.org/2000/svg}"
REPORTS = [*golden_reports("small"), *golden_reports("adversarial")]


@pytest.mark.requirement("report-graph")
def test_nothing_stands_on_anything_else() -> None:
    """In every column of every golden deal's graph, neighbours are a row apart."""
    for report in REPORTS:
        columns = defaultdict(list)
        for node in graph(report).nodes.values():
            columns[node.column].append(node.y)
        for column, heights in columns.items():
            least = ROW if column != 0 else 1  # a document stands in the middle of what it holds
            assert all(below - above >= least for above, below in pairwise(sorted(heights)))


@pytest.mark.requirement("report-graph")
def test_what_bears_stands_left_of_what_is_borne() -> None:
    """But for those of a circle, which stand in one column."""
    for report in REPORTS:
        drawn = graph(report)
        for edge in drawn.edges:
            source, target = drawn.nodes[edge.source], drawn.nodes[edge.target]
            assert source.column < target.column or edge.way in (Way.DERIVES, Way.FEEDS)


def test_a_circle_is_drawn() -> None:
    """Two claims that are derived from each other stand in the last column, and both edges are there."""
    first, second, *_ = golden_reports("small")[0].record.claims
    one = replace(first, claim_type=ClaimType.DERIVED, derived_from=(second.id,))
    other = replace(second, claim_type=ClaimType.DERIVED, derived_from=(first.id,))
    report = report_on(replace(golden_reports("small")[0].record, claims=(one, other)))
    drawn = graph(report)
    ways = {(edge.source, edge.target) for edge in drawn.edges if edge.way is Way.DERIVES}
    assert ways == {(f"claim:{first.id}", f"claim:{second.id}"), (f"claim:{second.id}", f"claim:{first.id}")}
    assert drawn.nodes[f"claim:{first.id}"].column == drawn.nodes[f"claim:{second.id}"].column
    ElementTree.fromstring(graph_svg(report))


@pytest.mark.requirement("report-graph")
def test_every_node_is_named_and_leads_to_its_entry() -> None:
    """The drawing is well-formed, has a title, and each node its whole text, a link, and the letter of its grade."""
    report = REPORTS[0]
    root = ElementTree.fromstring(graph_svg(report))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "What rests on what"
    linked = {link.get("data-source"): link for link in root.iter(f"{SVG}a")}
    for node in graph(report).nodes.values():
        link = linked[node.reference]
        assert link.findtext(f"{SVG}title")
        assert link.get("href") == f"#{node.reference.replace(':', '-')}"
        letters = {text.text for text in link.iter(f"{SVG}text")}
        assert node.kind is Kind.DOCUMENT or letters & set("ABCD")


def test_many_claims_are_cut_to_the_weightiest() -> None:
    """A deal of more claims than can be read is drawn by its weightiest, and the report says how many those are."""
    record = golden_reports("small")[0].record
    first = record.claims[0]
    many = tuple(replace(first, id=ClaimId(f"c{number}")) for number in range(DRAWN + 50))
    report = report_on(replace(record, claims=many))
    assert sum(node.kind is Kind.CLAIM for node in graph(report).nodes.values()) == DRAWN


def test_the_same_report_is_drawn_alike() -> None:
    """No order of a set gets in."""
    report = REPORTS[3]
    assert graph_svg(report) == graph_svg(report_on(replace(report.record, defects=()), title=report.title))


def test_the_picture_in_the_docs_is_what_is_drawn() -> None:
    """``python -m scripts.report_graph`` would change nothing."""
    assert report_graph.main(["--check"]) == 0
