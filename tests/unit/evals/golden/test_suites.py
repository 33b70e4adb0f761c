"""Tests of evals.golden: the deals repeat, their texts hold the excerpts, and the truth is about claims."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from dataclasses import astuple
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from casewright.domain.claims import Basis, ClaimType
from casewright.domain.defects import DefectType
from casewright.domain.ids import is_uuid
from casewright.domain.periods import PeriodKind
from casewright.domain.values import Count, Date, Monetary, Percentage
from casewright.errors import InvalidInput
from evals.golden import suites
from evals.golden.businesses import BUSINESSES, Age
from evals.golden.near_misses import NEAR_MISSES
from evals.golden.other_trades.near_misses import OTHER_NEAR_MISSES
from evals.golden.other_trades.trades import TRADES
from evals.golden.truth import PLANTED_TYPES, GoldenDeal

if TYPE_CHECKING:
    from collections.abc import Collection

    from casewright.domain.claims import Claim

WRITTEN_FIRST = ("small", "generated", "adversarial", "clean")
EVERY = (*WRITTEN_FIRST, "other_trades")
BALANCE_SHEET = {
    *(metric.name for trade in (*BUSINESSES, *TRADES) for metric in trade.metrics if metric.age is Age.BALANCE_SHEET),
    "net financial debt",
}
EXACT = {DefectType.BROKEN_CHAIN, DefectType.CHAIN_GRAFTING, DefectType.CIRCULARITY}


@cache
def deals(suite: str) -> tuple[GoldenDeal, ...]:
    """Each suite is made once; nothing in it can be changed."""
    return tuple(suites.deals(suite))


@pytest.mark.requirement("golden-suite")
def test_suites_are_as_large_as_was_asked_for() -> None:
    """20 small deals, 100 generated ones of 30 to 120 claims, 30 adversarial ones, and at least 30 clean ones."""
    assert [len(deals(suite)) for suite in WRITTEN_FIRST] == [20, 100, 30, 40]
    assert all(2 <= len(deal.record.claims) <= 6 for deal in deals("small"))
    for suite in ("generated", "clean"):
        assert all(30 <= len(deal.record.claims) <= 120 for deal in deals(suite))


@pytest.mark.requirement("golden-suite")
def test_every_type_is_planted_often_enough_to_be_counted() -> None:
    """Two of each type in the small suite, at least 45 in the generated one, at least one hard one; clean has none."""
    small, generated, adversarial = (
        Counter(planted.type for deal in deals(suite) for planted in deal.planted)
        for suite in ("small", "generated", "adversarial")
    )
    assert small == dict.fromkeys(PLANTED_TYPES, 2)
    assert set(generated) == set(adversarial) == set(PLANTED_TYPES)
    assert min(generated.values()) >= 45
    assert not any(deal.planted for deal in deals("clean"))


@pytest.mark.requirement("golden-suite")
def test_every_near_miss_stands_in_clean_deals() -> None:
    """Each kind of bait is in at least ten clean deals, and in deals with planted defects too."""
    clean = Counter(name for deal in deals("clean") for name in deal.near_misses)
    beside = {name for deal in deals("generated") for name in deal.near_misses}
    assert {near_miss.__name__ for near_miss in NEAR_MISSES} == set(clean) == beside
    assert min(clean.values()) >= 10


@pytest.mark.requirement("golden-suite")
def test_the_suite_in_other_trades_plants_every_type_in_ways_of_its_own() -> None:
    """10 deals by hand, 30 generated, 10 hard ones and 12 clean ones; no planted form and no bait of the others."""
    written_after = deals("other_trades")
    assert len(written_after) == 62
    assert sum(not deal.planted for deal in written_after) == 12
    planted = Counter(one.type for deal in written_after for one in deal.planted)
    assert set(planted) == set(PLANTED_TYPES)
    assert min(planted.values()) >= 8
    bait = Counter(name for deal in written_after for name in deal.near_misses)
    assert set(bait) == {near_miss.__name__ for near_miss in OTHER_NEAR_MISSES}
    assert not set(bait) & {near_miss.__name__ for near_miss in NEAR_MISSES}
    metrics, others = ({m.name for trade in trades for m in trade.metrics} for trades in (TRADES, BUSINESSES))
    assert not metrics & others


@pytest.mark.requirement("golden-suite")
@pytest.mark.parametrize("suite", EVERY)
def test_excerpts_and_absent_names_stand_word_for_word(suite: str) -> None:
    """The documents' texts hold each excerpt at its span, and each absent document's name where the index says it."""
    for deal in deals(suite):
        assert set(deal.texts) == set(deal.record.documents)
        for evidence in deal.record.evidence.values():
            assert evidence.span is not None
            assert deal.texts[evidence.span.document][evidence.span.start : evidence.span.end] == evidence.excerpt
        for absent in deal.record.absent:
            assert deal.texts[absent.index][absent.start : absent.end] == absent.name
            assert absent.name not in deal.record.documents.values()


@pytest.mark.requirement("golden-suite")
@pytest.mark.parametrize("suite", EVERY)
def test_truth_is_about_claims_that_exist(suite: str) -> None:
    """What was planted names claims of the deal; only a hidden document that nobody cites names none."""
    for deal in deals(suite):
        claims = {claim.id for claim in deal.record.claims}
        assert len(claims) == len(deal.record.claims)
        for planted in deal.planted:
            assert set(planted.claims) <= claims
            assert {claim for _, claim in planted.also} <= claims
            assert planted.claims or planted.document
            if planted.document:
                assert planted.document in {absent.name for absent in deal.record.absent}


@pytest.mark.parametrize("suite", EVERY)
def test_chains_are_whole_where_nothing_was_done_to_them(suite: str) -> None:
    """But for planted defects, each chain's inputs exist, and each claim is its own ancestor nowhere."""
    for deal in deals(suite):
        touched = {claim for planted in deal.planted if planted.type in EXACT for claim in planted.claims}
        calculations = {calc.id for calc in deal.record.calculations}
        claims = {claim.id for claim in deal.record.claims}
        for claim in deal.record.claims:
            assert (claim.claim_type is ClaimType.DERIVED) == bool(claim.derived_from or claim.source_calc)
            if claim.id in touched:
                continue
            there: dict[str, Collection[str]] = {
                "document": set(deal.record.documents),
                "evidence": set(deal.record.evidence),
                "node": {node.id for node in claim.sanad.nodes},
                "claim": claims,
                "calc": calculations,
            }
            for node in claim.sanad.nodes:
                for reference in (*node.inputs, *node.outputs):
                    kind, _, ident = reference.partition(":")
                    assert ident in there[kind]
                    assert is_uuid(ident)


