"""The six tools of a debate through the whole door: who may call what, what comes back, what the audit holds."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import pytest

from casewright.domain.defects import CURE, SEVERITY, DefectType
from casewright.domain.ids import MatterId, TenantId
from casewright.tools.calls import CallContext, Status
from tests.deal_room import BOSS, DEBATERS, DealRoom, model
from tests.joined import joined
from tests.unit.policy.test_catalogue import LIMITS, MATRIX

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from casewright.tools.calls import ToolResult

NOWHERE = "00000000-0000-4000-8000-000000000000"
WHY = "The board deck of January says 14.0m for the very same year, and it is the later one."


@pytest.fixture
def room(tmp_path: Path, sqlite_template: Path) -> Iterator[DealRoom]:
    """A deal with two documents and two claims about one figure."""
    shutil.copy(sqlite_template, tmp_path / "casewright.db")
    room = DealRoom(tmp_path)
    room.put("accounts.txt", "Revenue for the year 2025 was EUR 12,500,000.", "The company employs 42 people.")
    room.put("deck.txt", "Our revenue reached EUR 14.0m in 2025.", "The team is second to none.")
    yield room
    room.close()


def revenue(room: DealRoom, **fields: object) -> str:
    """The claim that the accounts bear out."""
    value = {"type": "monetary", "amount": "12500000", "currency": "EUR"}
    given = {"value_struct": value, "metric": "revenue", "entity": "Alder", "period": "FY2025", **fields}
    return room.claim(
        "Revenue 2025 was 12.5m", "accounts.txt", "EUR 12,500,000", source_type="audited_accounts", **given
    )


def headcount(room: DealRoom) -> str:
    """Another claim of the deal."""
    return room.claim("42 people work there", "accounts.txt", "42 people", claim_class="TEAM")


def arguments_of(room: DealRoom, claim: str) -> dict[str, dict[str, object]]:
    """For every tool arguments that are right."""
    [item] = room.do("lookup_claim", claim_id=claim, include_evidence=True)["evidence"]
    flag: dict[str, object] = {
        "claim_id": claim,
        "defect_type": "INCONSISTENCY",
        "severity": "MAJOR",
        "description": WHY,
        "evidence_refs": [f"evidence:{item['evidence_id']}"],
        "cure_protocol": "HUMAN_ARBITRATION",
    }
    review: dict[str, object] = {"claim_ids": [claim], "reason": "Which figure holds?"}
    return {
        "lookup_claim": {"claim_id": claim},
        "lookup_calc": {"calc_id": NOWHERE},
        "search_evidence": {"query": "revenue", "deal_id": room.deal},
        "flag_defect": flag,
        "request_human_review": review,
        "query_enrichment": {"entity_type": "COMPANY", "entity_name": "Alder", "data_points": ["revenue"]},
    }


@pytest.mark.requirement("debate-matrix", "six-tools-matrix")
def test_tool_permission_matrix(room: DealRoom) -> None:
    """Each of the five roles gets through to each of the six tools where the matrix says so, else it is denied."""
    arguments = arguments_of(room, revenue(room))
    for tool, row in MATRIX.items():
        for role, allowed in zip(DEBATERS, row, strict=True):
            result = room.call(role, tool, arguments[tool])
            assert (result.status is not Status.DENIED) == allowed, (tool, role)
            if not allowed:
                assert result.content == f"Tool '{tool}' is not permitted for {role}"
            elif tool != "lookup_calc":
                assert result.success, result.content
    denied = [one for one in room.events("agent.tool_call") if one["result_status"] == "DENIED"]
    assert len(denied) == sum(not allowed for row in MATRIX.values() for allowed in row)


@pytest.mark.requirement("six-tools-audit")
def test_tool_audit_emission(room: DealRoom) -> None:
    """Every call leaves the seed's fields; a flagged defect and a gate have events of their own beside them."""
    arguments = arguments_of(room, revenue(room))
    allowed = {tool: DEBATERS[row.index(True)] for tool, row in MATRIX.items()}
    results = {tool: room.call(role, tool, arguments[tool], 2) for tool, role in allowed.items()}
    outcomes = {one["tool_name"]: one for one in room.events("agent.tool_call") if one["phase"] == "outcome"}
    assert set(outcomes) == set(MATRIX)
    for tool, event in outcomes.items():
        assert event["agent_id"] == f"{allowed[tool]}/boss"
        assert event["tool_args"] == arguments[tool]
        assert event["result_status"] == ("ERROR" if tool == "lookup_calc" else "SUCCESS")
        assert event["result_hash"].startswith("sha256:")
        assert (event["debate_id"], event["round_number"]) == ("debate", 2)
        assert event["seq"] == results[tool].metadata.audit_seq
    flagged = structured(results["flag_defect"])
    [defect] = [one for one in room.events("defect.flagged") if one["tool_args"]["defect_id"] == flagged["defect_id"]]
    assert (defect["agent_id"], defect["phase"], defect["matter_id"]) == ("sanad_breaker/boss", "effect", room.deal)
    assert defect["intent_seq"] == outcomes["flag_defect"]["intent_seq"]
    [gate] = [one for one in room.events("human_gate.created") if one["agent_id"] == "arbiter/boss"]
    assert gate["tool_args"]["gate_id"] == structured(results["request_human_review"])["gate_id"]
    assert gate["intent_seq"] < gate["seq"] < outcomes["request_human_review"]["seq"]


