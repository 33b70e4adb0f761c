"""``casewright debate`` as a person uses it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.deal_room import DealRoom

if TYPE_CHECKING:
    from tests.e2e.conftest import Shell


@pytest.fixture
def deal(shell: Shell) -> str:
    """A deal whose deck says more than its accounts do."""
    room = DealRoom(shell.home)
    for text, filename, amount, source in (
        ("The revenue of 2025 was EUR 12.1 million.", "deck.txt", "12100000", "board_deck"),
        ("Revenue was EUR 9.6 million.", "accounts.txt", "9600000", "audited_accounts"),
    ):
        about = {"metric": "revenue", "entity": "acme", "period": "FY2025", "materiality": "HIGH"}
        value = {"type": "monetary", "amount": amount, "currency": "EUR"}
        room.claim(text, room.put(filename, text), text, value_struct=value, source_type=source, **about)
    room.close()
    return room.deal


@pytest.mark.requirement("debate-command")
def test_debate_from_the_command_line(shell: Shell, deal: str) -> None:
    """Run shows what is said while it is said and what it came to; show, list and JSON tell the same."""
    ran = shell("debate", "run", deal, "--max-rounds", "2", "--seed", "4")

    assert "• advocate:" in ran.err
    assert "→ sanad_breaker: lookup_claim" in ran.err
    for part in ("confidence", "Stopped        ", "Vote before    ", "Audit          events"):
        assert part in ran.out
    whole = shell("--json", "debate", "show", deal).json
    assert whole["result"]["stop_reason"] in ran.out
    assert (whole["max_rounds"], whole["seed"], set(whole["minds"].values())) == (2, 4, {"rules"})
    shown = shell("debate", "show", deal, whole["debate_id"])
    for part in ("Opening positions, blind", "Round 1", "  arbiter, "):
        assert part in shown.out
    listed = shell("--json", "debate", "list", deal).json["debates"]
    assert [one["debate_id"] for one in listed] == [whole["debate_id"]]
    assert whole["debate_id"] in shell("debate", "list", deal).out
    quiet = shell("--json", "debate", "run", deal, "--quiet", "--mind", "all=rules", "--mind", "arbiter=rules")
    assert (quiet.err, quiet.json["status"]) == ("", "ended")


@pytest.mark.requirement("debate-bad-input")
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--max-rounds", "0"), "a debate has from 1 to 5 rounds"),
        (("--max-rounds", "6"), "a debate has from 1 to 5 rounds"),
        (("--mind", "barrister=rules"), "There is no role 'barrister'"),
        (("--mind", "advocate=wishes"), "There is no mind 'wishes' for advocate"),
        (("--mind", "advocate"), "is not ROLE=MIND"),
        (("--mind", "all=model"), "No chat model is set"),
        (("--mind", "all=openai:gpt"), "needs a key"),
        (("--seed", "-1"), "seed"),
    ],
)
def test_bad_input_ends_with_2(
    shell: Shell, deal: str, arguments: tuple[str, ...], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What cannot be used gets a sentence and exit code 2, and nothing is started."""
    for name in ("OPENAI_API_KEY", "XAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    assert sentence in shell("debate", "run", deal, *arguments, code=2).err
    assert shell("--json", "debate", "list", deal).json["debates"] == []


def test_model_without_consent_is_refused(shell: Shell, deal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that the deal's text may not be sent to is refused with what gives the consent; nothing is started."""
    monkeypatch.setenv("CASEWRIGHT_REASONER_API_KEY", "not-a-key")

    refused = shell("debate", "run", deal, "--mind", "advocate=xai:grok", code=3)
    assert f"casewright matter consent {deal} xai" in refused.err
    assert "No debate was held yet" in shell("debate", "list", deal).out


def test_debates_that_are_not_there(shell: Shell, deal: str) -> None:
    """No debate, an unknown one, a matter that is no deal: a sentence each, exit code 2; without claims all abstain."""
    assert "No debate was held" in shell("debate", "show", deal, code=2).err
    assert "not found" in shell("debate", "resume", deal, "11111111-1111-4111-8111-111111111111", code=2).err
    empty = shell("--json", "deal", "create", "Empty").json["deal"]["matter_id"]
    assert "No recommendation (ABSTAIN)" in shell("debate", "run", empty).out
    assert "not a deal" in shell("debate", "run", shell.matter(), code=2).err
