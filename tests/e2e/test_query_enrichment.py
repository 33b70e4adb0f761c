"""``query_enrichment`` by settings alone, over real sockets: consent, order of the sources, and nothing written."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from casewright.tools.calls import CallContext, Status
from tests.deal_room import BOSS, DealRoom
from tests.providers.registers import Registers, Trouble, fact, lei_record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.e2e.conftest import Shell

NOWHERE = "00000000-0000-4000-8000-000000000000"
ROW = "entity_type,entity_name,data_point,source,value_type,text\n{},{},{},A directory,text,{}\n"


@pytest.fixture
def opened(tmp_path: Path, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., DealRoom]]:
    """Opens a deal under these settings."""
    rooms: list[DealRoom] = []

    def opening(**settings: str) -> DealRoom:
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        home = tmp_path / f"home {len(rooms)}"
        home.mkdir()
        shutil.copy(sqlite_template, home / "casewright.db")
        rooms.append(DealRoom(home))
        return rooms[-1]

    yield opening
    for room in rooms:
        room.close()


@pytest.fixture
def registers() -> Iterator[Registers]:
    """GLEIF and EDGAR with one company."""
    with Registers() as server:
        server.records = [lei_record("LEI1", "Birch Inc.")]
        server.companies = {"0": {"cik_str": 7, "ticker": "B", "title": "BIRCH INC"}}
        revenue = fact(12500000, "2025-12-31", start="2025-01-01")
        server.facts[7] = {"facts": {"us-gaap": {"Revenues": {"units": {"USD": [revenue]}}}}}
        yield server


def asked(*points: str, kind: str = "COMPANY", name: str = "Birch Inc.") -> dict[str, object]:
    """Arguments."""
    return {"entity_type": kind, "entity_name": name, "data_points": list(points)}


def told(room: DealRoom, arguments: dict[str, object]) -> dict[str, Any]:
    """What the risk officer is told."""
    result = room.call("risk_officer", "query_enrichment", arguments)
    assert isinstance(result.structured, dict), result.content
    return result.structured


def consent(room: DealRoom) -> None:
    """Let the deal's names go to both registers."""
    for provider in ("gleif", "edgar"):
        room.do("grant_provider_consent", matter_id=room.deal, provider=provider)


@pytest.mark.requirement("enrichment-tool")
def test_result_has_the_specs_keys_and_sources_go_in_order(
    opened: Callable[..., DealRoom], registers: Registers, tmp_path: Path
) -> None:
    """What is on this machine is asked first, each source for what is still open; results say who said it."""
    data = tmp_path / "data"
    data.mkdir()
    (data / "own.csv").write_text(ROW.format("COMPANY", "Birch Inc.", "jurisdiction", "Delaware"), encoding="utf-8")
    room = opened(CASEWRIGHT_ENRICHMENT_FOLDER=str(data), **registers.environment)
    room.put("Contract Birch.txt", "A contract.")
    consent(room)
    found = told(room, asked("revenue", "lei", "documents", "jurisdiction", "churn"))
    assert list(found) == ["results", "connector"]
    assert found["connector"] == "dataset, data_room_index, gleif, edgar"
    assert all(
        list(one) == ["data_point", "value_struct", "source", "source_grade", "retrieved_at"]
        for one in found["results"]
    )
    assert [(one["data_point"], one["source_grade"], one["source"][:5]) for one in found["results"]] == [
        ("revenue", "C", "SEC E"),
        ("lei", "C", "GLEIF"),
        ("documents", "D", "file "),
        ("jurisdiction", "D", "A dir"),
    ]
    assert found["results"][0]["value_struct"] == {"type": "monetary", "amount": "12500000", "currency": "USD"}
    assert room.do("list_claims", deal_id=room.deal)["claims"] == []


@pytest.mark.requirement("enrichment-consent")
def test_without_consent_nothing_is_asked(opened: Callable[..., DealRoom], registers: Registers) -> None:
    """Where a register is set the call is denied until a person consented for this deal, and names it."""
    room = opened(**registers.environment)
    result = room.call("risk_officer", "query_enrichment", asked("lei"))
    assert result.status is Status.DENIED
    assert f"casewright matter consent {room.deal} edgar" in result.content
    nowhere = room.within(CallContext(BOSS), "query_enrichment", asked("lei"))
    assert nowhere.status is Status.DENIED
    assert registers.asked == []
    consent(room)
    assert told(room, asked("lei"))["connector"] == "gleif"