@pytest.mark.requirement("six-tools-limits")
@pytest.mark.parametrize("tool", LIMITS)
def test_limit_of_a_round(room: DealRoom, tool: str) -> None:
    """A role may call a tool so often a round and no oftener, side by side too; people have no rounds."""
    role = DEBATERS[MATRIX[tool].index(True)]
    arguments = arguments_of(room, revenue(room))[tool]
    results = room.side_by_side(role, *[(tool, arguments)] * (LIMITS[tool] + 1))
    assert [one.status is Status.LIMITED for one in results] == [*[False] * LIMITS[tool], True]
    assert room.call(role, tool, arguments, 2).status is not Status.LIMITED
    by_people = [room.casewright.call(tool, arguments) for _ in range(LIMITS[tool] + 1)]
    assert all(one.status is not Status.LIMITED for one in by_people)


@pytest.mark.requirement("six-tools-preconditions")
@pytest.mark.parametrize(
    ("changed", "status", "said"),
    [
        ({"evidence_refs": []}, Status.LIMITED, "needs at least 1 in 'evidence_refs'"),
        ({"description": "Too short."}, Status.LIMITED, "needs at least 50 characters in 'description'"),
        ({"description": " " * 60}, Status.LIMITED, "needs at least 50 characters in 'description'"),
        ({"severity": "FATAL"}, Status.ERROR, "severity: INCONSISTENCY is MAJOR, not FATAL: send MAJOR"),
        ({"cure_protocol": "REQUEST_SOURCE"}, Status.ERROR, "INCONSISTENCY is cured by HUMAN_ARBITRATION"),
        ({"cure_protocol": "REQUIRE_REAUDIT"}, Status.ERROR, "only a person may ask for REQUIRE_REAUDIT"),
        ({"defect_type": "SLOPPINESS"}, Status.INVALID_ARGUMENTS, "'defect_type'"),
        ({"evidence_refs": [f"evidence:{NOWHERE}"]}, Status.ERROR, "this deal holds no"),
        ({"evidence_refs": [NOWHERE]}, Status.ERROR, "this deal holds no"),
        ({"evidence_refs": ["paper:1"]}, Status.ERROR, "is no reference"),
        ({"evidence_refs": ["the deck"]}, Status.ERROR, "names no id"),
        ({"claim_id": NOWHERE}, Status.ERROR, "not found"),
        ({"claim_id": "x"}, Status.ERROR, "not found"),
    ],
)
def test_flag_that_is_refused_files_nothing(
    room: DealRoom, changed: dict[str, object], status: Status, said: str
) -> None:
    """What breaks a precondition, the taxonomy or the deal's bounds is refused by name, and nothing is filed."""
    claim = revenue(room)
    result = room.call("sanad_breaker", "flag_defect", {**arguments_of(room, claim)["flag_defect"], **changed})
    assert result.status is status
    assert said in result.content
    assert room.do("lookup_claim", claim_id=claim)["claim"]["defects"] == []
    assert room.events("defect.flagged") == []


