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


BEYOND = "server-and-ui spec, Beyond one machine"
BULK = _all(
    ("bulk-engines", BEYOND, "Whatever happens to workers, each partition is brought back once with what came of it."),
    ("bulk-runs", BEYOND, "A run over a corpus makes the rows of one machine, whoever works on it and whatever ends."),
    ("bulk-cascade", BEYOND, "Words first; the encoder reads what they leave in doubt, by text and statement alone."),
)


PROTOCOL, SPEC = "tool-protocol seed", "tool-protocol spec"
FRAMEWORK = "agent-framework seed"
ATTACKED = f"{SPEC}, After the first attack on it"

TOOLS = _all(
    ("tool-define", f"{PROTOCOL}, Signature", "define_tool takes the seed's parameters and defaults to safe."),
    ("tool-decorator", f"{SPEC}, Defining a tool", "A decorator makes a tool of a typed function; nothing registers."),
    ("tool-invariants", f"{PROTOCOL}, Invariants", "A broken invariant is an error that names the tool."),
    ("tool-unique-names", f"{PROTOCOL}, Invariants 1", "A name is registered once, unless it is replaced on purpose."),
    ("tool-select", f"{SPEC}, Registry", "Tools are selected by level, category and role."),
    ("tool-schemas", f"{SPEC}, Registry", "One JSON schema stands in every client's envelope."),
    ("tool-schemas-providers", f"{SPEC}, Registry", "Each provider's types and client take its envelope unchanged."),
    ("tool-any-callable", f"{SPEC}, Defining a tool", "Whatever can be called can be a tool; one that yields cannot."),
    ("tool-any-name", f"{SPEC}, Defining a tool", "A parameter may have any identifier as its name."),
    ("tool-strict-nested", f"{SPEC}, Executor", "Arguments are strict at every depth, and the schema says so."),
    ("tool-plain-results", f"{SPEC}, Defining a tool", "Structured results are plain JSON data at every depth."),
    ("tool-large-result", "issue: tool protocol, core", "200 MB have a defined result."),
    ("tool-alone", "issue: tool protocol, core", "The protocol stands alone, without a framework and documents."),
    ("tool-weaknesses", "anchors, Governed tool calls", "What others get wrong about governed calls is right here."),
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
    ("tool-deadline", f"{SPEC}, Executor", "After a call's deadline nothing begins, and what runs is given up."),
    ("tool-hooks", "issue: tool protocol, core", "A hook that fails, hangs or meddles changes no call and no record."),
    ("tool-cancellation", f"{SPEC}, Executor", "Cancellation propagates and is recorded."),
    ("tool-sensitive", f"{SPEC}, Audit", "Sensitive arguments are recorded as keyed hashes."),
    ("tool-audit-fields", f"{FRAMEWORK} 6.1", "An event has the seed's fields under the seed's names."),
    ("tool-audit-both", f"{SPEC}, Audit", "A call that runs has an intent and an outcome."),
    ("tool-audit-stopped", f"{SPEC}, Audit", "A call that is stopped has exactly one event with its status."),
)

PEOPLE = _all(
    ("people-visibility", "decisions, who sees what", "Each role sees its matters; others read like missing ones."),
    ("people-participants", "document-tools spec, Participants", "Each part in a matter has its rights in it."),
    ("people-managed", "document-tools spec, Participants", "Only the owner and ADMIN say who takes part."),
    ("people-models-see-their-matter", f"{SPEC}, Executor", "A model sees the matter of its context alone."),
    ("people-roles", f"{SPEC}, policy is data", "Each role of people and models may call what is listed for it."),
    ("people-users", f"{SPEC}, policy is data", "ADMIN adds, lists and deactivates users."),
    ("people-keys", f"{SPEC}, policy is data", "A key stands in its personal file alone; its hash is stored."),
    ("people-keys-refused", f"{SPEC}, policy is data", "A key that is not an active user's is refused and recorded."),
    ("people-revoked", ATTACKED, "Who is dismissed does nothing more by an open handle."),
    ("accounts-sign-in", "server spec, Who may do what", "Who may not sign in hears the same, and tries ten times."),
    ("accounts-sessions", "server spec, Who may do what", "A session follows its user and ends when it should."),
    (
        "accounts-keys",
        "server spec, Who may do what",
        "An API key is confined, shown once, and out once revoked.",
    ),
    ("accounts-links", "server spec, Who may do what", "A link makes one user, once; the first one is ADMIN."),
    ("accounts-openid", "server spec, Who may do what", "What an OpenID provider did not sign for us is refused."),
    ("accounts-programs", "server spec, Who may do what", "A service account decides nothing as a person."),
    ("policy-empty", f"{SPEC}, policy is data", "An empty or missing policy runs nothing."),
    ("policy-show", "issue: tool protocol, core", "The matrix, its limits and its hash are shown; a file is checked."),
    ("debate-matrix", f"{FRAMEWORK} 5", "The debate roles may call exactly what the matrix says."),
    ("debate-abuse-rules", f"{FRAMEWORK} 6.2", "The shipped limits and preconditions are the contract's."),
)

APPROVALS = _all(
    ("approval-bound", f"{SPEC}, Approval", "An approval is bound to the exact call and used once."),
    ("approval-trail", "issue: tool protocol, core", "Asked for, granted, begun and done stand in the trail in order."),
    ("approval-rejected", f"{SPEC}, Executor", "A rejected call tells the model the reason and not to retry."),
    ("approval-edited", f"{SPEC}, Approval", "An edit is a new request; the trail has both versions."),
    ("approval-expiry", f"{SPEC}, Approval", "An approval expires."),
    ("approval-roles", f"{SPEC}, Approval", "Only a person in a role that the policy names decides."),
    ("approval-four-eyes", f"{SPEC}, Approval", "Where four eyes are asked for nobody approves their own call."),
    ("approval-one-winner", "issue: tool protocol, core", "Of two processes that decide one request exactly one wins."),
    ("approval-restart", f"{SPEC}, Approval", "A request survives the process that filed it."),
    ("approval-handler", f"{SPEC}, Approval", "A handler in the process approves, rejects or edits."),
    (
        "approval-target",
        "issue: attacks",
        "A call whose target is not there is refused before anybody is asked.",
    ),
    (
        "never-overwritten",
        "issue: attacks",
        "A file is written over with --force only.",
    ),
    ("references", "issue: attacks", "Matters and documents go by id, number, title or name."),
    (
        "matter-deleted",
        f"{SPEC}, New tools",
        "A deleted matter is gone with its blobs, scores, checkpoints and own vault entries; the audit stays.",
    ),
    ("approval-once", "issue: attacks", "The same call of the same person waits once."),
    (
        "approval-second-person",
        "issue: attacks",
        "Who is alone is told how a second person is added.",
    ),
    ("approval-given-back", f"{SPEC}, Approval", "A grant whose call the journal refuses is not used up."),
    ("approval-diff", f"{SPEC}, Approval", "An edit is shown as a unified diff with hunks."),
    (
        "call-first-result",
        ATTACKED,
        "An idempotent call that is recovered returns the first result, values included.",
    ),
    ("idempotency-key", f"{SPEC}, Executor", "The same key finds its recorded result; for another call it is refused."),
    (
        "idempotency-caller",
        f"{SPEC}, Executor",
        "A key is its caller's own; nobody else's stands in its way.",
    ),
    ("idempotency-pending", f"{SPEC}, Executor", "The same key finds its pending request and files nothing twice."),
    ("call-unknown-outcome", f"{SPEC}, Executor", "A call cut off by a crash is never repeated blindly."),
    ("call-resolved", "issue: tool protocol, core", "A person says what came of a call that was cut off."),
    (
        "call-effect-and-outcome",
        f"{SPEC}, Audit",
        "Where the effect is in our database, it and its outcome commit together.",
    ),
    ("call-accounted", "issue: tool protocol, core", "Whatever happens, every call is accounted for in the audit."),
    (
        "kills",
        "issue: attacks",
        "Whenever work is killed, nothing acknowledged is lost, nothing is there twice, and it can be gone on with.",
    ),
    ("originals-removed", "issue: attacks", "No original lies about that no document has, whatever a process dies of."),
    ("recorded-with-its-event", "issue: attacks", "Requests, decisions and debates are stored with their events."),
    ("cut-before-its-effect", "issue: attacks", "An agent's call that a crash cut before its effect runs once."),
    ("document-deleted", "issue: tool protocol, core", "A document is deleted only after a second person approved it."),
)

IQL_TOOL_SEED, DOCUMENT_SPEC = "iql-tool seed", "document-tools spec"

IQL_TOOL = _all(
    ("iqltool-shape", f"{IQL_TOOL_SEED}, Output Schema", "The result has the seed's keys and exactly the added ones."),
    ("iqltool-models", f"{DOCUMENT_SPEC}, The tools", "The input, output and match models keep the seed's fields."),
    ("iqltool-offsets", f"{DOCUMENT_SPEC}, The tools", "Offsets refer to what get_document_text returns."),
    ("iqltool-citation", f"{DOCUMENT_SPEC}, Citations", "Every match carries a citation whose quote was verified."),
    ("iqltool-scopes", "iql spec, Evaluation 2", "Chunk and document scope answer as defined."),
    ("iqltool-comparison", "iql spec, Operators", "Comparisons carry operands; irrelevant pairs don't match."),
    ("iqltool-party-names", "scoring spec, first version", "A party is also found by the names its contract defines."),
    ("iqltool-order", "iql spec, Evaluation 3", "Matches are sorted by score; equal scores keep document order."),
    ("iqltool-not-ready", f"{IQL_TOOL_SEED}, Error Handling", "A document that is not ready stays in the results."),
    ("iqltool-unknown-document", f"{DOCUMENT_SPEC}, The tools", "An unknown document id is an entry that says so."),
    ("iqltool-errors", f"{IQL_TOOL_SEED}, Error Handling", "Failures are the seed's objects, word for word."),
)