@pytest.mark.requirement("enrichment-tool")
@pytest.mark.parametrize("kind", ["PERSON", "MARKET"])
def test_people_and_markets_are_asked_of_the_folder_alone(
    opened: Callable[..., DealRoom], registers: Registers, tmp_path: Path, kind: str
) -> None:
    """No register hears of a person or a market; without a folder there is no connector."""
    (tmp_path / "own.csv").write_text(ROW.format(kind, "Ana Pop", "position", "Chief executive"), encoding="utf-8")
    room = opened(**registers.environment)
    consent(room)
    question = asked("position", kind=kind, name="Ana Pop")
    assert told(room, question) == {"results": [], "connector": "no_connector"}
    room = opened(CASEWRIGHT_ENRICHMENT_FOLDER=str(tmp_path))
    consent(room)
    found = told(room, question)
    assert (found["connector"], found["results"][0]["value_struct"]["text"]) == ("dataset", "Chief executive")
    assert registers.asked == []


@pytest.mark.requirement("enrichment-tool")
def test_out_of_the_box_nothing_leaves_the_machine(opened: Callable[..., DealRoom]) -> None:
    """Without any setting only the data room is asked; it needs no consent, and who knew nothing is named."""
    room = opened()
    assert told(room, asked("lei")) == {"results": [], "connector": "data_room_index"}


@pytest.mark.requirement("enrichment-failures")
def test_register_that_does_not_answer_is_told(opened: Callable[..., DealRoom], registers: Registers) -> None:
    """A failure is no "not known": the call fails and says whose it was."""
    room = opened(**registers.environment)
    consent(room)
    registers.troubles.append(Trouble(403))
    result = room.call("risk_officer", "query_enrichment", asked("lei"))
    assert (result.status, result.metadata.error_kind) == (Status.ERROR, "Unavailable")
    assert "GLEIF refused the request (403)" in result.content


@pytest.mark.requirement("enrichment-tool")
@pytest.mark.parametrize(
    "changed",
    [{"entity_type": "COUNTRY"}, {"entity_name": "…"}, {"data_points": []}, {"data_points": ["x"] * 21}],
)
def test_question_that_is_none(opened: Callable[..., DealRoom], changed: dict[str, object]) -> None:
    """An unknown kind of entity, a name without a letter, no data point and too many are refused by name."""
    result = opened().call("risk_officer", "query_enrichment", {**asked("lei"), **changed})
    assert result.status is Status.INVALID_ARGUMENTS
    assert next(iter(changed)) in result.content


@pytest.mark.parametrize("contact", ["nobody", "Müller m@example.com", "a\nb@example.com"])
def test_contact_that_no_header_can_carry(opened: Callable[..., DealRoom], contact: str) -> None:
    """EDGAR's contact is a name and an address in plain letters, or the home does not open."""
    with pytest.raises(Exception, match="CASEWRIGHT_EDGAR_CONTACT"):
        opened(CASEWRIGHT_EDGAR_CONTACT=contact)


@pytest.mark.requirement("enrichment-consent")
def test_from_the_command_line(
    shell: Shell, registers: Registers, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A person names the deal by --matter: consent is asked for, given, and the register answers."""
    deal = shell("--json", "matter", "create", "Alder").json["matter_id"]
    for name, value in registers.environment.items():
        monkeypatch.setenv(name, value)
    arguments = json.dumps(asked("lei"))
    call = ("--json", "tools", "call", "query_enrichment", "--args", arguments)
    assert "this call names no matter: name one" in shell(*call, code=3).json["content"]
    assert "not found" in shell(*call, "--matter", NOWHERE, code=2).json["content"]
    assert f"casewright matter consent {deal} edgar" in shell(*call, "--matter", deal, code=3).json["content"]
    assert registers.asked == []
    for provider in ("gleif", "edgar"):
        shell("matter", "consent", deal, provider)
    assert shell(*call, "--matter", deal.upper()).json["structured"]["connector"] == "gleif"
    assert shell(*call, "--matter", "Alder").json["structured"]["connector"] == "gleif"
    assert "There is no matter 'Birch'" in shell(*call, "--matter", "Birch", code=2).err