@pytest.mark.requirement("six-tools-flag")
@pytest.mark.parametrize("kind", DefectType)
def test_flag_takes_severity_and_cure_of_the_table(room: DealRoom, kind: DefectType) -> None:
    """Each type is filed with the table's severity and cure; the claim is graded at once by its gravity."""
    claim = revenue(room)
    before = room.do("lookup_claim", claim_id=claim)["claim"]["claim_grade"]
    given = {**arguments_of(room, claim)["flag_defect"], "defect_type": kind.value}
    given |= {"severity": SEVERITY[kind].value, "cure_protocol": CURE[kind].value}
    result = structured(room.call("sanad_breaker", "flag_defect", given))
    assert list(result) == ["defect_id", "claim_id", "severity", "status", "new_grade"]
    assert (result["claim_id"], result["status"]) == (claim, "OPEN")
    expected = {"FATAL": "D", "MAJOR": chr(ord(before) + 1), "MINOR": before}[SEVERITY[kind].value]
    assert (before, result["new_grade"]) == ("A", expected)
    found = room.do("lookup_claim", claim_id=claim)["claim"]
    assert found["claim_grade"] == expected
    assert [one["defect_id"] for one in found["defects"]] == [result["defect_id"]]


@pytest.mark.requirement("six-tools-flag")
def test_same_flag_is_filed_once(room: DealRoom) -> None:
    """A defect that is open with the same type and evidence is answered with; a person may ask for an audit anew."""
    claim = revenue(room)
    given = arguments_of(room, claim)["flag_defect"]
    first, second = (structured(room.call("sanad_breaker", "flag_defect", given)) for _ in range(2))
    assert first == second
    assert len(room.events("defect.flagged")) == 1
    audit = {**given, "defect_type": "IMPLAUSIBILITY", "cure_protocol": "REQUIRE_REAUDIT"}
    assert room.do("flag_defect", **audit)["status"] == "OPEN"


@pytest.mark.requirement("six-tools-flag")
@pytest.mark.parametrize("kind", ["evidence", "claim", "document", "node", "chunk"])
def test_flag_cites_whatever_the_deal_holds(room: DealRoom, kind: str) -> None:
    """Evidence, chunks, claims, documents and nodes of the deal's chains can be cited, with or without their kind."""
    claim, other = revenue(room), headcount(room)
    looked = room.do("lookup_claim", claim_id=claim, include_sanad=True, include_evidence=True)
    [chunk] = room.do("search_evidence", query="second to none team", deal_id=room.deal, limit=1)["results"]
    refs = {
        "evidence": f"evidence:{looked['evidence'][0]['evidence_id'].upper()}",
        "claim": other,
        "document": looked["claim"]["primary_span"]["document_id"],
        "node": f"node:{looked['sanad']['nodes'][0]['node_id']}",
        "chunk": chunk["evidence_id"],
    }
    given = {**arguments_of(room, claim)["flag_defect"], "evidence_refs": [refs[kind]]}
    assert room.call("sanad_breaker", "flag_defect", given).success
    [defect] = room.do("lookup_claim", claim_id=claim)["claim"]["defects"]
    [cited] = defect["evidence_refs"]
    assert cited.partition(":")[0] == ("evidence" if kind == "chunk" else kind)


@pytest.mark.requirement("six-tools-flag")
def test_flag_does_not_cite_another_deal(room: DealRoom) -> None:
    """What another deal holds is no evidence here, though the caller may see it."""
    other = MatterId(room.do("create_matter", title="Project Birch", kind="deal")["matter_id"])
    foreign = room.put("other.txt", "Something else.", deal=other)
    given = {**arguments_of(room, revenue(room))["flag_defect"], "evidence_refs": [f"document:{foreign}"]}
    result = room.call("sanad_breaker", "flag_defect", given)
    assert "this deal holds no" in result.content