DOCUMENT_TOOLS = _all(
    ("documents-once", "issue: documents in", "The same file twice is one document, and it is said so."),
    ("documents-list", f"{DOCUMENT_SPEC}, The tools", "list_matter_documents has the seed's shape, newest first."),
    ("documents-text", f"{DOCUMENT_SPEC}, The tools", "get_document_text gives the text, cut where asked."),
    ("documents-amendments", "choices, Amendments", "Amendments are recognised and confirmed by a person."),
    (
        "facts-by-rules",
        "reading spec, Facts",
        "Rules find facts in English contracts, as sure as was measured.",
    ),
    ("facts-by-rules-romanian", "reading spec, Answers 7", "Rules find facts in Romanian and masked texts."),
    ("facts-one-pass", "issue 18, Facts", "One pass of the encoder serves clause scores, search and facts."),
    ("facts-long-units", "issue 18, Facts", "Units longer than the encoder's window are read to their end."),
    ("facts-damage", "issue 18, Facts", "A model of facts that is damaged or of another encoder is refused."),
    ("facts-by-rules-measured", "issue 18, Aims", "The rules are measured on contracts not used to write them."),
    (
        "documents-facts",
        "reading spec, The facts of a contract",
        "Facts are read, kept, corrected by people and cited.",
    ),
    (
        "facts-command",
        "reading spec, The facts of a contract",
        "casewright facts shows documents and fields, empty is not found, not read is another mark.",
    ),
    (
        "facts-exports",
        "reading spec, The facts of a contract",
        "Facts as HTML, XLSX and CSV, in which no text of a document is run or computed.",
    ),
    (
        "facts-calendar",
        "reading spec, The facts of a contract",
        "Ends, renewals and last days for notice as a calendar, dated from known days only.",
    ),
    (
        "documents-reread",
        "choices, Old documents",
        "What an older version read is read anew, never in place.",
    ),
    ("document-renamed", "issue: findings of the first attack", "A document is renamed, by who works on its matter."),
    ("isaacus-names", f"{DOCUMENT_SPEC}, The tools", "ISAACUS_TOOLS has the six, inputs and outputs keep their names."),
    ("matter-status", "issue: the document agent 8", "A matter that is not active is read and no longer changed."),
    ("queries-owner", f"{DOCUMENT_SPEC}, Data", "A saved query is seen by its owner alone."),
    ("queries-valid", f"{DOCUMENT_SPEC}, Data", "A saved query has a name and passes the parser."),
    ("queries-run", f"{DOCUMENT_SPEC}, Data", "A saved query answers what its text would, in the matter it is for."),
    ("queries-deleted", f"{DOCUMENT_SPEC}, Data", "A saved query goes by its owner's wish alone."),
)

SEARCH = _all(
    ("search-tool", f"{DOCUMENT_SPEC}, The tools", "isaacus_search answers as defined."),
    ("search-score", f"{DOCUMENT_SPEC}, The tools", "Score = weight · semantic + (1 − weight) · lexical."),
    ("search-feedback", "scoring spec, what limits it, 5", "The best passages say what was meant: like ones go first."),
    ("search-meaning", "issue: the document agent 1", "The embedded encoder finds passages by what they mean."),
    ("search-rerank", f"{DOCUMENT_SPEC}, The tools", "Up to min(3n, 20) candidates are reranked by the scorer."),
    ("search-citation", f"{DOCUMENT_SPEC}, Citations", "Every passage carries a citation whose quote was verified."),
    ("search-nothing-found", f"{DOCUMENT_SPEC}, The tools", "Nothing found says what was searched and what to try."),
    ("search-tenants", f"{DOCUMENT_SPEC}, The tools", "A matter out of sight answers like one that does not exist."),
    ("search-lexical-share", f"{DOCUMENT_SPEC}, The tools", "The lexical part is the share of the query's idf mass."),
    ("search-same-everywhere", f"{DOCUMENT_SPEC}, The tools", "SQLite and PostgreSQL choose the same candidates."),
    ("search-stems", f"{DOCUMENT_SPEC}, The tools", "Case, diacritics and inflection do not matter."),
    ("search-words", f"{DOCUMENT_SPEC}, The tools", "The full-text index finds folded, stemmed words as they are."),
    ("search-forgets", "tool-protocol spec, Safety levels", "A deleted document leaves no word in the index."),
    ("named-documents", "reading spec, Answers 3", "A document named in words is found, asked alone, and told."),
    ("named-asks", "reading spec, Answers 3", "A name of several documents asks back; one that fits nothing stays."),
    ("named-measured", "issue 18, item 4", "Documents named in words are measured by a command."),
    ("extract-tool", f"{DOCUMENT_SPEC}, The tools", "isaacus_extract answers as defined."),
    ("extract-kinds", "issue: the document agent 1", "Dates, amounts, durations, parties and law are recognised."),
    ("extract-does-not-guess", "issue: the document agent 1", "What is not in the documents is not found."),
    (
        "extract-reads",
        "reading spec, Answers",
        "Search's passages are read for the words that answer, in both languages.",
    ),
    ("extract-questions", "issue: the document agent, Measured", "150 questions are measured, 40 more have no answer."),
    ("classify-tool", f"{DOCUMENT_SPEC}, The tools", "isaacus_classify answers as defined."),
)

OWN_TEMPLATES = _all(
    ("templates-defined", "iql spec, Templates", "A tenant's own template stands for any query, with its argument."),
    (
        "templates-trained",
        "issue: embedded classifier",
        "A template is trained on 8 to 32 examples and finds the like.",
    ),
    ("templates-model-changed", "issue: embedded classifier", "Another model trains it again, and the result says so."),
    (
        "templates-refused",
        "iql spec, Templates",
        "Cycles, clashes, unknown names and limits are refused in a sentence.",
    ),
    ("templates-private", "issue: embedded classifier", "Own templates and their examples are the tenant's alone."),
    (
        "templates-measured",
        "issue: embedded classifier",
        "What is learned from examples is measured on other contracts.",
    ),
    ("templates-removed", "tool-protocol spec, safety levels", "A template is removed only when that was approved."),
)

STORAGE = _all(
    ("audit-every-field-chained", "tool-protocol spec, Audit", "Changing any field of any event is detected."),
    ("audit-drop-swap-insert", "tool-protocol spec, Audit", "Dropping, swapping or inserting an event is detected."),
    (
        "audit-truncation-limit",
        "tool-protocol spec, Audit",
        "A cut end is detected back to a head that the verifier holds, and no further.",
    ),
    ("audit-checkpoints", "tool-protocol spec, Audit", "Signed checkpoints hold head and count, and the log to them."),
    (
        "audit-signing-key",
        "tool-protocol spec, Audit",
        "The signing key is from the environment or a file of its owner's, and is changed without losing old proofs.",
    ),
    ("audit-forged", ATTACKED, "What this system did not write is found, never signed and never exported."),
    (
        "keys-private",
        ATTACKED,
        "A key file that others may read is refused, a home mended.",
    ),
    ("clock-set-back", ATTACKED, "A clock set back is noticed; expired stays expired."),
    ("audit-restored", "choices, Forged history", "A restored audit goes on once an ADMIN accepted it, recorded."),
    ("audit-adopted", "choices, Forged history", "A home from before MACs adopts its head once, recorded."),
    ("audit-since", ATTACKED, "One pack is proved to extend another."),
    ("audit-export", "tool-protocol spec, Audit", "The audit is exported whole or not at all, and proves itself."),
    (
        "audit-export-permission",
        "tool-protocol spec, policy is data",
        "Exporting and signing the audit need permission and are recorded.",
    ),
    (
        "audit-offline-verifier",
        "tool-protocol spec, Audit",
        "The export's verifier needs only the standard library and passes only a verified, non-empty log.",
    ),
    ("audit-canonical-json", "tool-protocol spec, Audit", "Hashed records are RFC 8785 JSON without floats."),
    ("audit-byte-by-hand", "issue: audit verify", "One byte changed by hand in the audit table is found."),
    ("audit-verify-live", "tool-protocol spec, Audit", "A log is verified while others append to it."),
    (
        "audit-group-commit",
        "tool-protocol spec, Audit",
        "Events that wait share one commit and are acknowledged after it.",
    ),
    ("audit-never-drops", "tool-protocol spec, Audit", "Under load the call waits; no event is dropped."),
    (
        "audit-failed-commit",
        "issue: tool protocol, core",
        "A failed transaction fails exactly its events, and later ones go on.",
    ),
    (
        "audit-concurrent-append",
        "issue: tool protocol, core",
        "Threads and processes append to one chain that verifies.",
    ),
    ("audit-acknowledged-survives", "tool-protocol spec, Audit", "Acknowledged events survive kill -9."),
    (
        "storage-tenants",
        "architecture, Data",
        "Every table and statement carries its tenant, and nobody sees another's.",
    ),
    (
        "storage-tenants-kept-apart",
        "server spec, Beyond one machine",
        "PostgreSQL keeps tenants apart: nothing set is nothing seen, for a role that owns nothing.",
    ),
    ("storage-migrated-by-owner", "server spec, Beyond one machine", "A server migrates nothing unless it is told to."),
    (
        "limits-of-tenants",
        "server spec, Tenants",
        "What a tenant keeps and spends stays below its limits, whoever else keeps and spends at the time.",
    ),
    (
        "server-two-processes",
        "server spec, Beyond one machine",
        "Processes hold no state: what was done at one is so at every other.",
    ),
    (
        "server-start-constant",
        "server spec, Beyond one machine",
        "What a start asks of the database is asked once, not of each tenant.",
    ),
    ("limits-shared", "server spec, Beyond one machine", "Limits and rates are counted for all processes together."),
    ("storage-any-text", "document-tools spec, Data", "Any text comes back exactly, on both databases."),
    (
        "reading-furniture-kept",
        "reading spec, From file to text",
        "Furniture is kept beside the text and comes back.",
    ),
    (
        "reading-measured",
        "reading spec, From file to text",
        "What the reader makes of files is measured on generated documents of which everything is known.",
    ),
    ("reading-furniture-unread", "reading spec, From file to text", "Furniture is not scored, searched or quoted."),
    ("storage-matter-numbers", "document-tools spec, Data", "Matter numbers are sequential per tenant and year."),
    ("storage-same-file-once", "issue: documents in", "The same file twice is one document."),
    ("storage-one-schema", "architecture, Data", "One schema by migrations for both databases."),
    ("storage-migrate-at-once", "issue: tool protocol, core", "Processes that migrate at once all end well."),
    ("storage-newer-schema", "issue: bad input", "A newer database is refused with its revision, ours and the remedy."),
    ("storage-busy", "issue: bad input", "A second writer waits its time and is then told."),
    ("storage-disk-full", "issue: bad input", "A full disk is told and leaves nothing half-written."),
    ("storage-unusable-file", "issue: bad input", "A file or place that cannot be a database is named."),
    ("storage-driver-errors", "architecture, Rules", "No driver's exception escapes the adapter."),
    (
        "storage-score-bound",
        "issue: embedded scorer",
        "A tenant's cached scores are bounded; the longest unused go first.",
    ),
    ("storage-warm-read", "issue: embedded scorer", "A warm read writes nothing."),
)

