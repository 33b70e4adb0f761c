"""A home with a matter and documents, and a scripted model that answers questions about them."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from casewright.bootstrap.home import Casewright
from casewright.bootstrap.policies import shipped_policy

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from casewright.domain.actors import Actor
    from casewright.tools.calls import ToolResult
    from tests.fakes.scripted_model import ScriptedModel

LAW = "This lease is governed by the laws of England and Wales."
LEASE = f"""LEASE

1. Rent
The Tenant shall pay the Landlord EUR 1,000 a month in advance.

2. Governing law
{LAW}
"""


class Asked:
    """An open home whose assistant is scripted."""

    def __init__(self, casewright: Casewright, model: ScriptedModel) -> None:
        self.casewright = casewright
        self.model = model
        self.matter = ""

    def new_matter(self, title: str = "Alpha") -> str:
        """Create a matter; its id."""
        created = self.done("create_matter", title=title)
        return str(created["matter_id"])

    def add(self, filename: str, text: str, matter: str | None = None) -> str:
        """Put a document in; its id."""
        blob = self.casewright.blobs.put(self.casewright.actor.tenant, text.encode())
        added = self.done("add_document", matter_id=matter or self.matter, blob_id=blob, filename=filename)
        return str(added["document_id"])

    def done(self, tool: str, **arguments: object) -> dict[str, Any]:
        """The structured result of a call that must succeed."""
        result = self.casewright.call(tool, arguments)
        assert result.success, result.content
        assert isinstance(result.structured, dict)
        return result.structured

    def result(self, question: str | None, **arguments: object) -> ToolResult:
        """How a question ends."""
        given = {"matter_id": self.matter, **arguments}
        if question is not None:
            given["question"] = question
        return self.casewright.ask(given)

    def ask(self, question: str | None, **arguments: object) -> dict[str, Any]:
        """The answer to a question that must have one."""
        result = self.result(question, **arguments)
        assert result.success, result.content
        assert isinstance(result.structured, dict)
        return result.structured

    def events(self, tool: str) -> list[dict[str, Any]]:
        """What the audit holds of a tool, oldest first."""
        found = self.done("read_audit", tool_name=tool, last=1000)["events"]
        return sorted(found, key=lambda event: event["seq"])


@contextmanager
def asked(
    home: Path, model: ScriptedModel, *, matter: str | None = None, actor: Actor | None = None
) -> Iterator[Asked]:
    """A home with the matter ``Alpha``, which holds ``lease.txt``; ``matter`` takes up one that is there already."""
    with Casewright.open(home, assistant=model, actor=actor) as casewright:
        one = Asked(casewright, model)
        if matter is None:
            one.matter = one.new_matter()
            one.add("lease.txt", LEASE)
        else:
            one.matter = matter
        yield one


def policy_that_lets_the_agent_delete(folder: Path) -> Path:
    """A policy file: the shipped one, and ``document_agent`` may ask for deletions, which need an approval."""
    text = "\n".join(shipped_policy().values())
    rule = '[tools.delete_document]\nroles = ["ADMIN"'
    assert rule in text
    file = folder / "policy.toml"
    file.write_text(text.replace(rule, rule + ', "document_agent"'))
    return file
