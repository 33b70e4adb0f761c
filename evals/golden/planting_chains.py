"""Plants defects of chains: cycles, missing inputs, evidence grafted from another claim, documents that are hidden."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.domain.calculations import CalcType
from casewright.domain.claims import ClaimClass, Materiality
from casewright.domain.defects import DefectType
from casewright.domain.evidence import Sanad, SourceType
from casewright.domain.values import Percentage
from evals.golden.facts import is_year, money
from evals.golden.truth import Planted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casewright.domain.ids import ClaimId
    from evals.golden.facts import Company, Fact
    from evals.golden.writing import Paper

INDEX = "Data room index.csv"
_HIDDEN = (
    ("Side letter {name} {year}.pdf", "A rebate of {rate} % is granted to {name} by the side letter of {year}"),
    ("Loan agreement {name} {year}.pdf", "{name} lent the company money at {rate} % under the loan agreement"),
    ("Settlement agreement {name} {year}.pdf", "The dispute with {name} was settled at {rate} % of the claim"),
    ("Exclusivity agreement {name} {year}.pdf", "{name} holds exclusivity for {rate} % of the territory's sales"),
    ("Warranty report {name} {year}.pdf", "Of the units delivered to {name}, {rate} % came back under warranty"),
)
BESIDE_A_GRAFT = (
    DefectType.BROKEN_CHAIN,
    DefectType.MISSING_LINK,
    DefectType.UNIT_MISMATCH,
    DefectType.TIME_WINDOW_MISMATCH,
)
"""What follows from a graft: a step that its own chain lacks, a quote about another figure and another period."""

NAMES = (
    "Nordbank",
    "Calloway",
    "Ferrand",
    "Ibsenhus",
    "Mottram",
    "Estrella",
    "Oakhurst",
    "Wendel",
    "Tarrega",
    "Lindqvist",
)


def circularity(company: Company, length: int | None = None, by: str | None = None) -> None:
    """Derived claims that are their own ancestors.

    Reading: ancestry goes by ``derived_from``, by ``claim:`` inputs of the chain's nodes and by the inputs of the
    calculation that a claim comes from. ``by`` says which of the three closes the circle; the other steps are plain.
    A finding on any claim of the circle is enough, and one on each is what the rule says.
    """
    random = company.random
    around = length or random.choice([2, 2, 3])
    way = by or random.choice(["derived_from", "chain", "calculation"])
    inputs = [company.say(fact, company.any_source(1)) for fact in of_one_year(company, 2)]
    claims = [ratio(company, inputs)]
    while len(claims) < around:
        claims.append(ratio(company, [claims[-1], inputs[len(claims) % 2]]))
    _close(company, claims[0], claims[-1], way)
    company.writer.plant(
        Planted(
            DefectType.CIRCULARITY,
            tuple(claims),
            f"{way} {around}",
            f"{around} derived claims rest on one another; the circle closes by {way}.",
        )
    )


def _close(company: Company, first: ClaimId, last: ClaimId, way: str) -> None:
    writer = company.writer
    claim = writer.claim(first)
    if way == "calculation":
        calc = writer.calculate(CalcType.GROSS_MARGIN, [("revenue", last)], Percentage(Decimal("0.4")), "revenue")
        nodes = tuple(replace(node, inputs=(f"calc:{calc}",)) for node in claim.sanad.nodes)
        writer.change(first, source_calc=calc, derived_from=(), sanad=replace(claim.sanad, nodes=nodes))
        return
    nodes = tuple(replace(node, inputs=(*node.inputs, f"claim:{last}")) for node in claim.sanad.nodes)
    writer.rechain(first, replace(claim.sanad, nodes=nodes))
    if way == "derived_from":
        writer.change(first, derived_from=(*claim.derived_from, last))


def of_one_year(company: Company, count: int) -> list[Fact]:
    """Facts of one financial year, so that what is derived from them mixes no windows."""
    first = company.take(lambda one: money(one) and is_year(one))
    return [first, *(company.take(lambda one: money(one) and one.period == first.period) for _ in range(count - 1))]


def ratio(company: Company, inputs: Sequence[ClaimId]) -> ClaimId:
    """A derived claim over others: an index that the model makes of them, of a name of its own."""
    number = len(company.writer.claims)
    share = company.random.randrange(100, 900)
    return company.writer.state(
        f"Index {number} of {company.group} stands at {share / 10} %.",
        (),
        value=Percentage(Decimal(share) / 1000),
        metric=f"index {number}",
        entity=company.group.casefold(),
        derived_from=inputs,
        materiality=Materiality.LOW,
    )


def broken_chain(company: Company, kind: str | None = None) -> None:
    """A node of a claim's chain takes an input that does not exist.

    Reading: an input exists where its document or evidence is in the deal, its claim or calculation is recorded, or
    its node stands in the same chain. The id is a well-formed one that nothing has.
    """
    writer, random = company.writer, company.random
    what = kind or random.choice(["document", "evidence", "node", "claim", "calc"])
    derived = what in ("claim", "calc")
    said = company.say(company.take(money), company.any_source(random.randrange(3)))
    claim_id = ratio(company, [said]) if derived else said
    claim = writer.claim(claim_id)
    missing = f"{what}:{writer.next_id('missing')}"
    nodes = list(claim.sanad.nodes)
    place = {"document": 0, "evidence": 1, "node": 1}.get(what, -1)
    kept = tuple(one for one in nodes[place].inputs if not one.startswith(f"{what}:"))
    nodes[place] = replace(nodes[place], inputs=(*kept, missing))
    writer.rechain(claim_id, replace(claim.sanad, nodes=tuple(nodes)))
    also = ((DefectType.MISSING_LINK, claim_id),)
    company.writer.plant(
        Planted(DefectType.BROKEN_CHAIN, (claim_id,), what, f"A step takes a {what} that does not exist.", also=also)
    )


def grafting(company: Company, form: str | None = None) -> None:
    """Evidence of one claim's chain hangs on another claim, whose own steps never took it in.

    Reading: evidence belongs to the chains whose nodes take or give it. ``listed``: the claim names evidence that only
    another claim's nodes handle. ``instead``: its own evidence is gone and the other's is all it has. ``node``: a step
    takes the output of another claim's node. ``shared``: it holds the other claim's very nodes, ids and all. Who lent
    and who borrowed cannot be seen where nodes are shared, so a finding on either is enough there. A step that takes
    another chain's node is a missing link of its own chain besides, and the evidence that was grafted tells of another
    figure and period than the claim: both are allowed.
    """
    writer = company.writer
    way = form or company.random.choice(["listed", "instead", "node"])
    lender = company.say(company.take(), company.any_source(0))
    borrower = company.say(company.take(), company.any_source(2))
    lent, own = writer.claim(lender).sanad, writer.claim(borrower).sanad
    claims: tuple[ClaimId, ...] = (borrower,)
    if way == "listed":
        writer.rechain(borrower, Sanad(own.nodes, (*own.evidence, *lent.evidence)))
    elif way == "instead":
        writer.change(borrower, sanad=Sanad(own.nodes, lent.evidence), span=writer.source(lent.evidence[0]).span)
    elif way == "node":
        second = replace(own.nodes[1], inputs=(*own.nodes[1].inputs, f"node:{lent.nodes[0].id}"))
        writer.rechain(borrower, Sanad((own.nodes[0], second, *own.nodes[2:]), (*own.evidence, *lent.evidence)))
    else:
        first, *rest = lent.nodes
        last = replace(own.nodes[-1], inputs=(f"node:{lent.nodes[-1].id}",), outputs=(f"claim:{borrower}",))
        writer.rechain(borrower, Sanad((first, *rest, last), lent.evidence))
        claims = (borrower, lender)
    also = tuple((kind, borrower) for kind in BESIDE_A_GRAFT)
    writer.plant(Planted(DefectType.CHAIN_GRAFTING, claims, way, "Evidence of another claim's chain.", also=also))


def concealment(company: Company, cited: str | None = None, name: str | None = None) -> None:
    """The data room's index names a document that is not there, and a claim leans on it.

    Reading: found is a candidate of this type that is opened on a claim citing the document, or that names it. A claim
    cites it by the file's name in its text and in its quoted line (``name``), or as the origin of its evidence
    (``origin``); ``nobody`` cites it in the third form, and the candidate stands all the same.
    """
    writer, random = company.writer, company.random
    way = cited or random.choice(["name", "name", "origin", "nobody"])
    (pattern, says), party = random.choice(_HIDDEN), random.choice(NAMES)
    while name is None or name in (*writer.names(), *writer.absent_names()):
        (pattern, says), party = random.choice(_HIDDEN), random.choice(NAMES)
        name = pattern.format(name=party, year=company.year)
    writer.index(index_paper(company), f"{random.randrange(1, 9)}.{random.randrange(1, 30)}  {name}", name)
    claims: tuple[ClaimId, ...] = ()
    if way != "nobody":
        rate = random.randrange(20, 180) / 10
        said = says.format(name=party, rate=rate, year=company.year)
        line = f"{said} (see {name})." if way == "name" else f"{said}."
        paper = company.source(company.any_source(1))
        evidence = writer.cite(paper, line, origin=name if way == "origin" else None)
        claims = (writer.state(line, [evidence], claim_class=ClaimClass.LEGAL_TERMS, materiality=Materiality.HIGH),)
    also = tuple((DefectType.MISSING_LINK, one) for one in claims)
    writer.plant(
        Planted(DefectType.CONCEALMENT, claims, way, f"The index names {name!r}; it is not there.", name, also)
    )


def complete_index(company: Company) -> None:
    """Where the data room has an index, let it name every document by its name, as an index does."""
    names = company.writer.names()
    if INDEX in names:
        for number, name in enumerate((one for one in names if one != INDEX), start=1):
            company.writer.write(index_paper(company), f"10.{number}  {name}")


def index_paper(company: Company) -> Paper:
    """The data room's index."""
    return company.writer.paper(INDEX, SourceType.INTERNAL_REPORT, date(company.year + 1, 2, 26))