CONTEXT_SEED, ISSUE_AGENT = "agent-context seed", "issue: the document agent"

ASKING = _all(
    ("context-format", f"{CONTEXT_SEED}, Context Message Format", "The context message has the contract's words."),
    ("context-hostile-names", f"{DOCUMENT_SPEC}, The context message", "No name can change what a context says."),
    ("context-only-its-own", f"{DOCUMENT_SPEC}, The context message", "Text that holds a context line is no context."),
    ("context-lifecycle", f"{CONTEXT_SEED}, Context Lifecycle", "The last context holds until another is said."),
    ("context-errors", f"{CONTEXT_SEED}, Error Handling", "The four contexts that lead nowhere have their answers."),
    ("ask-answer", ISSUE_AGENT, "An answer's quotes open at their places."),
    ("ask-ledger", ISSUE_AGENT, "Every passage that the model was shown in the turn is listed."),
    ("ask-unverified", ISSUE_AGENT, "A sentence whose citation fails is marked unverified."),
    ("ask-no-match", ISSUE_AGENT, "Where no document has a match it is said, and templates are offered."),
    ("ask-tools-of-its-role", ISSUE_AGENT, "The model is shown the tools of its role, and instructions first."),
    ("ask-steps", ISSUE_AGENT, "After ten steps a run stops and says so."),
    ("ask-stream", ISSUE_AGENT, "Text and steps are streamed."),
    ("ask-threads", ISSUE_AGENT, "A thread goes on where it was, and its history can be read."),
    ("ask-budget", ISSUE_AGENT, "Where a matter's tokens or money are used up the run stops and says so."),
    ("ask-pause", ISSUE_AGENT, "A pending approval pauses the run, survives a restart, and the effect happens once."),
    ("ask-pause-four-eyes", f"{SPEC}, Approval", "Nobody approves what an agent asks for in their own name."),
    ("ask-injection", ISSUE_AGENT, "Orders in documents widen nothing: permission, matter and approval hold."),
    ("ask-on-behalf", ISSUE_AGENT, "An agent does no more than its role, and no more than the person it works for."),
    ("ask-no-tracing", ISSUE_AGENT, "Nothing of a run is sent to a tracing service."),
    ("ask-providers", ISSUE_AGENT, "Settings alone put a provider's model behind the same command."),
    ("ask-interrupt", ISSUE_AGENT, "Ctrl-C ends a question with 130, and its thread goes on."),
    ("ask-consent", f"{SPEC}, Defining a tool", "Text goes to a provider's model only with the matter's consent."),
    ("ask-foreign-thread", ISSUE_AGENT, "A thread of another user reads like one that is missing."),
    ("ask-demo", ISSUE_AGENT, "The demo asks three questions, and opens every quote."),
    ("ask-checkpoints", ISSUE_AGENT, "Checkpoints are durable, plain data, and read as nothing but data."),
    ("ask-keys", f"{SPEC}, Executor", "A step taken again makes its calls under the same keys, and none runs twice."),
    ("ask-bad-input", ISSUE_AGENT, "What cannot be asked gets a sentence and changes nothing."),
)

COMMAND_LINE = _all(
    (
        "cli-iql",
        "issue: command line",
        "A folder is asked without a matter; answers show score, band, place and quote.",
    ),
    ("cli-json", "issue: command line", "With --json standard output is one document, exactly the tool's output."),
    ("cli-scratch", "issue: command line", "Files asked by path are known by content: the second time adds nothing."),
    ("cli-matter", "issue: command line", "A matter is created, filled and asked."),
    ("cli-bad-input", "issue: bad input", "Bad input gets a sentence and the documented exit code, never a traceback."),
    ("cli-exit-codes", "decisions, exit codes", "Every error and every status has its exit code."),
    ("cli-demo", "issue: the demo", "The demo answers its four questions and verifies the audit."),
    ("cli-verify", "issue: shows", "audit verify fails after one byte was changed, and by a kept head after a cut."),
    ("cli-disk-full", "issue: bad input", "A full disk ends an ingest with 4; what was in stays whole."),
    ("cli-interrupt", "issue: bad input", "Ctrl-C keeps what was finished and nothing else."),
    ("cli-interrupt-heard", "issue: bad input", "Ctrl-C is heard within a second, whatever the command is stuck in."),
    ("outside-links", ATTACKED, "Links out of a folder, pipes, sockets and devices are skipped and named."),
    ("outside-files-named", "issue: bad input", "An error about a file names the person's file, not a draft of ours."),
    ("outside-names", ATTACKED, "No name, path or text from outside steers a terminal or is markup."),
    ("scoring-none", "scoring spec, what limits it, 1", "A statement that nothing answers is told, not only scored 0."),
    (
        "iql-threshold-auto",
        "choices, Threshold",
        "With auto each statement's own threshold says what matches, and is told.",
    ),
    ("iql-bands", "iql spec, Evaluation 6", "Scores are called strong, medium, borderline and weak as defined."),
    ("docs-run", "architecture, Tests", "The documentation's code runs."),
    ("docs-complete", "architecture, Tests", "Every command, tool, setting and error is documented."),
    ("house-exports", "architecture, Rules", "The package exports a known list of names."),
    ("house-light-import", "architecture, Rules", "Importing the package loads nothing heavy."),
)

IQL_SEED, IQL_SPEC = "iql-tool seed", "iql spec"

IQL = _all(
    (
        "iql-syntax",
        f"{IQL_SEED}, IQL Query Syntax",
        "Every example of the contract and the spec parses to its statements and tree.",
    ),
    (
        "iql-precedence",
        f"{IQL_SPEC}, Operators",
        "Operators bind as in the table, parentheses group, and white space is free.",
    ),
    (
        "iql-escapes",
        f"{IQL_SPEC}, Statements",
        "Backslashes escape brackets, a leading IS and quotes in pairs, and are themselves elsewhere.",
    ),
    ("iql-bare", f"{IQL_SPEC}, Statements", "A query without curly brackets is one statement."),
    (
        "iql-warnings",
        f"{IQL_SPEC}, Statements",
        "Bare text with an operator word is read as a statement, with a warning.",
    ),
    ("iql-canonical", "issue: IQL, complete", "The canonical text of a query parses to an equal query."),
    (
        "iql-templates",
        f"{IQL_SEED}, Basic Templates",
        "The 27 templates are there, in any case of letters, with and without argument.",
    ),
    ("iql-arguments", f"{IQL_SPEC}, Templates", "An argument may hold any characters, quotes and brackets escaped."),
    (
        "iql-expansions",
        f"{IQL_SPEC}, Templates",
        "Expansions are one-to-one with template and argument, and lead back to them.",
    ),
    ("iql-suggestions", f"{IQL_SPEC}, Templates", "An unknown template is an error with the nearest names."),
    (
        "iql-own",
        f"{IQL_SPEC}, Templates",
        "Templates of one's own expand to whole queries, arguments go into the tree, cycles are errors.",
    ),
    ("iql-scores", f"{IQL_SEED}, Score Semantics", "AND is min, OR is max, NOT is 1 - A, + is the mean."),
    (
        "iql-comparisons",
        f"{IQL_SEED}, Score Semantics",
        "A > B is (A - B + 1) / 2, A < B is B > A, chains are ANDed, and operand scores are given.",
    ),
    ("iql-strict", f"{IQL_SPEC}, Operators", "Under strict semantics A > B is A where A is greater, else 0."),
    (
        "iql-matches",
        f"{IQL_SPEC}, Operators",
        "A comparison matches only where its favoured side reaches the threshold too.",
    ),
    ("iql-affirmed", f"{IQL_SPEC}, Evaluation 2", "A query knows which statements it affirms."),
    ("iql-bounds", "issue: IQL, complete", "Scores in [0, 1] combine to scores in [0, 1] of the same shape."),
    ("iql-inputs", "issue: bad input", "Scores, thresholds and semantics that cannot be used are refused by name."),
    (
        "iql-errors",
        f"{IQL_SPEC}, Errors",
        "Every mistake says what, where and how to mend it, and nothing else is ever raised.",
    ),
    ("iql-caret", f"{IQL_SPEC}, Errors", "An error shows its line with a caret under the very character."),
    ("iql-limits", f"{IQL_SPEC}, Errors", "Depth 100, 64 statements and 10,000 characters hold, also after expansion."),
)

