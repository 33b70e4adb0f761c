"""What the contracts ask for: each requirement with its id, its source and a sentence.

A requirement enters with the change that fulfils it. Those still to come are ``planned``. Tests name the ones that
they show with ``@pytest.mark.requirement(...)``; ``test_requirements.py`` holds both ends together.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Requirement:
    """One thing that must hold."""

    id: str
    source: str
    sentence: str
    planned: bool = False


def _all(*rows: tuple[str, str, str]) -> tuple[Requirement, ...]:
    return tuple(Requirement(*row) for row in rows)


def _planned(*rows: tuple[str, str, str]) -> tuple[Requirement, ...]:
    return tuple(Requirement(*row, planned=True) for row in rows)


PROTOCOL, SPEC = "tool-protocol seed", "tool-protocol spec"
FRAMEWORK = "agent-framework seed"

TOOLS = _all(
    ("tool-define", f"{PROTOCOL}, Signature", "define_tool takes the seed's parameters and defaults to safe."),
    ("tool-decorator", f"{SPEC}, Defining a tool", "A decorator makes a tool of a typed function; nothing registers."),
    ("tool-invariants", f"{PROTOCOL}, Invariants", "A broken invariant is an error that names the tool."),
    ("tool-unique-names", f"{PROTOCOL}, Invariants 1", "A name is registered once, unless it is replaced on purpose."),
    ("tool-select", f"{SPEC}, Registry", "Tools are selected by level, category and role."),
    ("tool-schemas", f"{SPEC}, Registry", "One JSON schema stands in every client's envelope."),
    ("tool-executor-order", f"{SPEC}, Executor", "A call passes the gates in order and its result says how it ended."),
    ("tool-statuses", f"{SPEC}, Executor", "Each way to be stopped has its status and its stable text."),
    ("tool-never-raises", f"{PROTOCOL}, Executor Behavior", "Whatever happens in a call becomes a result."),
    ("tool-default-deny", f"{SPEC}, policy is data", "What the policy does not list is denied."),
    ("tool-policy-data", f"{SPEC}, policy is data", "A policy is TOML, exact names only, refused where it is wrong."),
    ("tool-policy-self-check", f"{SPEC}, policy is data", "A policy that names an unknown tool is refused at start."),
    ("tool-no-approver", "decisions", "A dangerous tool that nobody can approve is refused."),
    ("tool-matter-scope", f"{SPEC}, Executor", "A matter out of sight answers like a missing one."),
    ("tool-limits", f"{FRAMEWORK} 6.2", "Calls per round and role are limited, and the refusal says by how much."),
    ("tool-limits-atomic", f"{SPEC}, Executor", "Limits hold for calls side by side; results keep the calls' order."),
    ("tool-preconditions", f"{FRAMEWORK} 6.2", "The policy's preconditions on arguments stop a call that misses them."),
    ("tool-record-first", f"{SPEC}, Executor", "A call whose record cannot be written does not run."),
    ("tool-foreign-errors", f"{SPEC}, Executor", "A foreign error reaches a model by its class only."),
    ("tool-formatting", f"{PROTOCOL}, Handler Function Contract", "Results are text as is, nil, or compact JSON."),
    ("tool-output-schema", f"{SPEC}, Executor", "A result that breaks its promised schema is an error."),
    ("tool-timeout", f"{SPEC}, Executor", "Timeouts are honest and late outcomes are recorded."),
    ("tool-cancellation", f"{SPEC}, Executor", "Cancellation propagates and is recorded."),
    ("tool-sensitive", f"{SPEC}, Audit", "Sensitive arguments are recorded as keyed hashes."),
    ("tool-audit-fields", f"{FRAMEWORK} 6.1", "An event has the seed's fields under the seed's names."),
    ("tool-audit-both", f"{SPEC}, Audit", "A call that runs has an intent and an outcome."),
    ("tool-audit-stopped", f"{SPEC}, Audit", "A call that is stopped has exactly one event with its status."),
)

IQL_TOOL_SEED, DOCUMENT_SPEC = "iql-tool seed", "document-tools spec"

IQL_TOOL = _all(
    ("iqltool-shape", f"{IQL_TOOL_SEED}, Output Schema", "The result has the seed's keys and exactly the added ones."),
    ("iqltool-models", f"{DOCUMENT_SPEC}, The tools", "The input, output and match models keep the seed's fields."),
    ("iqltool-offsets", f"{DOCUMENT_SPEC}, The tools", "Offsets refer to what get_document_text returns."),
    ("iqltool-citation", f"{DOCUMENT_SPEC}, Citations", "Every match carries a citation whose quote was verified."),
    ("iqltool-scopes", "iql spec, Evaluation 2", "Chunk and document scope answer as defined."),
    ("iqltool-comparison", "iql spec, Operators", "Comparisons carry operands; irrelevant pairs don't match."),
    ("iqltool-order", "iql spec, Evaluation 3", "Matches are sorted by score; equal scores keep document order."),
    ("iqltool-not-ready", f"{IQL_TOOL_SEED}, Error Handling", "A document that is not ready stays in the results."),
    ("iqltool-unknown-document", f"{DOCUMENT_SPEC}, The tools", "An unknown document id is an entry that says so."),
    ("iqltool-errors", f"{IQL_TOOL_SEED}, Error Handling", "Failures are the seed's objects, word for word."),
)

DOCUMENT_TOOLS = _all(
    ("documents-once", "issue: documents in", "The same file twice is one document, and it is said so."),
    ("documents-list", f"{DOCUMENT_SPEC}, The tools", "list_matter_documents has the seed's shape, newest first."),
    ("documents-text", f"{DOCUMENT_SPEC}, The tools", "get_document_text gives the text, cut where asked."),
)

TO_COME = _planned(
    ("approval-bound", f"{SPEC}, Approval", "An approval is bound to the exact call and used once."),
    ("approval-four-eyes", f"{SPEC}, Approval", "Where four eyes are asked for nobody approves their own call."),
    ("idempotency-key", f"{SPEC}, Executor", "The same key finds its recorded result."),
    ("audit-checkpoints", f"{SPEC}, Audit", "Signed checkpoints hold head and count."),
    ("debate-matrix", f"{FRAMEWORK} 5", "The debate roles may call exactly what the matrix says."),
    ("context-message", "agent-context seed", "The context message is composed and parsed as the contract says."),
    ("iql-plain-words", "iql spec, From plain words to IQL", "Plain words become a query that passes the parser."),
    ("iql-push-down", "iql spec, Evaluation 5", "Push-down changes the cost and nothing else."),
    ("search-tool", f"{DOCUMENT_SPEC}, The tools", "isaacus_search answers as defined."),
    ("extract-tool", f"{DOCUMENT_SPEC}, The tools", "isaacus_extract answers as defined."),
    ("classify-tool", f"{DOCUMENT_SPEC}, The tools", "isaacus_classify answers as defined."),
    ("case-prompts", "case-agent seed", "Each of the eight prompts is used by a case."),
)

REQUIREMENTS: tuple[Requirement, ...] = (*TOOLS, *IQL_TOOL, *DOCUMENT_TOOLS, *TO_COME)
