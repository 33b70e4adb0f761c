"""The commands of the first level: name, line and place of each. Its module is imported when it is called.

So that ``casewright --help`` imports none of them, and a command nothing but its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup


@dataclass(frozen=True, slots=True)
class Entry:
    """A command or a family of commands. ``place`` is ``module:name`` within this folder.

    ``line`` is what the list of commands says of it. ``more`` are commands of the family in other modules, by name.
    """

    name: str
    place: str
    line: str
    more: Mapping[str, str] = field(default_factory=dict)


ENTRIES = (
    Entry(
        "ask",
        "ask:ask",
        "Ask the documents of a matter in plain words. Every quote of the answer was checked at its place.",
    ),
    Entry(
        "search", "search:search", "Find words in the documents of every matter that you may see, best places first."
    ),
    Entry(
        "report",
        "report:report",
        "Look over a deal and report it: on screen in short, whole in the files that are named.",
    ),
    Entry(
        "ingest",
        "ingest:ingest",
        "Put files and folders into a matter: text read, cut into clauses, ready to be asked.",
    ),
    Entry("documents", "documents:app", "List the documents of a matter, read, rename and delete them."),
    Entry("iql", "iql:iql", "Find clauses by an IQL query, with the score, the quote and the place of each."),
    Entry(
        "facts",
        "facts:app",
        "The facts of contracts: who, when, how long, how much, under which law; as a table, as files, as a calendar.",
        {"correct": "fact_correction:correct"},
    ),
    Entry("matter", "matter:app", "Create, list, close, share and delete matters, deals and cases."),
    Entry("tools", "tools:app", "List the tools, show one, or call one by hand."),
    Entry("audit", "audit:app", "Read the audit and verify its chain."),
    Entry("users", "users:app", "Add, invite, list and deactivate users. Only ADMIN can."),
    Entry(
        "invitations",
        "invitations:app",
        "Invite people to the server, list the open invitations and take one back. Only ADMIN can.",
        {"make": "users:invite"},
    ),
    Entry("tenants", "tenants:app", "Add and list the tenants of a server. Only whoever runs it can."),
    Entry(
        "bundle",
        "bundle:bundle",
        "Copy a matter into a folder of pages that open from disk: documents, facts, answers, the audit's proof.",
    ),
    Entry("backup", "backup:backup", "Write the whole home into one file, while it is used, and read that file again."),
    Entry(
        "restore",
        "backup:restore",
        "Make a home out of a backup: in a folder that is empty or not there, whole or not at all.",
    ),
    Entry(
        "doctor",
        "doctor:doctor",
        "Examine the home: settings, rights, keys, database, audit, originals, clock. Nothing is changed.",
    ),
    Entry("policy", "policy:app", "Show the policy, and check one of your own."),
    Entry("approvals", "approvals:app", "See which calls wait for a person's approval, and decide."),
    Entry("calls", "calls:app", "See which calls were cut off, and say what came of them."),
    Entry("jobs", "jobs:app", "See which calls a worker makes later, cancel and retry them."),
    Entry("queries", "queries:app", "Keep IQL queries under a name; list, run and delete those you kept."),
    Entry("corpus", "corpus:app", "Acts and decisions to do research in: import them, and look them up."),
    Entry("threads", "threads:app", "See your conversations with the agent in a matter."),
    Entry("models", "models:app", "The chat models that are set."),
    Entry(
        "demo",
        "demo:app",
        'The sample matter "Smith v. Jones": see what can be asked of documents.',
        {"ask": "demo_questions:demo_ask", "deal": "demo_deal:demo_deal", "case": "demo_case:demo_case"},
    ),
    Entry("templates", "templates:app", "List clause templates, and make templates of your own."),
    Entry(
        "deal",
        "deal:app",
        "Open a deal, import its claims and see how they stand.",
        {"extract": "extract:extract", "source": "sources:source", "sources": "sources:sources"},
    ),
    Entry(
        "case",
        "case:app",
        "Open a case, manage its parties and see its drafts.",
        {
            "parties": "case_parties:parties",
            "add-party": "case_parties:add_party",
            "change-party": "case_parties:change_party",
            "show-party": "case_parties:show_party",
            "original": "case_parties:original",
            "delete-party": "case_parties:delete_party",
            "attach": "case_parties:attach",
            "detach": "case_parties:detach",
            "remask": "case_parties:remask",
            "drafts": "case_drafts:drafts",
            "draft": "case_drafts:draft",
            "tickets": "case_support:tickets",
            "resume": "case_support:resume",
            "close": "case_support:close",
            "message": "case_conversation:message",
            "pay": "case_payment:pay",
        },
    ),
    Entry("plans", "plans:app", "Show the plans and what is left of yours this month; set another."),
    Entry("debate", "debate:app", "Hold a debate about a deal's claims, and see what came of it."),
    Entry("claims", "claims:app", "List a deal's claims, see what one rests on, enter and verify them."),
    Entry("defects", "defects:app", "List what is wrong with a deal's claims; cure or waive it."),
    Entry("database", "database:app", "Bring the database up to date, and see how it stands."),
    Entry("serve", "serve:serve", "Serve this home over HTTP, for people and programs."),
    Entry("mcp", "mcp:mcp", "Serve the tools that your role may use to an MCP client, such as a desktop assistant."),
    Entry("calc", "calc:app", "Work out figures from a deal's claims."),
    Entry("gates", "gates:app", "List the gates at which a person decides about claims, and decide."),
    Entry("workspace", "workspace:app", "Tools for developers, on a project folder and the running Python process."),
)
"""In the order in which the help lists them."""


# Any: the classes of a command, of its context and of a group are of the library that typer stands on, not ours to
# import.
class Listed(TyperCommand):
    """A command as the list shows it. Called, it is the one that its entry names."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(name=entry.name, callback=None, help=entry.line, add_help_option=False)
        self._entry = entry

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """The context of the loaded command: what runs is not this one."""
        return self.load().make_context(info_name, args, parent, **extra)

    def load(self) -> Any:
        """Import the command, and those of its family."""
        entry = self._entry
        command = _build({entry.name: entry.place}, entry.line)[entry.name]
        for name, one in _build(entry.more).items():
            command.add_command(one, name)
        return command


class Root(TyperGroup):
    """The group of the first level."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for entry in ENTRIES:
            self.add_command(Listed(entry))


def _build(places: Mapping[str, str], line: str | None = None) -> Mapping[str, Any]:
    """The commands of these places by their names; ``line`` becomes the help of a family."""
    holder = typer.Typer(rich_markup_mode="rich", pretty_exceptions_enable=False, add_completion=False)
    for name, place in places.items():
        module, _, attribute = place.partition(":")
        found = getattr(import_module(f"casewright.cli.{module}"), attribute)
        if isinstance(found, typer.Typer):
            holder.add_typer(found, name=name, help=line)
        else:
            holder.command(name)(found)
    return typer.main.get_group(holder).commands