INGEST = _all(
    ("documents-formats", "document-tools spec, Data", "TXT, Markdown, HTML, PDF and DOCX are read, tables too."),
    ("documents-workbooks", "issue: evidence", "XLSX and CSV are read; every cell has its address and its exact text."),
    (
        "documents-mail",
        "issue: evidence",
        "E-mail is read: who wrote what to whom and when; its attachments are named.",
    ),
    ("documents-tables", "issue: evidence", "Tables of workbooks, Word and PDF files are found, blank cells too."),
    (
        "documents-tables-printed",
        "reading spec, Measured",
        "Tables of PDFs are found by rules and places: merged cells, cells of several lines, over pages; rather none.",
    ),
    (
        "documents-boxes",
        "design, Old documents",
        "Words of a PDF are found on its pages, from its original, or it is said that their places are not known.",
    ),
    ("documents-dated", "evidence spec, The claim registry", "The date that a document gives itself is kept."),
    ("documents-room-index", "issue: evidence", "A data-room index is recognised, and what it names in vain is told."),
    ("documents-offsets", "document-tools spec, The tools", "Offsets of the text lead back to the format's own text."),
    (
        "documents-encodings",
        "document-tools spec, The tools",
        "Text loses only its BOM, and line ends become one sign.",
    ),
    ("documents-chunks-exact", "document-tools spec, Data", "Chunks are exact slices, in order, and lose nothing."),
    ("documents-furniture", "issue: documents read", "Page furniture is marked, skipped, and parts no sentence."),
    ("documents-lead-ins", "scoring spec, What limits it", "An item is scored with its heading and what leads to it."),
    ("documents-structure", "document-tools spec, Data", "Text is cut at headings, clause numbers and blank lines."),
    ("documents-sections", "issue: documents in", "Headings and clause numbers are found, and none is made up."),
    ("page-query", "server-and-ui, Pages 3", "Templates, words and queries in one bar; mistakes at their character."),
    ("page-query-cost", "server-and-ui, Pages 3", "What a query would send is said, and sent when somebody says so."),
    ("page-grid", "server-and-ui, Pages 2", "Cells say what is known, by sign and word, and lead to the place."),
    ("page-grid-reviews", "server-and-ui, Pages 2", "Cells are reviewed and filtered by keys, and without scripts."),
    ("page-grid-exports", "server-and-ui, Pages 2", "A grid is carried away whole as XLSX, CSV and JSON."),
    (
        "pages-pictures",
        "server-and-ui, Pages 4",
        "A page of a PDF is drawn in a process with limits, and kept for a while.",
    ),
    ("pages-words", "server-and-ui, Pages 4", "The words of a page have their places on it and in the text, or none."),
    ("pages-layout", "server-and-ui, Pages 4", "A document is shown as blocks, every word of its text in one of them."),
    (
        "reviews-cells",
        "server-and-ui, Pages 2",
        "The last word on a cell holds, all are kept, stale ones say so.",
    ),
    (
        "queries-looked-at",
        "server-and-ui, Pages 3",
        "A query is checked, and told in words, before it runs.",
    ),
    ("server-pages", "server-and-ui, HTTP", "Pages and layouts are resources; a picture is not sent twice."),
    ("documents-pages", "issue: documents in", "Every chunk of a paged document knows its page."),
    (
        "sections-index",
        "reading spec, Numbers",
        "Every clause whose number is believed is indexed, from it to the next.",
    ),
    (
        "sections-kept",
        "reading spec, Numbers",
        "The index of sections is kept with the text; not looked for is not none.",
    ),
    ("sections-references", "reading spec, Numbers", "Clauses are called by number in English and Romanian."),
    ("sections-looked-up", "reading spec, Numbers", "A number names its sections, or what is near is told."),
    ("sections-tool", "reading spec, Numbers", "find_section quotes a clause by its number, with its place."),
    ("sections-command", "reading spec, Numbers", "`casewright documents section` shows a clause by its number."),
    (
        "assistant-sections",
        "reading spec, Numbers",
        "A question that names a clause by number is answered from the index.",
    ),
    ("documents-pdf-marks", "known traps", "PDFium's line ends and broken words are mended."),
    ("documents-word-numbers", "issue: documents in", "Word's own numbering stands in the text where it is certain."),
    (
        "documents-visible-states",
        "reading spec, From file to text",
        "Every file ends in a state with reason and remedy; each is counted; code 4 where something was not read.",
    ),
    ("documents-archives", "reading spec, From file to text", "ZIP archives are opened within limits, by safe names."),
    ("documents-attachments", "reading spec, From file to text", "What is attached to an e-mail is documents."),
    (
        "documents-named-by-path",
        "reading spec, From file to text",
        "A name is a base name or a path in the folder given.",
    ),
    ("documents-parts", "reading spec, From file to text", "Pages without text among pages with text are told."),
    ("documents-errors", "issue: documents in", "A file that cannot be read gets a sentence that says what to do."),
    (
        "documents-changes",
        "reading spec, From file to text",
        "Word documents are read with every change accepted: numbers, moves, rows and joined paragraphs as Word shows.",
    ),
    ("documents-changes-kept", "reading spec, From file to text", "Changes and comments are data: who, when, where."),
    ("documents-changes-told", "reading spec, From file to text", "Which version was read is said, and its changes."),
    ("documents-changes-masked", "reading spec, From file to text", "In a case no change or comment names a person."),
    ("documents-notes", "reading spec, From file to text", "Notes are linked to their mark; margins are furniture."),
    ("documents-type-by-content", "issue: documents in", "A wrong type under a right name is told."),
    ("documents-size-limit", "document-tools spec, Data", "A file over 50 MB is told."),
    ("documents-zip-bomb", "server spec, HTTP", "An archive that unpacks to too much costs one document."),
    ("documents-no-entities", "server spec, HTTP", "XML entities of a document are not expanded."),
    ("documents-child-limits", "issue: documents in", "Parsers run in a child process with limits of time and memory."),
    (
        "documents-html-bounded",
        "issue: attacks",
        "HTML is read in linear time, and nested too deep is said of the file.",
    ),
    ("documents-child-timeout", "issue: documents in", "A parser that hangs costs one document."),
    (
        "documents-child-crash",
        "issue: documents in",
        "A parser that crashes costs one document, and the next one is read.",
    ),
    ("documents-child-cancel", "issue: bad input", "A reader that is closed lets go of its child at once."),
    ("documents-child-distrusted", "server spec, HTTP", "What a parser's process sends is checked, not trusted."),
    (
        "documents-hostile-lists",
        "reading spec, From file to text",
        "Lists of nothing but numbers are read in time that grows with their length alone.",
    ),
    (
        "documents-lookalikes",
        "reading spec, From file to text",
        "Look-alike characters are read as what they look like; the text and its places stay.",
    ),
    ("documents-threads", "known traps", "Several threads read at once."),
    ("ocr-read", "reading spec, From file to text", "Scanned pages are recognised, with the extra, and read."),
    ("ocr-romanian", "reading spec, From file to text", "Romanian letters come out right, with commas below."),
    ("ocr-boxes", "reading spec, From file to text", "Recognised words keep their places on the page."),
    ("ocr-reading-order", "reading spec, From file to text", "Columns are read one after the other, rows as rows."),
    ("ocr-marked", "reading spec, From file to text", "Recognised text is marked wherever it is quoted."),
    ("ocr-doubt", "reading spec, From file to text", "A page below a confidence is named: it needs a look."),
    ("ocr-pages-named", "reading spec, From file to text", "Without the extra scanned pages are named, never ready."),
    ("ocr-limits", "reading spec, From file to text", "A page that breaks or delays recognition costs itself alone."),
    ("ocr-no-network", "reading spec, From file to text", "Recognition reaches no network and fetches nothing."),
    ("blobs-whole-or-not", "document-tools spec, Data", "Originals are kept whole or not at all."),
    ("blobs-intact", "document-tools spec, Data", "An original that was changed is not handed out."),
    ("blobs-tenants", "server spec", "A tenant reaches its own originals only."),
)

SCORING = _all(
    ("scoring-templates", "scoring spec, first version", "Each template answers clauses written for it."),
    ("scoring-tiers", "scoring spec, honesty", "What answered a statement is said: head, routed or free."),
    ("scoring-bounds", "issue: embedded scorer", "Scores lie in [0, 1], whatever statement and text."),
    ("scoring-any-text", "issue: embedded scorer", "Odd statements and texts score low and never crash."),
    ("scoring-independent", "issue: embedded scorer", "A text's score does not depend on its neighbours."),
    ("scoring-features-deterministic", "scoring spec, first version", "Features are the same on every machine."),
    ("scoring-features-kept", "issue: embedded scorer", "Features of a chunk are computed once."),
    ("scoring-once", "iql spec, Evaluation 4", "Each distinct (model, statement, chunk) is scored once."),
    ("scoring-old-versions", "issue: embedded classifier, 5", "What older versions of a model left is cleaned away."),
    ("scoring-model-name", "iql spec, Evaluation 4", "The model's name changes when its file does."),
    ("scoring-size", "issue: embedded classifier", "The model takes at most 22 MB in the package."),
    ("encoder-vectors", "spec: scoring", "Any text has a vector of length one, or none where it has no word."),
    ("encoder-deterministic", "spec: scoring", "A text's vector depends on the text alone, on any number of cores."),
    ("encoder-window", "issue: bad input", "A statement longer than what is read of it is known as such."),
    ("encoder-damage", "issue: bad input", "A damaged encoder or one of another version is refused."),
    ("encoder-offline", "spec: scoring", "The encoder opens no socket and writes nothing outside its folders."),
    ("scoring-damage", "issue: bad input", "A damaged model or one of another version is refused."),
    ("scoring-card", "issue: embedded scorer", "The model card lists every template with what answers it."),
    ("scoring-eval", "issue: embedded scorer", "Evaluation leaves training contracts out and says how many."),
    ("eval-exact", "issue: embedded scorer, Evaluation", "Figures are what scikit-learn says, resampled ones too."),
    ("eval-intervals", "issue: embedded scorer, Evaluation", "Intervals are made by seeded draws of whole groups."),
    ("eval-no-leak", "issue: embedded scorer, Evaluation", "A document is scored by no model that has seen it."),
    ("eval-never-seen", "scoring spec, Next marks", "Free words that measure are read by nothing that trains."),
    ("eval-left-out", "scoring spec, Next marks", "A left-out category is hidden from heads and from routing."),
    ("eval-page", "issue: embedded scorer, Evaluation", "The page needs no network and no scripts."),
    ("eval-bad-input", "issue: embedded scorer, Evaluation", "Broken data is named by file, line and remedy."),
    ("eval-commands", "issue: embedded scorer, Evaluation", "Each set is measured by one command, as table and JSON."),
    ("eval-auto", "scoring spec, What the first trained model reached", "F1 is measured at a scorer's own threshold."),
    ("facts-eval-places", "reading spec, Measured per field", "Places of facts are measured by words, field by field."),
    ("facts-eval-values", "reading spec, Measured per field", "Values of right places are held against answers."),
    ("facts-eval-protocol", "issue: one encoder, Evaluations", "Answer spans are measured as CUAD's own code does."),
    ("card-evaluations", "issue: one encoder, Shows", "Every figure of the model card is what an evaluation printed."),
    ("facts-eval-kept", "issue: one encoder, Evaluations", "Readings are kept by content, outside the repository."),
)

