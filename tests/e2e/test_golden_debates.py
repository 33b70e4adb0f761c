"""Debates by rules about the golden and the sample deals: how each ends, and that nothing in them is rejected."""

from __future__ import annotations

import json
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from casewright.agents.debate.mind import Stage
from casewright.bootstrap.home import Casewright
from casewright.domain.claims import Materiality
from casewright.domain.debates import StopReason
from casewright.domain.evidence import Grade
from evals.debate import DebateReport, report
from evals.golden.suites import deals
from evals.golden_room import GoldenRoom

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evals.golden.truth import GoldenDeal

GOLDEN = {
    "small-02": StopReason.STABLE_DISSENT,
    "small-04": StopReason.STABLE_DISSENT,
    "small-05": StopReason.CONSENSUS,
    "small-13": StopReason.STABLE_DISSENT,
}


def golden() -> list[GoldenDeal]:
    """The golden deals that tests debate; ``python -m evals debate`` debates all."""
    return [deal for deal in deals("small") if deal.name in GOLDEN]


@pytest.fixture(scope="module")
def debated(tmp_path_factory: pytest.TempPathFactory) -> DebateReport:
    """What came of them."""
    with GoldenRoom(tmp_path_factory.mktemp("golden") / "home") as room:
        return report("small", golden(), room, max_rounds=5)


@pytest.mark.requirement("debate-golden")
def test_gdbs_debate_completion(debated: DebateReport) -> None:
    """Every golden debate ends with exactly one stop reason, and says what it came to."""
    assert {one.deal.name: one.stop for one in debated.judged} == {name: why.value for name, why in GOLDEN.items()}
    for one in debated.judged:
        assert one.wrong == (), one.deal.name
        assert [stop["reason"] for stop in one.held.result["stops"] if stop["reason"]] == [one.stop]
        assert one.held.result["recommendation"]["rationale"]


@pytest.mark.requirement("debate-golden")
def test_gdbs_muhasabah_pass_rate(debated: DebateReport) -> None:
    """Every output of the minds by rules passes the gate at the first try; every call is permitted and audited."""
    assert debated.passed.value == 1.0
    assert debated.violations == debated.denied == 0
    assert debated.audited.hits == debated.audited.of == debated.calls > 0


class Samples:
    """A home with both sample deals in it."""

    def __init__(self, home: Path) -> None:
        self.casewright = Casewright.open(home)
        self.deals = {name: self._import(name) for name in ("brindlecote", "zimbrel")}

    def do(self, tool: str, **arguments: object) -> Any:
        """What the tool gives."""
        result = self.casewright.call(tool, arguments)
        assert result.success, result.content
        return result.structured

    def debate(self, name: str, **settings: object) -> dict[str, Any]:
        """What a debate about the deal came to."""
        found: dict[str, Any] = self.do("run_debate", deal_id=self.deals[name], **settings)["result"]
        return found

    def _import(self, name: str) -> str:
        folder = Path(str(files("casewright").joinpath("samples", "deals", name)))
        about = tomllib.loads((folder / "deal.toml").read_text(encoding="utf-8"))
        deal = str(self.do("create_matter", title=about["title"], kind="deal")["matter_id"])
        self.do("date_deal", deal_id=deal, as_of=about["as_of"].isoformat())
        for one in about["documents"]:
            blob = self.casewright.blobs.put(self.casewright.actor.tenant, (folder / "room" / one["file"]).read_bytes())
            self.do("add_document", matter_id=deal, filename=one["file"], blob_id=blob)
        claims = (folder / "claims.json").read_text(encoding="utf-8")
        self.do("import_claims", deal_id=deal, format="json", content=claims)
        for one in json.loads((folder / "calculations.json").read_text(encoding="utf-8")):
            inputs = [{"name": key, "claim_id": claim} for key, given in one["inputs"].items() for claim in given]
            self.do("run_calculation", deal_id=deal, calc_type=one["calc_type"], inputs=inputs)
        return deal


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Samples]:
    """Both sample deals, imported."""
    found = Samples(tmp_path_factory.mktemp("samples") / "home")
    yield found
    found.casewright.close()


@pytest.mark.requirement("debate-sample-deals")
def test_brindlecote_stops_at_a_critical_defect(samples: Samples) -> None:
    """The case rests on CRITICAL claims of grade D, ARR and valuation: it stops, and a person has to decide."""
    found = samples.debate("brindlecote")

    assert found["stop_reason"] == "CRITICAL_DEFECT"
    assert found["muhasabah"] == {"outputs": 10, "rejected_drafts": 0, "failed": None, "over_everything": []}
    assert found["needs_person"]
    assert len(found["gates"]) == 1
    claims = {one["claim_id"]: one for one in samples.do("list_claims", deal_id=samples.deals["brindlecote"])["claims"]}
    stopped = [claims[one] for one in found["critical_claims"]]
    assert {one["metric"] for one in stopped} == {"arr", "pre-money valuation"}
    assert {(one["claim_grade"], one["materiality"]) for one in stopped} == {(Grade.D, Materiality.CRITICAL)}
    assert found["recommendation"]["stance"] == "DECLINE"


@pytest.mark.requirement("debate-sample-deals")
def test_zimbrel_runs_to_a_dissent_that_is_preserved(samples: Samples) -> None:
    """Its grave defects are on claims of little weight: the argument runs its course, and dissent is kept."""
    found = samples.debate("zimbrel")

    assert found["stop_reason"] == "STABLE_DISSENT"
    assert found["recommendation"]["stance"] == "CONDITIONAL"
    assert {(one["agent_id"], one["position"]) for one in found["dissent"]} == {
        ("advocate", "PROCEED"),
        ("sanad_breaker", "PROCEED"),
    }
    assert found["muhasabah"]["rejected_drafts"] == 0
    assert any("order book" in question for question in found["open_questions"])


@pytest.mark.requirement("debate-sample-deals")
def test_rounds_that_run_out_are_a_reason_of_their_own(samples: Samples) -> None:
    """With one round Zimbrel's debate has no time for a stable dissent."""
    assert samples.debate("zimbrel", max_rounds=1)["stop_reason"] == "MAX_ROUNDS"


def test_first_round_argues_in_full(samples: Samples) -> None:
    """The advocate names sources and calculations once; later rounds say what is still open."""
    found = samples.debate("zimbrel", seed=1)

    said = {(one["round"], turn["stage"]): turn["content"] for one in found["argument"] for turn in one["turns"]}
    assert "by the audited accounts" in said[1, Stage.ADVOCATE_OPENING]
    assert "[calc:" in said[1, Stage.ADVOCATE_OPENING]
    assert len(said[2, Stage.ADVOCATE_OPENING]) < len(said[1, Stage.ADVOCATE_OPENING])
