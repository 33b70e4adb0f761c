"""A home in which every name, title and text that somebody else can choose tries to steer the terminal."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from casewright.bootstrap.home import Casewright
from casewright.domain.ids import TenantId
from tests.deal_room import DealRoom
from tests.e2e.conftest import LEASE

if TYPE_CHECKING:
    from pathlib import Path

HOSTILE = "[red]A\x1b]0;PWNED\x07\x1b[5;41m\x9b2J\u202e\u200e\u061c\u2028\rB[/blue]"
"""Markup, a title, colours and an erasure for the terminal, turned writing, and ends of lines."""


def make_home(home: Path, folder: Path) -> dict[str, str]:
    """Fill the home, and ``folder`` with files that commands read; by placeholder, what stands for it in a command."""
    found = _deal(home) | _files(folder)
    with Casewright.open(home) as casewright:
        # Any: the results of different tools.
        def do(tool: str, **arguments: object) -> Any:
            result = casewright.call(tool, arguments)
            assert result.success, (tool, result.content)
            return result.structured

        matter = do("create_matter", title=HOSTILE, description=HOSTILE)["matter_id"]
        blob = casewright.keep(matter, f"{LEASE}\n\n9. {HOSTILE}".encode())
        added = do("add_document", matter_id=matter, blob_id=blob, filename=f"{HOSTILE}.txt")
        case = do("create_case", title=HOSTILE, description=HOSTILE)["case_id"]
        party = do("add_party", kind="individual", firstName="Ana", lastName="Pop")["party_id"]
        do("attach_party", case_id=case, party_id=party, role="petent")
        do("save_query", name="mine", query=f'{{IS clause that "{HOSTILE}"}}', description=HOSTILE)
        thread = do("ask_matter", matter_id=matter, question=f"Which law governs {HOSTILE}?")["thread_id"]
        casewright.parts.accounts.add_tenant(TenantId("evil"), HOSTILE, casewright.actor)
        gone = {"matter_id": matter, "document_id": added["document_id"]}
        asked = casewright.call("delete_document", gone, why=HOSTILE).metadata.approval_id
    return found | {
        "MATTER": matter,
        "DOCUMENT": added["document_id"],
        "CASE": case,
        "PARTY": party,
        "THREAD": thread,
        "APPROVAL": str(asked),
        "HOSTILE": HOSTILE,
        "NOBODY": f"{HOSTILE}/{HOSTILE}",
    }


def _deal(home: Path) -> dict[str, str]:
    room = DealRoom(home)
    said = f"The annual recurring revenue for 2025 was EUR 12.1 million {HOSTILE}"
    document = room.put(f"{HOSTILE}.txt", said)
    claim = room.claim(said, document, said)
    room.close()
    return {"DEAL": room.deal, "CLAIM": claim, "SOURCE": document}


def _files(folder: Path) -> dict[str, str]:
    """Files whose names and words are hostile: a folder to put in, clauses, claims, a party, a draft, an act."""
    inside = folder / "room" / "d[" / "red]"
    inside.mkdir(parents=True)
    name = HOSTILE.replace("/", "")
    for number in range(3):
        (inside / f"{number}{name}.txt").write_text(f"{number}. {LEASE}\n{HOSTILE}")
    (inside / f"{name}.pdf").write_text("none")
    (inside / f"{name}.csv").symlink_to("/etc/passwd")
    given = {"CLAUSES": HOSTILE, "CLAIMS": json.dumps([{HOSTILE: 1}]), "DETAILS": json.dumps({HOSTILE: 1})}
    turn = {"says": HOSTILE, "calls": [{"tool": "eval_form", "arguments": {"form": f"print({HOSTILE!r})"}}]}
    given |= {"SCRIPT": json.dumps({"turns": [turn, {"calls": [{"tool": HOSTILE, "arguments": {HOSTILE: HOSTILE}}]}]})}
    given |= {"DRAFT": f"# {HOSTILE}\n", "ACT": json.dumps({HOSTILE: 1}), "POLICY": f'[roles."{HOSTILE}"]\n'}
    made = {
        "SYMBOL": json.dumps({"symbol": HOSTILE}),
        "ROOM": str(folder / "room"),
        "TARGET": str(folder / "none" / HOSTILE),
    }
    for placeholder, text in given.items():
        path = folder / f"{placeholder}{name}.json"
        path.write_text(text)
        made[placeholder] = str(path)
    return made