PAID = _all(
    ("iql-push-down", "iql spec, Evaluation 5", "Push-down changes the cost and nothing else."),
    ("scoring-contract", "issue: one suite over both scorers", "Both scorers keep the promises of the port."),
    ("isaacus-setting", "issue: Isaacus", "The same query runs against Isaacus by a setting."),
    ("isaacus-key-hidden", "issue: Isaacus", "The key stands in no output, event or file."),
    ("isaacus-wire", "decisions, who evaluates IQL operators", "Isaacus is asked statement by statement."),
    ("isaacus-retries", f"{DOCUMENT_SPEC}, Retries", "Three tries with backoff; Retry-After is honoured."),
    ("isaacus-kept", f"{DOCUMENT_SPEC}, Retries", "What was paid for is kept and not bought twice."),
    ("spend-estimate", "issue: Isaacus", "What a query would cost is told before anything is sent."),
    ("spend-caps", f"{DOCUMENT_SPEC}, Retries", "A query and a tenant's month stay below their caps."),
    ("consent-denied", "tool-protocol spec, Defining a tool", "Without consent no text goes to a provider."),
    ("consent-kept", "tool-protocol spec, Defining a tool", "Consent belongs to one matter and provider."),
    ("isaacus-errors", "issue: bad input", "Every failure of the API is told by what to do about it."),
)

MODELS = _all(
    ("models-settings", "issue: document agent, Models", "One setting puts any provider's chat model behind a role."),
    ("models-providers", "issue: document agent, Models", "Each provider's own library and format give the same form."),
    ("models-malformed-calls", "issue: document agent, Models", "A malformed call can be answered as invalid."),
    ("models-truncation", "issue: document agent, Models", "A cut-off answer says so, and its last call does not run."),
    ("models-errors", "issue: document agent, Models", "Each way to fail is an error of ours that says what to do."),
    ("models-retries", f"{DOCUMENT_SPEC}, Retries", "Up to 3 tries on 5xx, network and 429, Retry-After honoured."),
    ("models-consent", f"{SPEC}, Defining a tool", "A model's choice says what a consent has to name."),
    ("models-check", "issue: the house, Evaluations", "The calls, quotes and restraint of a set model can be checked."),
    (
        "ask-unread",
        "issue: attacks",
        "A quote whose words the model was not shown is marked.",
    ),
    ("answer-budget", ATTACKED, "An answer that asks for too many calls is refused whole, and recorded."),
    ("network-own-machine", ATTACKED, "What is for this machine goes to no proxy."),
    ("network-proxies", ATTACKED, "A proxy on the way to a provider is named where consent is."),
    ("models-quiet", "issue: document agent, Models", "Asking a model connects to its address and nothing else."),
)

WORDS = _all(
    ("iql-plain-words", f"{IQL_SPEC}, From plain words to IQL", "Plain words become a query that passes the parser."),
    ("cli-plain-words", "issue: the document agent", "Words are shown as a query and run once a person has said yes."),
    ("assistant-embedded", "issue: the document agent", "Without a model rules choose tools and answer from results."),
    ("assistant-data-not-orders", "issue: the document agent", "What a result says steers no call of the rules."),
    (
        "routing-eval",
        "issue: the document agent",
        "The assistant's choice of tools is measured on questions written before.",
    ),
)

DEALS = _all(
    (
        "deal-samples",
        "issue: evidence, Two sample deals",
        "Two sample deals have rooms, claims that stand in them, and defects.",
    ),
)

GOLDEN = _all(
    ("golden-suite", "evidence-and-debate spec, Measures", "Seeds make deals with planted defects and their truth."),
    ("evidence-eval", "evidence-and-debate spec, Measures", "Recall and alarms of detectors are measured by type."),
    (
        "rooms-measured",
        "evidence-and-debate spec, Reading a room",
        "Rooms of files are measured from the file to the finding: recall, sides, false alarms, coverage.",
    ),
)

EVIDENCE_SPEC = "evidence spec"

GRADING = _all(
    (
        "value-struct",
        f"{EVIDENCE_SPEC}, The claim registry",
        "Values keep every digit; a mistake is named by field.",
    ),
    ("chain-shape", f"{EVIDENCE_SPEC}, The claim registry", "A chain has one root, no cycle and no orphan."),
    ("grading", f"{EVIDENCE_SPEC}, Grading", "Grades follow the four rules, explained step by step."),
    (
        "grading-properties",
        "issue: evidence",
        "At most A, an open FATAL is D, curing never lowers, no order counts.",
    ),
    ("corroboration", f"{EVIDENCE_SPEC}, Independence", "Independent sources are counted and weighed for collusion."),
    ("verdict", f"{EVIDENCE_SPEC}, Verdict", "The first verdict that fits; D or CONTRADICTED never has action NONE."),
    ("calculations", f"{EVIDENCE_SPEC}, Calculations", "Twelve formulas in decimals, four places, half up."),
    ("calculation-inputs", f"{EVIDENCE_SPEC}, Calculations", "Inputs are sure primary claims; denominators above 0."),
    ("calculation-hashes", f"{EVIDENCE_SPEC}, Calculations", "Same inputs, same hash, in any order and process."),
)

DETECTORS = _all(
    ("evidence-detectors", "evidence spec, Defects", "Each detector fires where it must and nowhere else."),
    ("evidence-detectors-order", "evidence spec, Defects", "Findings depend on no order and on no unrelated claim."),
    (
        "rooms-checks",
        "evidence-and-debate spec, Reading a room",
        "Checks of a data room see what cannot be so in its documents, and are silent where nothing is wrong.",
    ),
    (
        "rooms-coverage",
        "evidence-and-debate spec, Reading a room",
        "Of every document and the room it is said how much was read, and what was set aside with a reason.",
    ),
    (
        "report-memo",
        "evidence-and-debate spec, Reading a room",
        "A memo of two pages says what matters, what to ask for and what was not read.",
    ),
    (
        "report-for-people",
        "evidence-and-debate spec, Reading a room",
        "A report is written for people: the memo leads, sums are rounded, labels are short, nothing is said twice.",
    ),
    (
        "value-support",
        "evidence-and-debate spec, Reading a room",
        "A value that its quote does not hold grades D, is UNVERIFIED and asks for data.",
    ),
    (
        "recommendation-rule",
        "evidence-and-debate spec, Reading a room",
        "Nobody recommends a deal of which claims are open or unverified, or financial documents unread.",
    ),
    (
        "defects-withdrawn",
        "evidence-and-debate spec, Reading a room",
        "A finding whose premise changed is withdrawn with a note, and is open again when it comes back.",
    ),
    (
        "sources-confirmed",
        "evidence-and-debate spec, Reading a room",
        "Kinds of sources are recognised with a reason shown, and a person confirms them in one command.",
    ),
    (
        "assessment-incremental",
        "issue: deals, Speed",
        "A change assesses what it reaches, and comes to the same as assessing the whole deal.",
    ),
    ("evidence-detectors-chains", "issue: evidence, Speed", "Chains of any length and figures of any number are read."),
)

REGISTRY = _all(
    ("evidence-import", f"{EVIDENCE_SPEC}, The claim registry", "Claims of JSON and CSV enter with verified places."),
    ("evidence-bad-rows", "issue: evidence, Bad input", "Wrong rows are told by row, field, reason; nothing enters."),
    ("evidence-grades-shown", f"{EVIDENCE_SPEC}, Grading", "Every claim is graded at once, step by step in words."),
    ("evidence-defects-life", f"{EVIDENCE_SPEC}, Defects", "A defect ends once, by a person with a reason."),
    ("evidence-verify", f"{EVIDENCE_SPEC}, The claim registry", "Below 0.95 a claim counts once a person verified it."),
    ("evidence-calculate", f"{EVIDENCE_SPEC}, Calculations", "A calculation is stored once, and can be a claim."),
    ("evidence-gates", f"{EVIDENCE_SPEC}, The six tools", "A gate is decided once, by the role it names or above."),
    ("evidence-sources", f"{EVIDENCE_SPEC}, Grading 1", "What a source is decides what rests on it."),
    ("evidence-empty", "issue: evidence, Bad input", "A deal without claims says so and what to do."),
    ("evidence-tools-governed", f"{SPEC}, Executor", "Whatever is done to a deal is permitted and recorded."),
    ("evidence-together", f"{SPEC}, Audit", "Writes that belong together are one effect."),
)

EXTRACTION = _all(
    ("extraction-prose", f"{EVIDENCE_SPEC}, The claim registry", "Figures of running text: metric, period, currency."),
    ("extraction-tables", f"{EVIDENCE_SPEC}, The claim registry", "A cell with label, unit and period is 0.97 sure."),
    ("extraction-numbers", f"{EVIDENCE_SPEC}, The claim registry", "An ambiguous number is left out, not guessed."),
    ("extraction-sources", f"{EVIDENCE_SPEC}, Grading 1", "A document is only the kind of source its words say."),
    ("extraction-measured", f"{EVIDENCE_SPEC}, Measures", "Precision and recall are printed by a command."),
    ("extraction-enters", f"{EVIDENCE_SPEC}, The claim registry", "Extracted claims enter once, with place and chain."),
    ("clauses-are-claims", f"{EVIDENCE_SPEC}, Reading a room", "A clause of a contract is a claim with its polarity."),
    ("extraction-model", f"{EVIDENCE_SPEC}, The claim registry", "A model's proposal stands on a verified quote."),
    ("extraction-consent", f"{SPEC}, Consent", "No text goes to a model whose provider nobody consented to."),
)