@pytest.mark.requirement("golden-suite")
def test_same_seed_gives_the_same_deals_in_another_process() -> None:
    """Every byte of the deals repeats, whatever the process's hash seed is."""
    here = "tests.unit.evals.golden.test_suites"
    program = f"from {here} import fingerprint\nprint(*map(fingerprint, ('adversarial', 'clean', 'other_trades')))"
    told = {
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("1", "2")
    }
    assert told == {f"{fingerprint('adversarial')} {fingerprint('clean')} {fingerprint('other_trades')}\n"}


def fingerprint(suite: str) -> str:
    """A hash over everything that the deals of a suite hold."""
    whole = sha256()
    for deal in suites.deals(suite):
        record = deal.record
        whole.update(repr((deal.name, record.as_of, deal.planted, deal.near_misses, record.claims)).encode())
        whole.update(repr(sorted(record.evidence.items())).encode())
        whole.update(repr((sorted(record.documents.items()), record.absent, record.calculations)).encode())
        whole.update(repr(sorted(deal.texts.items())).encode())
    return whole.hexdigest()


def test_unknown_suite_is_named() -> None:
    """A suite that there is not is refused with the names of those that are."""
    with pytest.raises(InvalidInput, match="'tiny': use small, generated, adversarial, clean"):
        next(suites.deals("tiny"))


@pytest.mark.parametrize("suite", EVERY)
def test_unplanted_figures_of_one_kind_agree(suite: str) -> None:
    """But for planted defects, figures of one metric, entity, period, basis and unit lie within 5 % of each other."""
    for deal in deals(suite):
        touched = {claim for planted in deal.planted for claim in planted.claims}
        seen: dict[tuple[object, ...], list[float]] = {}
        for claim in deal.record.claims:
            if claim.metric and claim.id not in touched and isinstance(claim.value, Monetary | Percentage | Count):
                first, *rest = astuple(claim.value)
                key = (claim.metric, claim.entity, claim.period, claim.basis, *rest)
                seen.setdefault(key, []).append(float(first))
        for key, figures in seen.items():
            assert max(figures) - min(figures) <= 0.05 * min(map(abs, figures)), (deal.name, key)


@pytest.mark.parametrize("suite", EVERY)
def test_only_planted_sources_are_too_early_or_too_old(suite: str) -> None:
    """But for planted defects, a source is no older than any metric's age and not before what it reports as actual."""
    for deal in deals(suite):
        planted = {(one.type, claim) for one in deal.planted for claim in one.claims}
        for claim in deal.record.claims:
            cited = [deal.record.evidence[ident].source_date for ident in claim.sanad.evidence]
            dated = [one.date() for one in cited if one is not None]
            if claim.metric is None or not dated:
                continue
            if claim.basis is Basis.ACTUAL:
                ended = claim.value.day if isinstance(claim.value, Date) else claim.period and claim.period.end
                early = any(ended and day < ended for day in dated)
                assert early == ((DefectType.CHRONO_IMPOSSIBLE, claim.id) in planted)
            monthly = claim.period is not None and claim.period.kind is PeriodKind.MONTH
            allowed = 123 if monthly else 460 if claim.metric in BALANCE_SHEET else 366
            old = any((deal.record.as_of - day).days > allowed for day in dated)
            assert old == ((DefectType.STALENESS, claim.id) in planted)


def test_no_unplanted_year_stands_beside_other_twelve_months_in_another_document() -> None:
    """But for planted defects, a year and twelve months that end on another day are told in one document only."""
    for deal in deals("other_trades"):
        touched = {claim for planted in deal.planted for claim in planted.claims}
        touched |= {claim for planted in deal.planted for _, claim in planted.also}
        sound = [claim for claim in deal.record.claims if claim.metric and claim.span and claim.id not in touched]
        years, others = (
            [one for one in sound if one.period and one.period.kind is kind]
            for kind in (PeriodKind.YEAR, PeriodKind.LTM)
        )
        for year in years:
            for other in others:
                if (year.metric, year.entity, year.basis) == (other.metric, other.entity, other.basis):
                    assert _end(year) == _end(other) or _document(year) == _document(other)


def _end(claim: Claim) -> object:
    return claim.period and claim.period.end


def _document(claim: Claim) -> object:
    return claim.span and claim.span.document
