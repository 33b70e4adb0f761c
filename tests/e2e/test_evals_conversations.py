"""``python -m evals conversations``, end to end: a made user talks until there is a draft."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import EvalsShell

TALK = """
[[conversation]]
id = "radar"
kind = "amenda"
today = 2026-11-05
opens = ["Am primit o amendă de 580 de lei pentru depășirea vitezei, de la Poliția Locală Turda."]

[[conversation.fact]]
name = "sum"
type = "sum"
value = "580 RON"
said = "580 de lei"
asked_by = ["cuantum", "amend"]
told = true

[[conversation.fact]]
name = "served"
type = "date"
value = "2026-10-28"
said = "pe 28 octombrie"
asked_by = ["comunic", "inman"]

[[conversation.fact]]
name = "number"
type = "document"
value = "PCX 0123456"
said = "seria PCX nr. 0123456"
asked_by = ["seri", "numar"]

[[conversation.fact]]
name = "place"
type = "place"
value = "turda"
said = "în Turda"
asked_by = ["localit", "unde", "instant"]

[[conversation.fact]]
name = "reason"
type = "reason"
value = "radar verific"
said = "radarul nu avea verificare metrologică, iar eu mergeam încet"
asked_by = ["motiv", "gresit", "considerati"]

[[conversation.fact]]
name = "evidence"
type = "evidence"
value = "fotografi"
said = "am fotografii de la fața locului"
asked_by = ["dovez", "prob"]

[[conversation.later]]
after = 5
says = "stați, amenda e de 540 de lei, nu 580"
corrects = "sum"
value = "540 RON"

[[conversation.party]]
side = "self"
name = "Ana Zqvorescu"
"""


@pytest.mark.requirement("case-conversations-measured")
def test_made_user_is_played_and_judged(evals: EvalsShell, tmp_path: Path) -> None:
    """The user answers, corrects a sum before they agree, and confirms: the file, the draft and the shares say so."""
    file = tmp_path / "radar.toml"
    file.write_text(TALK, encoding="utf-8")
    [found] = evals("--json", "conversations", "--file", file).json["sets"]
    [one] = found["each"]
    assert (found["set"], one["id"], one["kind"], one["draft"], one["problem"]) == (
        "radar", "radar", "amenda", True, "",
    )  # fmt: skip
    said = [text for who, text in one["transcript"] if who == "user"]
    assert "stați, amenda e de 540 de lei, nu 580" in said
    assert said[-1] == "da"
    verdicts = {meant: (value, verdict) for _, value, meant, verdict in one["filed"] if meant}
    assert verdicts["sum"] == ("540 de lei", "right")
    assert verdicts["served"] == ("28 octombrie 2026", "right")
    assert {verdict for _, verdict in verdicts.values()} == {"right"}
    assert one["unconfirmed"] == []
    assert found["figures"]["came to a draft"]["share"] == 1


def test_conversation_that_is_not_there_is_said(evals: EvalsShell, tmp_path: Path) -> None:
    """A name that no conversation has is told with what to write; a file that is none is refused."""
    file = tmp_path / "radar.toml"
    file.write_text(TALK, encoding="utf-8")
    assert "name a file with --file" in evals("conversations", "--file", file, "--only", "none").out
    assert "holds no conversations" in evals("conversations", "--file", tmp_path / "absent.toml", code=2).err