SIX_TOOLS = _all(
    (
        "audit-families",
        f"{SPEC}, Audit",
        "What a call brings about is an event of its family, chained with its effect.",
    ),
    ("six-tools-matrix", f"{FRAMEWORK} 5", "Through the executor each role reaches exactly the matrix's tools."),
    ("six-tools-audit", f"{FRAMEWORK} 6.1", "Every call leaves the seed's event; flags and gates have their own."),
    ("six-tools-limits", f"{FRAMEWORK} 6.2", "A role's calls a round are limited as the seed says, side by side too."),
    ("six-tools-preconditions", f"{FRAMEWORK} 6.2", "A flag without evidence, reasons or the table's gravity is none."),
    ("six-tools-lookup", f"{FRAMEWORK} 4.1, 4.2", "Claims and calculations are looked up under the seed's keys."),
    ("six-tools-out-of-sight", f"{EVIDENCE_SPEC}, The six tools", "ClaimNotFound and TenantAccess read the same."),
    ("six-tools-flag", f"{FRAMEWORK} 4.4", "A flagged defect is filed once and its claim graded at once."),
    ("six-tools-gate", f"{FRAMEWORK} 4.5", "A person is asked for at one gate for one deal's claims."),
    ("six-tools-search", f"{FRAMEWORK} 4.3", "Evidence is found as passages are, with ids, grades and places."),
    ("six-tools-search-filters", f"{EVIDENCE_SPEC}, The six tools", "Evidence is filtered by claim class and grade."),
    ("evidence-places", f"{EVIDENCE_SPEC}, The claim registry", "Registered evidence is found by where it stands."),
    ("enrichment-tool", f"{FRAMEWORK} 4.6", "What sources outside say is proposed, graded, and written nowhere."),
    ("enrichment-consent", f"{SPEC}, Defining a tool", "No name goes to a public service without the deal's consent."),
    ("enrichment-dataset", f"{EVIDENCE_SPEC}, The six tools", "A folder of one's own is asked about anything."),
    ("enrichment-dataset-refused", "issue: bad input", "A file of that folder that is wrong is named with its row."),
    ("enrichment-data-room", f"{EVIDENCE_SPEC}, The six tools", "The data room tells which documents name a company."),
    ("enrichment-gleif", f"{EVIDENCE_SPEC}, The six tools", "GLEIF tells who the one company of a legal name is."),
    ("enrichment-edgar", f"{EVIDENCE_SPEC}, The six tools", "EDGAR tells a company's newest annual figures."),
    ("enrichment-quiet", f"{EVIDENCE_SPEC}, The six tools", "A register is told no more than it needs to answer."),
    ("enrichment-polite", f"{EVIDENCE_SPEC}, The six tools", "Registers are asked at their pace, and once a day."),
    ("enrichment-failures", "issue: bad input", "Every failure of a register is told by what to do about it."),
)

CASE_SPEC = "casework spec"

RESEARCH = _all(
    ("research-guard", f"{CASE_SPEC}, Research", "One SELECT over the named table passes, and nothing else."),
    ("research-folding", f"{CASE_SPEC}, Research", "Text is found whatever its case and diacritics, by every corpus."),
    ("research-bigquery", f"{CASE_SPEC}, Research", "BigQuery is asked by its own client, with a bound on the bill."),
    ("research-limits", ATTACKED, "A query has limits of memory, time, text and bill, whatever it asks."),
    ("research-replies", "case-agent seed, query_bigquery", "Replies and failures have the seed's shapes and words."),
    ("research-in-force", f"{CASE_SPEC}, Research", "A hit not in force at the date of the facts is marked."),
    ("research-import", f"{CASE_SPEC}, Research", "Folders of acts are imported whole or not at all."),
)

TIERS = _all(
    (
        "case-tier-rules",
        f"{CASE_SPEC}, Tiers, quota, payment",
        "The highest tier clearly met, and the words that say so.",
    ),
    (
        "case-tier-question",
        f"{CASE_SPEC}, Tiers, quota, payment",
        "Too vague gets one question; off-topic a polite no.",
    ),
    ("case-tier-page", f"{CASE_SPEC}, Tiers, quota, payment", "The page a model is shown is what the rules know."),
    ("case-tier-measured", "issue: case agent, Measured", "Tiering is measured on labelled descriptions, sets apart."),
    (
        "case-plans",
        f"{CASE_SPEC}, Tiers, quota, payment",
        "Plans are data: units a tier and month, extra cases' prices.",
    ),
    ("case-billing-month", f"{CASE_SPEC}, Tiers, quota, payment", "A quota's month turns at midnight in Bucharest."),
)

DRAFTS_SPEC = f"{CASE_SPEC}, Drafts"

DRAFTS = _all(
    ("draft-placeholders", "case-agent seed, tool 3", "Placeholders are those of parties attached to the case."),
    ("draft-text", DRAFTS_SPEC, "What is read from the PDF is the Markdown with its values, whatever they look like."),
    ("draft-bytes", DRAFTS_SPEC, "Identical input gives identical bytes."),
    ("draft-parts", DRAFTS_SPEC, "Mandatory parts of the known kinds are checked, and what is missing is listed."),
    ("draft-time-limits", DRAFTS_SPEC, "A complaint against a fine or a dismissal says when its time limit ends."),
    ("draft-revisions", DRAFTS_SPEC, "The Markdown is kept; a revision is never overwritten."),
    ("draft-synthetic", f"{CASE_SPEC}, Research", "A draft that rests on an invented source says so on each page."),
)

REPORTS = _all(
    ("report-traced", "issue: evidence, Must hold", "A number in a report without a source fails its own check."),
    ("report-graph", "issue: evidence, Evidence report", "The graph is drawn, every node named, none on another."),
    ("report-formats", "issue: evidence, Evidence report", "HTML, PDF and JSON need nothing else, bytes repeat."),
    ("report-literal", "issue: evidence, Evidence report", "What looks like markup comes out as it is."),
    ("report-tool", "issue: evidence, Evidence report", "A report is a tool call, with every excerpt opened in place."),
    ("deal-demo", "issue: evidence, Shows", "The demo sets what was found beside what was planted."),
    ("typst-data", "casework spec, Drafts", "A PDF's values are data, the same input gives the same bytes."),
)

CASE_SPEC = "casework spec, Agent"

CASE_MODELS = _all(
    ("case-prompts", "case-agent seed", "Each of the eight prompts is used by a case."),
    ("case-prompts-outline", "case-agent seed", "Each prompt says every point of the seed's outline, in Romanian."),
    ("case-model-steps", CASE_SPEC, "Whatever a model answers, a step is a step or an error, told back twice at most."),
    ("case-model-tier", "case-agent seed, prompt 3", "A tier is read from its number, or it is a question, or none."),
    ("case-model-reasoner", CASE_SPEC, "What a reply quotes approves nothing."),
    (
        "case-model-language",
        "issue 9, Must hold",
        "A provider that answers in English is told once.",
    ),
    (
        "case-model-mask",
        "casework spec, Firewall",
        "Texts pass the firewall on the way out and back.",
    ),
    ("case-model-wire", "issue 9, Shows", "A case goes from message to PDF through Gemini's and Grok's wire formats."),
    ("case-demo", "issue 9, Shows", "The demo shows a case from message to PDF, and one paused and resumed."),
    ("case-minds-carry", "issue 9, Rule-based minds", "Rules carry a case of each tier from first message to PDF."),
    ("case-minds-say", "issue 9, Rule-based minds", "In their first words rules say what they are."),
    ("case-minds-ask", CASE_SPEC, "What is missing is asked for one by one, and what is told on the way is kept."),
    ("case-minds-hold", CASE_SPEC, "Whatever is said, rules have a step, obey no text and name no stranger."),
    ("case-minds-advise", CASE_SPEC, "A plan is approved once its facts, parties and time limit are told."),
    (
        "case-minds-mend",
        "case-agent seed, prompt 8",
        "A failed call is mended as its error says, or the user is asked.",
    ),
)

AGENT_SEED = "case-agent seed, Core Workflow"
HEARD_SPEC = "casework spec, Facts that are heard right"

CASE_AGENT = _all(
    ("case-agent-states", AGENT_SEED, "The graph has the seed's states, and a turn takes each of its arrows."),
    ("case-agent-greeting", "case-agent seed, prompt 2", "A new case greets, and its log has the greeting once."),
    ("case-agent-tiering", CASE_SPEC, "A vague description brings one question, one off topic a polite no."),
    ("case-agent-quota", "case-agent seed, prompt 4", "The plan is told in the seed's words; a covered case goes on."),
    ("case-agent-payment", CASE_SPEC, "Once it is paid, a case goes on with all that was said in it."),
    ("case-agent-errors", "case-agent seed, prompt 8", "Retries, reasoner, user, one ticket; each step is in the log."),
    ("case-agent-plan-first", CASE_SPEC, "No draft is made before the reasoner approved its plan."),
    ("case-agent-provider-fails", "issue 9, Must hold", "A provider that fails costs an answer, and nothing else."),
    ("case-agent-deadline", CASE_SPEC, "A turn ends in its time, and the next message goes on where it stopped."),
    ("case-agent-goes-on", "issue 9, Must hold", "A turn that was cut off anywhere goes on and does nothing twice."),
    ("case-agent-killed", "issue 9, Must hold", "kill -9 anywhere: nothing is charged, drafted or ticketed twice."),
    ("case-agent-one-turn", "issue 9, Must hold", "A case has one turn at a time, whatever processes there are."),
    ("case-agent-orders", CASE_SPEC, "What a text orders a mind to do is denied, recorded, and changes nothing."),
    ("case-agent-masked", "casework spec, Firewall", "Message, session, log and audit hold placeholders only."),
    ("case-agent-command", "issue 9, What", "A conversation on the command line, with exit codes and JSON."),
    ("case-agent-typed-facts", HEARD_SPEC, "What does not fit a fact's type, or nobody said, is filed by no mind."),
    ("case-agent-read-back", HEARD_SPEC, "Nothing is drafted before the user agreed to what was read back to them."),
    (
        "case-conversations-measured",
        HEARD_SPEC,
        "Made users play conversations: facts right, wrong, asked twice, unconfirmed; turns, kinds, parts.",
    ),
    ("case-agent-not-again", HEARD_SPEC, "The same sentence is never the answer twice; choices stand by number."),
    (
        "case-agent-user-language",
        CASE_SPEC,
        "Who writes English is answered in English, message by message; drafts stay Romanian.",
    ),
    ("case-agent-lawyer", CASE_SPEC, "Who wants a lawyer is told how in every state, and the talk goes on."),
    (
        "case-agent-message-kept",
        "issue 9, Must hold",
        "A message is kept as it comes: a turn that dies at its start is answered by the next.",
    ),
    ("client-cases", "people and policy", "A client opens, owns and talks in own cases; nothing of anybody else's."),
    ("case-agent-languages", CASE_SPEC, "What a user reads is there in Romanian and in English."),
)