@pytest.mark.requirement("six-tools-lookup")
def test_lookup_claim_has_the_seeds_keys(room: DealRoom) -> None:
    """The claim, its chain and its evidence under the seed's names; the two latter only where asked for."""
    claim = revenue(room)
    plain = room.do("lookup_claim", claim_id=claim.upper())
    assert list(plain) == ["claim", "sanad", "evidence"]
    assert (plain["sanad"], plain["evidence"]) == (None, None)
    seed = {"claim_id", "claim_text", "claim_class", "value_struct", "claim_grade", "claim_verdict"}
    assert seed <= set(plain["claim"])
    whole = room.do("lookup_claim", claim_id=claim, include_sanad=True, include_evidence=True)
    [item] = whole["evidence"]
    assert (item["text_excerpt"], item["source_grade"]) == ("EUR 12,500,000", "A")
    assert whole["sanad"]["evidence_ids"] == [item["evidence_id"]]
    assert [node["kind"] for node in whole["sanad"]["nodes"]] == ["INGEST", "EXTRACT"]


@pytest.mark.requirement("six-tools-lookup")
def test_lookup_calc_has_the_seeds_keys(room: DealRoom) -> None:
    """A calculation with its hashes, its inputs where asked for, and the grade that follows from theirs."""
    room.put("bank.txt", "Cash at hand EUR 900,000.", "Monthly burn EUR 50,000.")
    cash = money(room, "Cash at hand", "EUR 900,000", "cash", "900000")
    burn = money(room, "Monthly burn", "EUR 50,000", "burn", "50000")
    inputs = [{"name": "cash", "claim_id": cash}, {"name": "monthly_burn", "claim_id": burn}]
    calc = room.do("run_calculation", deal_id=room.deal, calc_type="RUNWAY", inputs=inputs)["calc"]["calc_id"]
    found = room.do("lookup_calc", calc_id=calc)
    assert list(found) == ["calc", "inputs", "calc_sanad"]
    assert {"calc_id", "calc_type", "output", "formula_hash", "code_version"} <= set(found["calc"])
    assert found["calc"]["formula_hash"].startswith("sha256:")
    assert {one["name"]: one["claim_id"] for one in found["inputs"]} == {"cash": cash, "monthly_burn": burn}
    assert found["calc_sanad"]["grade"] == max(one["grade"] for one in found["calc_sanad"]["inputs"])
    assert room.do("lookup_calc", calc_id=calc, include_inputs=False)["inputs"] is None


def money(room: DealRoom, text: str, quote: str, metric: str, amount: str) -> str:
    value = {"type": "monetary", "amount": amount, "currency": "EUR"}
    given = {"value_struct": value, "metric": metric, "entity": "Alder", "period": "2025-12-31"}
    return room.claim(text, "bank.txt", quote, source_type="bank_statement", **given)


@pytest.mark.requirement("six-tools-out-of-sight")
@pytest.mark.parametrize("tool", ["lookup_claim", "flag_defect", "request_human_review"])
def test_claim_out_of_sight_reads_like_a_missing_one(room: DealRoom, tool: str) -> None:
    """A claim of another deal, of another's deal, and one that is none are told in one sentence, of one kind."""
    claim = revenue(room)
    arguments = arguments_of(room, claim)[tool]
    missing = _naming(arguments, NOWHERE)
    elsewhere = MatterId(room.do("create_matter", title="Project Birch", kind="deal")["matter_id"])
    stranger = CallContext(joined(room.casewright, "stranger", "ANALYST"))
    foreigner = CallContext(type(BOSS)(TenantId("other"), BOSS.id, "ADMIN"))
    role = DEBATERS[MATRIX[tool].index(True)]
    told = [
        room.within(stranger, tool, missing),
        room.within(stranger, tool, arguments),
        room.within(CallContext(model(role), matter=elsewhere), tool, arguments),
        room.within(CallContext(model(role), matter=room.deal, on_behalf_of=stranger.actor), tool, arguments),
    ]
    assert len({one.content.replace(claim, NOWHERE) for one in told}) == 1
    assert {(one.status, one.metadata.error_kind) for one in told} == {(Status.ERROR, "ClaimNotFoundError")}
    elsewhere_told = [room.within(foreigner, tool, given) for given in (missing, arguments)]
    assert {(one.status, one.content) for one in elsewhere_told} == {(Status.DENIED, elsewhere_told[0].content)}
    assert "is no user" in elsewhere_told[0].content


