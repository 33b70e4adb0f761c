"""What was acknowledged before a kill, looked for in the books after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.kills.ledger import Ledger


def lost(ledger: Ledger, acknowledged: Sequence[tuple[str, str]]) -> list[str]:
    """A sentence for every act that was acknowledged and is not there."""
    there = {
        "document": {row["id"] for row in ledger.rows("documents")},
        "asked": {one["tool_args"]["query"] for one in ledger.done("isaacus_iql")},
        "query": {row["name"] for row in ledger.rows("saved_queries")} if ledger.done("save_query") else set(),
        "request": {row["id"] for row in ledger.rows("approvals")},
        "deleted": {one["tool_args"]["document_id"] for one in ledger.done("delete_document")},
        "claims": {one["matter_id"] for one in ledger.of_type("claim.extracted")},
        "debate": {row["id"] for row in ledger.rows("debates") if row["result"] and _has_ended(ledger, row["id"])},
        "message": {one["text"] for case in ledger.case_field("user_statements") for one in case},
    }
    return [f"the {kind} {name} was acknowledged and is lost" for kind, name in acknowledged if name not in there[kind]]


def _has_ended(ledger: Ledger, debate: str) -> bool:
    return any(one["debate_id"] == debate for one in ledger.of_type("debate.ended"))