DEBATE_SPEC = "evidence-and-debate spec, The debate"

DEBATE = _all(
    ("debate-schemas", f"{FRAMEWORK} 3", "The seed's schemas are shipped, and every state and output fits them."),
    ("debate-stop-order", DEBATE_SPEC, "A debate stops for exactly one reason, looked for in the given order."),
    ("debate-terminates", DEBATE_SPEC, "A debate ends within its rounds."),
    ("debate-material-position", "evidence-and-debate spec, Grading", "Being challenged is not reliance."),
    ("debate-change-needs-evidence", DEBATE_SPEC, "A position changes by an evidence id that was not on the table."),
    ("debate-utility", DEBATE_SPEC, "Utility is by what came of a challenge, never by volume."),
    ("debate-dissent", DEBATE_SPEC, "Dissent is preserved by its grade, its author's utility and its citations."),
    ("debate-gate", f"{FRAMEWORK} 7.2", "The gate rejects what breaks a rule, fails closed, and is recorded."),
    ("muhasabah-rules", f"{FRAMEWORK} 7.1", "The four rules hold as the seed writes them."),
    ("muhasabah-weak-source", "evidence-and-debate spec, Grading", "A source below A or below MUTAWATIR is weak."),
    ("muhasabah-no-free-facts", DEBATE_SPEC, "Every number in a sentence needs a reference in that sentence."),
    ("muhasabah-sentences", DEBATE_SPEC, "A reference counts in its own sentence."),
    ("muhasabah-number-words", DEBATE_SPEC, "Numbers in words are numbers."),
    ("muhasabah-values", DEBATE_SPEC, "A number equals the referenced value after units are normalised."),
    ("muhasabah-corpus", f"{FRAMEWORK} 9.2", "98 % of valid outputs pass and no invalid one does."),
    ("debate-frivolous", f"{FRAMEWORK} 6.3", "A frivolous challenge is refused in the seed's words."),
)

PARTIES_SPEC = "casework spec, Parties and personal data"

PRIVACY = _all(
    ("vault-key", PARTIES_SPEC, "A vault key that is missing or wrong stops start-up and loses nothing."),
    ("vault-sealed", PARTIES_SPEC, "Party fields are encrypted at rest, each bound to its place."),
    ("firewall-parties", PARTIES_SPEC, "A known party becomes its placeholder, in every form and spelling."),
    ("firewall-spellings", f"{PARTIES_SPEC}, Masking", "î and â are one letter in names, with or without diacritics."),
    ("firewall-remasked", f"{PARTIES_SPEC}, Masking", "What older rules left in clear is masked, once, and recorded."),
    ("firewall-remask-told", PARTIES_SPEC, "A command about cases tells that older rules masked some, and what to do."),
    (
        "firewall-iql",
        PARTIES_SPEC,
        "A query in a case asks with placeholders as text: their braces begin no statement.",
    ),
    ("firewall-patterns", PARTIES_SPEC, "Identifiers that are nobody's become numbered placeholders."),
    ("firewall-undeclared", PARTIES_SPEC, "A name after a word for a person becomes a placeholder and is reported."),
    ("firewall-twice", PARTIES_SPEC, "Masking what is masked changes nothing."),
    ("firewall-former", PARTIES_SPEC, "A case masks what a party was called before it was detached or changed."),
    ("firewall-bytes", "server spec, HTTP", "A file on its way into a case stands on no disk in clear."),
    ("firewall-blind", PARTIES_SPEC, "Firewall and name look-up compare hashes; neither opens the vault."),
    ("refused-unrecorded", f"{PARTIES_SPEC}, Masking", "Nothing of a refused call about people stands in clear."),
    ("canaries", PARTIES_SPEC, "No log, record, checkpoint, cache or error holds a value that is a person's."),
)

CASES = _all(
    ("case-details", "case-agent seed, 6", "Details change by dot paths, all or nothing, in the seed's words."),
    ("case-aliases", "casework spec, Parties", "partyN is given at attaching and never again in the case."),
    ("case-attached-stays", "casework spec, Parties", "A party attached to an open case cannot be deleted."),
    ("case-concurrent", "casework spec, Case", "64 concurrent updates to one case lose nothing."),
    ("case-tools", "case-agent seed, 2, 5, 6", "The case tools answer in the seed's shapes, word for word."),
    ("case-names", "casework spec, Parties", "Two parties of one name: asked which, never guessed."),
    ("case-entry", "casework spec, Firewall", "Text is masked before anything keeps it; records hold keyed hashes."),
    ("case-reader", "casework spec, Vault", "Only party management and the renderer are given what opens the vault."),
    ("case-canaries", "casework spec, Firewall", "No store, log or record holds what a declared party is called."),
)

DEBATES_HELD = _all(
    ("debate-graph", DEBATE_SPEC, "Roles speak in the graph's order, the opening positions blind."),
    ("debate-baseline", DEBATE_SPEC, "The blind vote is kept and set beside the outcome."),
    (
        "debate-events",
        DEBATE_SPEC,
        "Beginning, stop check with hashed inputs, and end are events within the audit range.",
    ),
    ("debate-calls-audited", f"{FRAMEWORK} 9.2", "Every call of a role is in the audit, counted from both sides."),
    (
        "debate-correction",
        DEBATE_SPEC,
        "A role has one chance to correct a draft; the first one's violations are kept.",
    ),
    ("debate-any-mind", "issue 7", "Whatever a mind does, the debate ends with one recorded, explained stop."),
    ("debate-upheld-challenge", DEBATE_SPEC, "An upheld challenge is filed by the sanad breaker's tool and regrades."),
    ("debate-critical-defect", DEBATE_SPEC, "Relying on a claim of grade D stops the debate at a gate for a person."),
    ("debate-resume-gate", "issue 7", "A debate goes on after a person has decided, and not before."),
    ("debate-evidence-call", DEBATE_SPEC, "Evidence is looked for at most once a round."),
    ("debate-bad-input", "issue 7", "What cannot be used gets a sentence, and nothing is started."),
    ("debate-deterministic", "issue 7", "The same deal, minds and seed give the same result."),
    ("debate-killed", "issue 7", "Killed anywhere, a debate goes on to the same result and does nothing twice."),
    ("debate-report", DEBATE_SPEC, "The report tells of the debate, every number traced, references as links."),
    ("debate-command", "issue 7", "The command line holds, shows, lists and resumes debates."),
)

MINDS = _all(
    ("debate-minds", DEBATE_SPEC, "Each role has a mind by rules whose every output passes the gate."),
    (
        "debate-polarity",
        DEBATE_SPEC,
        "Claims against a deal are never its reasons, nor good ones its risks.",
    ),
    ("debate-confidence-of-record", DEBATE_SPEC, "No position is surer than the deal's record bears."),
    ("debate-resumed-as-fresh", DEBATE_SPEC, "After a waiver or a cure, resuming ends as a fresh debate would."),
    ("debate-enrichment", DEBATE_SPEC, "The minds by rules ask outside sources for what the register lacks."),
    ("muhasabah-number-of-metric", DEBATE_SPEC, "A stated number belongs to a claim of the metric it is named for."),
    ("muhasabah-persons-and-crimes", DEBATE_SPEC, "A fact about a person or a crime is one without a number, too."),
    ("concealment-confirmed", DEBATE_SPEC, "A withheld document reaches claims, or the recommendation names it."),
    ("debate-minds-change", DEBATE_SPEC, "A mind by rules changes its position by evidence it had not seen."),
    ("debate-language-model", DEBATE_SPEC, "A language model's output passes the same gate; roles can be mixed."),
    ("debate-permissions", f"{FRAMEWORK} 9.2", "No call against the matrix gets through, whatever minds try."),
    ("debate-golden", f"{FRAMEWORK} 9.3", "Golden debates end with one reason, and what is valid passes."),
    ("debate-sample-deals", "evidence-and-debate spec, Measures", "The sample deals show each kind of end."),
)

BILLING = _all(
    ("tool-check-quota", "case-agent seed, tool 4", "check_quota has the seed's replies, failures word for word."),
    ("case-tier-floor", "casework spec, Tiers", "No tier is set below what the user's words clearly meet."),
    ("quota-atomic", "casework spec, Tiers", "A case takes one unit once; of any number at once never more than are."),
    ("quota-month", "issue 9", "At midnight in Bucharest a new month's units are there."),
    ("quota-payment", "casework spec, Tiers", "Without a unit a case waits for its own payment, with its price."),
    ("quota-exceeded", "casework spec, Tiers", "Where a plan sells no more cases, a later unit makes the case active."),
    ("payment-once", "issue 9", "Whatever dies or comes late, a case is paid for once, and then takes no unit."),
    ("payment-any-order", "casework spec, Tiers", "Events count once, in any order; money that came always counts."),
    ("payment-refused", "issue 9", "News that does not fit the payment changes nothing and is recorded."),
    ("payment-webhook", "issue 9", "A signed message before the redirect, twice or never: the case is active once."),
    ("payment-stripe", "casework spec, Tiers", "Stripe is asked by its own library, at one address, told only ids."),
    ("payment-errors", "issue 9", "Every error of Stripe's library is one of ours, without the server's words."),
    ("payment-invoice", "casework spec, Tiers", "By invoice, an administrator confirms that the money came."),
    ("plans-command", "issue 9", "casewright plans shows the plans and what is left, and sets another."),
    ("plans-own", "casework spec, Tiers", "Plans are data of one's own; a file that cannot be used gets a sentence."),
    ("case-locked-unpaid", "casework spec, Tiers", "Until it is paid, nothing but its payment is done in a case."),
)