def _naming(arguments: dict[str, Any], claim: str) -> dict[str, Any]:
    return {
        name: claim if name == "claim_id" else [claim] if name == "claim_ids" else value
        for name, value in arguments.items()
    }


@pytest.mark.requirement("six-tools-out-of-sight")
def test_closed_deal_is_looked_up_and_no_more_changed(room: DealRoom) -> None:
    """In a closed deal claims are looked up; nothing is flagged and no gate is opened."""
    claim = revenue(room)
    arguments = arguments_of(room, claim)
    room.do("set_matter_status", matter_id=room.deal, status="closed")
    assert room.call("arbiter", "lookup_claim", arguments["lookup_claim"]).success
    for role, tool in (("sanad_breaker", "flag_defect"), ("arbiter", "request_human_review")):
        result = room.call(role, tool, arguments[tool])
        assert result.metadata.error_kind == "Refused"
        assert "can be read, not changed" in result.content


@pytest.mark.requirement("six-tools-gate")
def test_request_human_review_opens_one_gate(room: DealRoom) -> None:
    """A gate has the seed's keys and defaults; asked the same while it is open, it is answered with."""
    claim, other = revenue(room), headcount(room)
    asked = {"claim_ids": [claim, other, claim], "reason": "Which of the figures holds?"}
    first = structured(room.call("arbiter", "request_human_review", asked))
    assert list(first) == ["gate_id", "claim_ids", "priority", "required_role", "status"]
    assert (first["claim_ids"], first["priority"], first["required_role"]) == ([claim, other], "NORMAL", "ANALYST")
    assert structured(room.call("arbiter", "request_human_review", asked)) == first
    urgent = structured(
        room.call("arbiter", "request_human_review", {**asked, "priority": "CRITICAL", "required_role": "PARTNER"})
    )
    assert urgent["gate_id"] != first["gate_id"]
    listed = [one["gate_id"] for one in room.do("list_gates", deal_id=room.deal)["gates"]]
    assert listed == [urgent["gate_id"], first["gate_id"]]


@pytest.mark.requirement("six-tools-gate")
@pytest.mark.parametrize(
    "changed", [{"claim_ids": []}, {"reason": "…"}, {"priority": "URGENT"}, {"required_role": "CLIENT"}]
)
def test_gate_that_is_none(room: DealRoom, changed: dict[str, object]) -> None:
    """No claims, no reason, an unknown priority or a role that decides nothing: named and refused."""
    asked = {"claim_ids": [revenue(room)], "reason": "Which?", **changed}
    result = room.call("arbiter", "request_human_review", asked)
    assert result.status is Status.INVALID_ARGUMENTS
    assert next(iter(changed)) in result.content


@pytest.mark.requirement("six-tools-gate")
def test_gate_is_about_one_deal(room: DealRoom) -> None:
    """Claims of two deals share no gate."""
    claim = revenue(room)
    room.deal = MatterId(room.do("create_matter", title="Project Birch", kind="deal")["matter_id"])
    room.put("accounts.txt", "EUR 12,500,000")
    other = revenue(room)
    result = room.within(CallContext(BOSS), "request_human_review", {"claim_ids": [claim, other], "reason": "Both?"})
    assert "belongs to another deal" in result.content


def structured(result: ToolResult) -> dict[str, Any]:
    """What a call that succeeded gave."""
    assert isinstance(result.structured, dict), result.content
    return result.structured
