"""Plants defects of chains in other shapes than ``planting_chains``: mixed circles, lost steps, swaps, indexes."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from casewright.domain.calculations import CalcType
from casewright.domain.claims import ClaimClass, Materiality
from casewright.domain.defects import DefectType
from casewright.domain.evidence import NodeKind, Sanad, SourceType
from casewright.domain.ids import NodeId
from casewright.domain.values import Percentage
from evals.golden.facts import money
from evals.golden.figures import day_words
from evals.golden.other_trades.planting import note
from evals.golden.other_trades.trades import PARTIES, Trader, told
from evals.golden.planting_chains import BESIDE_A_GRAFT, of_one_year, ratio

if TYPE_CHECKING:
    from casewright.domain.ids import ClaimId
    from evals.golden.writing import Paper

INDEXES = ("VDR index.csv", "Index of documents.txt", "00 Data room index v3.txt")
_HIDDEN = (
    ("Share pledge {name} {year}.pdf", "All shares are pledged to {name}"),
    ("Recall notice {name} {year}.msg", "{name} recalled what it had been delivered"),
    ("Environmental audit {name} {year}.docx", "The site at {name} was audited for contamination"),
    ("Earn-out deed {name} {year}.pdf", "{name} is owed a further payment on the closing"),
    ("Tax assessment {name} {year}.xlsx", "The tax office assesses the branch at {name} again"),
)


def circularity(company: Trader, form: str) -> None:
    """Derived claims that are their own ancestors.

    ``mixed``: one step of the circle goes by ``derived_from``, one by a chain's input alone, one by a calculation.
    ``eight``: two circles share a claim. ``six``: six claims in one circle. ``reconciled``: the circle closes in a
    RECONCILE step before the one that infers.
    """
    writer = company.writer
    base = company.say(of_one_year(company, 1)[0], company.any_source(1))
    around = [ratio(company, [base])]
    for _ in range({"mixed": 2, "eight": 2, "six": 5}.get(form, 1)):
        around.append(ratio(company, [base] if form == "mixed" else [around[-1], base]))
    if form == "mixed":
        first, second, third = around
        claim = writer.claim(second)
        writer.change(second, derived_from=(base, first), sanad=_with_input(claim.sanad, f"claim:{first}"))
        writer.rechain(third, _with_input(writer.claim(third).sanad, f"claim:{second}"))
        calc = writer.calculate(
            CalcType.GROWTH_RATE, [("new", third), ("old", base)], Percentage(Decimal("0.2")), "new"
        )
        sanad = writer.claim(first).sanad
        nodes = tuple(replace(node, kind=NodeKind.CALCULATE, inputs=(f"calc:{calc}",)) for node in sanad.nodes)
        writer.change(first, source_calc=calc, derived_from=(), sanad=Sanad(nodes, ()))
    elif form == "reconciled":
        first, last = around
        claim = writer.claim(first)
        (infer,) = claim.sanad.nodes
        before = replace(
            infer, id=NodeId(writer.next_id("node")), kind=NodeKind.RECONCILE, inputs=(f"claim:{last}",), outputs=()
        )
        nodes = (before, replace(infer, inputs=(*infer.inputs, f"node:{before.id}")))
        writer.rechain(first, Sanad(nodes, ()))
    else:
        _lean(company, around[0], around[-1])
        if form == "eight":
            around.append(ratio(company, [around[1]]))
            _lean(company, around[1], around[-1])
    ratio(company, [around[-1]])
    note(company, DefectType.CIRCULARITY, around, form, f"{len(around)} derived claims rest on one another.")


def _lean(company: Trader, claim_id: ClaimId, on: ClaimId) -> None:
    claim = company.writer.claim(claim_id)
    company.writer.change(
        claim_id, derived_from=(*claim.derived_from, on), sanad=_with_input(claim.sanad, f"claim:{on}")
    )


def _with_input(sanad: Sanad, reference: str) -> Sanad:
    *rest, last = sanad.nodes
    return replace(sanad, nodes=(*rest, replace(last, inputs=(*last.inputs, reference))))


def broken_chain(company: Trader, form: str) -> None:
    """A step takes what is not there.

    ``lost step``: a step in the middle was taken out, and the next one still takes it. ``lost claim``: what a claim was
    derived from is gone. ``wrong kind``: a ``claim:`` whose id is that of an item of evidence. ``one digit``: the id
    of the claim's own evidence with another last digit. ``verifier``: the person's step takes evidence nobody has.
    """
    writer = company.writer
    fact = company.take(money)
    figure, value = told(fact.value, company.random)
    evidence = writer.cite(company.source(company.any_source(1)), company.line(fact, figure))
    claim_id = writer.state(
        f"{fact.metric.label} at {fact.entity}: {figure}.",
        [evidence],
        value=value,
        metric=fact.metric.name,
        entity=fact.entity.casefold(),
        period=fact.period,
        steps=(NodeKind.NORMALIZE, NodeKind.HUMAN_VERIFY),
    )
    nodes = list(writer.claim(claim_id).sanad.nodes)
    changed = f"evidence:{evidence[:-1]}{'0' if evidence[-1] != '0' else '1'}"
    if form == "lost step":
        del nodes[1]
    elif form == "lost claim":
        claim_id = ratio(company, [claim_id])
        gone = writer.next_id("missing")
        (infer,) = writer.claim(claim_id).sanad.nodes
        nodes = [replace(infer, inputs=(f"claim:{gone}",))]
        writer.change(claim_id, derived_from=(gone,))
    elif form == "wrong kind":
        nodes[2] = replace(nodes[2], inputs=(*nodes[2].inputs, f"claim:{evidence}"))
    elif form == "one digit":
        nodes[1] = replace(nodes[1], inputs=(f"node:{nodes[0].id}", changed))
    else:
        nodes[3] = replace(nodes[3], inputs=(*nodes[3].inputs, f"evidence:{writer.next_id('missing')}"))
    writer.rechain(claim_id, replace(writer.claim(claim_id).sanad, nodes=tuple(nodes)))
    also = ((DefectType.MISSING_LINK, claim_id),)
    note(company, DefectType.BROKEN_CHAIN, (claim_id,), form, "A step takes what is not there.", also=also)


def grafting(company: Trader, form: str) -> None:
    """Evidence of one claim's chain hangs on another claim, whose own steps never took it in.

    ``exchanged``: two claims hold each other's evidence. ``derived``: a derived claim, which has no evidence of its
    own, lists that of a claim it does not follow from. ``two lenders``: the evidence of two other claims besides its
    own. ``later step``: the normalising step takes the node that extracted another claim's evidence.
    """
    writer = company.writer
    lender = company.say(company.take(money), company.any_source(0))
    lent = writer.claim(lender).sanad
    if form == "derived":
        borrower = ratio(company, [company.say(of_one_year(company, 1)[0], "book")])
        writer.rechain(borrower, replace(writer.claim(borrower).sanad, evidence=lent.evidence))
    else:
        borrower = company.say(company.take(money), company.any_source(2))
    own = writer.claim(borrower).sanad
    grafted = [borrower]
    if form == "exchanged":
        for claim_id, chain, other in ((borrower, own, lent), (lender, lent, own)):
            writer.change(
                claim_id, sanad=Sanad(chain.nodes, other.evidence), span=writer.source(other.evidence[0]).span
            )
        grafted = [borrower, lender]
    elif form == "two lenders":
        second = writer.claim(company.say(company.take(money), company.any_source(0))).sanad
        writer.rechain(borrower, Sanad(own.nodes, (*own.evidence, *lent.evidence, *second.evidence)))
    elif form == "later step":
        nodes = [*own.nodes]
        nodes[-1] = replace(nodes[-1], inputs=(*nodes[-1].inputs, f"node:{lent.nodes[1].id}"))
        writer.rechain(borrower, Sanad(tuple(nodes), (*own.evidence, *lent.evidence)))
    for one in grafted:
        also = tuple((kind, one) for kind in BESIDE_A_GRAFT)
        note(company, DefectType.CHAIN_GRAFTING, (one,), form, "Evidence of another claim's chain.", also=also)


def concealment(company: Trader, form: str, name: str | None = None) -> None:
    """The data room's index names a document that is not there.

    ``quote``: the quoted line names the file, the claim's text does not. ``text``: the other way round. ``stem``: both
    name it without its ending. ``origin``: it is where the evidence was taken from. ``nobody`` leans on it.
    """
    writer, random = company.writer, company.random
    (pattern, says), party = random.choice(_HIDDEN), random.choice(PARTIES)
    while name is None or name in (*writer.names(), *writer.absent_names()):
        (pattern, says), party = random.choice(_HIDDEN), random.choice(PARTIES)
        name = pattern.format(name=party, year=company.year)
    paper = index_paper(company)
    writer.index(paper, _entry(paper, f"7.{len(writer.absent_names()) + 1}", name, 100 + len(name)), name)
    claims: tuple[ClaimId, ...] = ()
    if form != "nobody":
        plain = says.format(name=party)
        full = f"{plain}, see {name.rpartition('.')[0] if form == 'stem' else name}"
        quoted = f"{full}." if form in ("quote", "stem") else f"{plain}."
        text = f"{full}." if form in ("text", "stem") else f"{plain}."
        origin = name if form == "origin" else None
        evidence = writer.cite(company.source(company.any_source(1)), quoted, origin=origin)
        claims = (writer.state(text, [evidence], claim_class=ClaimClass.LEGAL_TERMS, materiality=Materiality.HIGH),)
    also = tuple((DefectType.MISSING_LINK, one) for one in claims)
    what = f"The index names {name!r}; it is not there."
    note(company, DefectType.CONCEALMENT, claims, form, what, document=name, also=also)


def index_paper(company: Trader) -> Paper:
    """The data room's index, under the name that this deal has for it."""
    begun = [name for name in company.writer.names() if name in INDEXES]
    name = begun[0] if begun else company.random.choice(INDEXES)
    paper = company.writer.paper(name, SourceType.INTERNAL_REPORT, date(company.year + 1, 2, 25))
    if not begun and name.endswith(".csv"):
        company.writer.write(paper, "No.\tDocument\tSize\tUploaded")
    elif not begun:
        company.writer.write(paper, "7 Legal and commercial")
    return paper


def complete_index(company: Trader) -> None:
    """Where the data room has an index, let it name every document."""
    names = [name for name in company.writer.names() if name not in INDEXES]
    if len(names) < len(company.writer.names()):
        paper = index_paper(company)
        if not paper.name.endswith(".csv"):
            company.writer.write(paper, "9 Everything else")
        for number, name in enumerate(names, start=1):
            company.writer.write(paper, _entry(paper, f"9.{number}", name, 80 + 3 * number))


def _entry(paper: Paper, number: str, name: str, size: int) -> str:
    """A line of the index in its own form: a row as the reader shows it, a tree with sizes, or with a date."""
    assert paper.dated
    if paper.name.endswith(".csv"):
        return f"{number}\t{name}\t{size} KB\t{paper.dated.isoformat()}"
    if "v3" in paper.name:
        return f"    |-- {name} ({size} KB)"
    return f"{number}\t{name}\t{day_words(paper.dated)}"