SUPPORT = _all(
    ("support-ticket", "case-agent seed, tool 7", "A ticket in the seed's words pauses the case in one transaction."),
    ("support-one-ticket", "casework spec, Agent", "A case has one ticket for each cause."),
    ("support-resume", "casework spec, Agent", "An administrator resumes a case, and nobody pays by it."),
    ("case-closed", "casework spec, Case", "A closed or archived case is read only, and its matter's status follows."),
    ("consult-reasoner", "case-agent seed, consult_grok", "One question with a short summary, in the seed's shapes."),
    ("reasoner-session", "casework spec, Case", "The reasoner has a session of its own in each case, masked."),
    ("plan-approved", "casework spec, Agent", "A model makes a draft only on a plan that the reasoner approved."),
    ("checkpoints-forgotten", "casework spec, Firewall", "A name declared later stands in no checkpoint any more."),
    ("case-lock", "casework spec, Agent", "One process at a time works on a case, and a killed one holds nothing."),
)

ANSWERS = _all(
    ("question-frame", "reading spec, Answers 1", "A question's frame accounts for each of its words."),
    ("question-conditions", "reading spec, Answers 1", "Conditions are typed filters; not found is never a no."),
    (
        "question-documents",
        "reading spec, Answers 4",
        "Which documents, tables and comparisons are answered from facts.",
    ),
    ("question-mixed", "reading spec, Answers 1", "Conditions on facts and on clauses are put together."),
    ("ask-follows", "reading spec, Answers 8", "A question may refer to what the last answer was about."),
    ("question-tool", "reading spec, Answers 5", "frame_question gives chat models the frame."),
    ("ask-frame", "reading spec, Answers 1", "A chat model gets its question's frame; what no call asked is named."),
    ("ask-unplaced", "reading spec, Answers 6", "A model's sentence without a place is marked, and said so first."),
    ("ask-not-there", "reading spec, Answers 2", "A model says what it did not find only as what was looked for."),
    ("question-plain-iql", "issue 19, What 6", "A query of plain words names what it leaves out."),
    ("answer-yes-no", "reading spec, Answers 4", "Yes and no are told only where the quoted sentence says so."),
    ("answer-comparison", "reading spec, Answers 4", "Two documents stand side by side: facts, clauses, wording."),
    (
        "answer-summary",
        "reading spec, Answers 4",
        "A summary has title, parties, duties and ends, each with its place.",
    ),
    ("answer-unusual", "reading spec, Answers 4", "What is unusual is told by counts over the matter's others."),
    ("answer-not-found", "reading spec, Answers 2", "Not found says what was looked for, where, and what is nearest."),
)

MCP = _all(
    (
        "mcp-offered",
        f"{SPEC}, MCP",
        "A role is offered what it may use, by name; decisions of people stay with people.",
    ),
    ("mcp-same-results", f"{SPEC}, MCP", "A call over MCP has the text, data, status and trail that it has anywhere."),
    ("mcp-approvals", f"{SPEC}, MCP", "A call that waits says so; nothing that a client answers approves it."),
    ("mcp-http", f"{SPEC}, MCP", "Over HTTP a personal key is asked for at every request, of loopback and its pages."),
    (
        "mcp-conformance",
        f"{SPEC}, MCP",
        "The conformance suite and the inspector find no failure that is not expected.",
    ),
    ("mcp-command", f"{SPEC}, MCP", "What keeps the server from starting is one sentence with its remedy."),
    ("mcp-tools", f"{SPEC}, MCP", "Tools of another server are ours, pinned, bounded, and never at a lower level."),
)

OTHER = f"{SPEC}, Other doors"
DOORS = _all(
    ("langchain-results", OTHER, "A LangChain tool says what the executor says, and carries its result."),
    ("langchain-interrupt", OTHER, "A call that needs an approval pauses a graph, which goes on by the decision."),
    ("langchain-resume-value", OTHER, "What a graph is resumed with approves nothing."),
    ("langchain-rejected", OTHER, "A call that a person rejected does not run when the graph goes on."),
    ("langchain-edited-name", OTHER, "An edit that names another tool does not pass that tool's policy."),
    ("telemetry-spans", OTHER, "A call is a span with the names of OpenTelemetry's conventions, from one module."),
    ("telemetry-parents", OTHER, "A call's span stands under the caller's, and over what its tool does."),
    ("telemetry-content", OTHER, "No argument and no result of a call stands in a span or a measurement."),
    ("telemetry-once", OTHER, "A call that another instrumentation tells is not told twice."),
    ("telemetry-free", OTHER, "Where no provider is set, telemetry loads and does nothing."),
    ("ocsf-schema", OTHER, "A line for a SIEM has what OCSF's published schema requires; denied is action 2."),
    ("ocsf-kinds", OTHER, "Every kind of event is told in OCSF's shape, or counted among what is left out."),
    ("ocsf-export", OTHER, "The audit is exported as JSON Lines, sensitive arguments as keyed hashes."),
    ("own-tools", "issue: one door for others", "An engineer's tools share a home's audit and approvals."),
    ("own-scorer", "issue: one door for others", "A scorer of one's own answers queries; its scores are kept."),
    ("same-through-every-door", "issue: one door for others", "A call ends the same way through every door."),
    ("langchain-restart", f"{SPEC}, Approval", "A paused graph goes on after a restart; nothing runs twice."),
)

RUN = "server spec, operations"
OPERATIONS = _all(
    ("ops-backup", RUN, "A home is backed up whole in one file while others write to it; keys only on request."),
    ("ops-restore", RUN, "A restored home has the same records and originals, whole or not at all."),
    ("ops-restored-audit", RUN, "A restored audit is cut until an ADMIN accepts it, which is recorded."),
    (
        "ops-hostile-backup",
        RUN,
        "An archive that was changed, or made to do harm, is refused before anything is written.",
    ),
    ("ops-doctor", RUN, "What is wrong with a home is told, with an exit code, and nothing of it is changed."),
    ("ops-metrics", RUN, "Metrics count calls by tool and status, and name no tenant, person, matter or word."),
    ("ops-logs", RUN, "Log lines are JSON with the request's id, and hold no argument, result or document."),
    ("search-everywhere", RUN, "Words are found in every matter that the caller may see, and in no other."),
)

WORKSPACE_SPEC = f"{SPEC}, Workspace tools"

WORKSPACE = _all(
    ("workspace-opt-in", WORKSPACE_SPEC, "No home, agent, policy or other door has the workspace's tools."),
    ("workspace-tools", WORKSPACE_SPEC, "The eight tools have the seed's names and levels."),
    ("workspace-describe", f"{PROTOCOL}, Automated Testing", "The seed's test of describe_symbol passes."),
    ("workspace-words", f"{PROTOCOL}, Example Definitions", "The tools say the seed's sentences, word for word."),
    ("workspace-symbols", WORKSPACE_SPEC, "Looking at symbols runs no code of theirs and imports nothing."),
    ("workspace-eval", WORKSPACE_SPEC, "A form's value, output or error comes back, and it ends nothing else."),
    ("workspace-compile", WORKSPACE_SPEC, "Definitions are loaded, and the compiler's words come back."),
    ("workspace-read", WORKSPACE_SPEC, "5,000 characters of a file in the folder are read at a time."),
    ("workspace-confined", WORKSPACE_SPEC, "No path, link or device leads out of the folder, at whatever moment."),
    ("workspace-write", WORKSPACE_SPEC, "A file is replaced whole, and only where it is what the person saw."),
    ("workspace-hunks", WORKSPACE_SPEC, "Any hunks of an edit give the file with exactly these changes."),
    ("workspace-hunk-edited", WORKSPACE_SPEC, "A hunk that is written anew by hand is what is written."),
    ("workspace-review", WORKSPACE_SPEC, "Hunks are decided on one by one at the terminal."),
    ("workspace-edited", WORKSPACE_SPEC, "Some hunks taken are an edit of the call, validated again, in the trail."),
    ("workspace-rejected", WORKSPACE_SPEC, "A rejection tells the model to stop and not to propose it again."),
    ("workspace-policy", WORKSPACE_SPEC, "The toolkit brings its own policy, which denies by default."),
    ("workspace-session", WORKSPACE_SPEC, "Each call of a session goes through the executor into the home's audit."),
    ("workspace-script", WORKSPACE_SPEC, "A scripted model says its turns; what is wrong in a script is told."),
    ("workspace-demo", WORKSPACE_SPEC, "A demonstration shows all eight tools."),
)

REQUIREMENTS: tuple[Requirement, ...] = (
    *ANSWERS,
    *WORKSPACE,
    *TOOLS,
    *PEOPLE,
    *APPROVALS,
    *MCP,
    *IQL_TOOL,
    *DOCUMENT_TOOLS,
    *SEARCH,
    *OWN_TEMPLATES,
    *INGEST,
    *SCORING,
    *PAID,
    *STORAGE,
    *IQL,
    *ASKING,
    *COMMAND_LINE,
    *WORDS,
    *MODELS,
    *DEBATE,
    *MINDS,
    *DEBATES_HELD,
    *DEALS,
    *EXTRACTION,
    *GOLDEN,
    *GRADING,
    *DETECTORS,
    *REGISTRY,
    *SIX_TOOLS,
    *REPORTS,
    *RESEARCH,
    *TIERS,
    *BILLING,
    *SUPPORT,
    *DRAFTS,
    *PRIVACY,
    *CASES,
    *CASE_MODELS,
    *CASE_AGENT,
    *DOORS,
    *OPERATIONS,
    *BULK,
)
