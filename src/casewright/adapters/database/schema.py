"""The tables, as the newest migration leaves them; every one carries its tenant."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
)

from casewright.adapters.database.column_types import AnyText, UtcTime
from casewright.adapters.database.tables import billing, support
from casewright.adapters.database.tables import cases as cases_
from casewright.adapters.database.tables import claims as claims_
from casewright.adapters.database.tables import debates as debates_
from casewright.adapters.database.tables.metadata import metadata

REVISIONS = (
    *("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009", "0010", "0011", "0012", "0013"),
    *("0014", "0015", "0016"),
)
"""Every revision that this version knows, oldest first."""
SCHEMA_HEAD = REVISIONS[-1]

# What stands in files of its own, so that this one has every table.
claims = claims_.claims
claim_evidence = claims_.claim_evidence
evidence = claims_.evidence
defects = claims_.defects
human_gates = claims_.human_gates
calculations = claims_.calculations
document_sources = claims_.document_sources
debates = debates_.debates
deal_dates = claims_.deal_dates
cases = cases_.cases
case_details = cases_.case_details
parties = cases_.parties
case_parties = cases_.case_parties
alias_numbers = cases_.alias_numbers
vault_values = cases_.vault_values
vault_key_check = cases_.vault_key_check
blind_index = cases_.blind_index
former_index = cases_.former_index
person_numbers = cases_.person_numbers
person_counters = cases_.person_counters
support_tickets = support.support_tickets
plan_approvals = support.plan_approvals
subscriptions = billing.subscriptions
quota_use = billing.quota_use
case_grants = billing.case_grants
payments = billing.payments
payment_events = billing.payment_events

matters = Table(
    "matters",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("id", AnyText, nullable=False),
    Column("number", AnyText, nullable=False),
    Column("ordinal", Integer, nullable=False, doc="the number's last part; orders matters of the same instant"),
    Column("title", AnyText, nullable=False),
    Column("description", AnyText, nullable=False),
    Column("kind", AnyText, nullable=False),
    Column("status", AnyText, nullable=False),
    Column("jurisdiction", AnyText),
    Column("created_by", AnyText, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("updated_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "id"),
    UniqueConstraint("tenant_id", "number"),
)

matter_numbers = Table(
    "matter_numbers",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("year", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    PrimaryKeyConstraint("tenant_id", "year"),
)

users = Table(
    "users",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("id", AnyText, nullable=False),
    Column("role", AnyText, nullable=False),
    Column("key_hash", AnyText, nullable=False, doc="SHA-256 of the domain-separated key, in hexadecimal"),
    Column("active", Boolean, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "id"),
    UniqueConstraint("tenant_id", "key_hash"),
)

participants = Table(
    "participants",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("matter_id", AnyText, nullable=False),
    Column("user_id", AnyText, nullable=False),
    Column("role", AnyText, nullable=False),
    PrimaryKeyConstraint("tenant_id", "matter_id", "user_id"),
    ForeignKeyConstraint(["tenant_id", "matter_id"], ["matters.tenant_id", "matters.id"]),
    ForeignKeyConstraint(["tenant_id", "user_id"], ["users.tenant_id", "users.id"]),
    Index(None, "tenant_id", "user_id"),
)

documents = Table(
    "documents",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("id", AnyText, nullable=False),
    Column("matter_id", AnyText, nullable=False),
    Column("identity", LargeBinary, nullable=False, doc="SHA-256 of what makes the document one of its matter's"),
    Column("position", Integer, nullable=False, doc="orders documents of the same instant"),
    Column("filename", AnyText, nullable=False),
    Column("media_type", AnyText, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("blob", AnyText, nullable=False),
    Column("status", AnyText, nullable=False),
    Column("error", AnyText),
    Column("characters", BigInteger, nullable=False),
    Column("chunk_count", Integer, nullable=False),
    Column("uploaded_by", AnyText, nullable=False),
    Column("uploaded_at", UtcTime, nullable=False),
    Column("dated", UtcTime, doc="the date that the document gives itself"),
    PrimaryKeyConstraint("tenant_id", "id"),
    UniqueConstraint("tenant_id", "matter_id", "identity"),
    ForeignKeyConstraint(["tenant_id", "matter_id"], ["matters.tenant_id", "matters.id"]),
    Index(None, "tenant_id", "matter_id", "position"),
)

document_texts = Table(
    "document_texts",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("document_id", AnyText, nullable=False),
    Column("chunks", LargeBinary, nullable=False, doc="packed by chunk_columns; before the text, so that it is near"),
    Column("sections", AnyText, nullable=False, doc="JSON: [[path, heading], …]"),
    Column("pages", LargeBinary, nullable=False),
    Column("offsets", LargeBinary, nullable=False),
    Column("text", LargeBinary, nullable=False, doc="UTF-8, lone surrogates passed through"),
    Column("tables", LargeBinary, doc="packed by table_columns; NULL where none were looked for"),
    PrimaryKeyConstraint("tenant_id", "document_id"),
    ForeignKeyConstraint(["tenant_id", "document_id"], ["documents.tenant_id", "documents.id"]),
)

chunk_contents = Table(
    "chunk_contents",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("sha256", LargeBinary, nullable=False),
    Column("number", Integer, nullable=False),
    PrimaryKeyConstraint("tenant_id", "sha256"),
    UniqueConstraint("tenant_id", "number"),
)

chunk_counters = Table(
    "chunk_counters",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("next", Integer, nullable=False),
    PrimaryKeyConstraint("tenant_id"),
)

feature_runs = Table(
    "feature_runs",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("model", AnyText, nullable=False),
    Column("first", Integer, nullable=False),
    Column("count", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
    PrimaryKeyConstraint("tenant_id", "model", "first"),
)

score_usage = Table(
    "score_usage",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("pages", Integer, nullable=False, doc="how many score pages the tenant has"),
    Column("tick", BigInteger, nullable=False, doc="counts uses; the newest one"),
    PrimaryKeyConstraint("tenant_id"),
)

score_statements = Table(
    "score_statements",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("model", AnyText, nullable=False),
    Column("statement", LargeBinary, nullable=False, doc="SHA-256 of the statement's text"),
    Column("pages", Integer, nullable=False),
    Column("used", BigInteger, nullable=False, doc="the tick of the last use that was noted"),
    PrimaryKeyConstraint("tenant_id", "model", "statement"),
    Index(None, "tenant_id", "used"),
)

score_pages = Table(
    "score_pages",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("model", AnyText, nullable=False),
    Column("statement", LargeBinary, nullable=False),
    Column("page", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False, doc="float16, little-endian"),
    PrimaryKeyConstraint("tenant_id", "model", "statement", "page"),
)

templates = Table(
    "templates",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("name", AnyText, nullable=False, doc="as queries are compared by it: lower case, white space folded"),
    Column("query", AnyText, doc="what it expands to; NULL for one that was trained"),
    Column("parameter", AnyText),
    Column("positive", AnyText, doc="JSON: the examples that fit; NULL for one that was defined, like all that follow"),
    Column("negative", AnyText, doc="JSON: the examples that do not"),
    Column("model", AnyText, doc="the model whose features the head was trained on"),
    Column("head", LargeBinary),
    Column("made_by", AnyText, nullable=False),
    Column("made_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "name"),
)

audit_events = Table(
    "audit_events",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False, doc="canonical JSON"),
    Column("hash", LargeBinary, nullable=False),
    PrimaryKeyConstraint("tenant_id", "seq"),
)

audit_heads = Table(
    "audit_heads",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("count", BigInteger, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    PrimaryKeyConstraint("tenant_id"),
)

audit_checkpoints = Table(
    "audit_checkpoints",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("count", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False, doc="canonical JSON with its signature"),
    PrimaryKeyConstraint("tenant_id", "count"),
)

approvals = Table(
    "approvals",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("id", AnyText, nullable=False),
    Column("actor_id", AnyText, nullable=False),
    Column("actor_role", AnyText, nullable=False),
    Column("actor_kind", AnyText, nullable=False),
    Column("matter_id", AnyText),
    Column("run", AnyText),
    Column("round", Integer),
    Column("debate", AnyText),
    Column("call_id", AnyText, nullable=False),
    Column("call_key", AnyText, nullable=False, doc="what the journal knows the call by"),
    Column("fingerprint", AnyText, nullable=False),
    Column("tool", AnyText, nullable=False),
    Column("tool_version", AnyText, nullable=False),
    Column("arguments", AnyText, nullable=False, doc="JSON, word for word what will run"),
    Column("argument_hash", AnyText, nullable=False),
    Column("policy_hash", AnyText, nullable=False),
    Column("preview", AnyText, nullable=False),
    Column("why", AnyText, nullable=False),
    Column("nonce", AnyText, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("expires_at", UtcTime, nullable=False),
    Column("replaces", AnyText),
    Column("edited_by", AnyText),
    Column("token", AnyText, nullable=False),
    Column("state", AnyText, nullable=False),
    Column("decided_by", AnyText),
    Column("decided_at", UtcTime),
    Column("reason", AnyText),
    Column("replaced_by", AnyText),
    Column("seal", AnyText),
    PrimaryKeyConstraint("tenant_id", "id"),
    Index(None, "tenant_id", "call_key"),
    Index(None, "tenant_id", "created_at"),
)

call_journal = Table(
    "call_journal",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("key", AnyText, nullable=False),
    Column("fingerprint", AnyText, nullable=False),
    Column("tool", AnyText, nullable=False),
    Column("begun_at", UtcTime, nullable=False),
    Column("status", AnyText, doc="NULL until the call has ended, like all that follows"),
    Column("content", AnyText),
    Column("structured", AnyText, doc="JSON"),
    Column("error", AnyText),
    Column("error_kind", AnyText),
    Column("result_hash", AnyText),
    PrimaryKeyConstraint("tenant_id", "key"),
    Index(None, "tenant_id", "status"),
)

call_effects = Table(
    "call_effects",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("intent_seq", BigInteger, nullable=False, doc="an intent whose effect is committed, without outcome"),
    PrimaryKeyConstraint("tenant_id", "intent_seq"),
)

threads = Table(
    "threads",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("id", AnyText, nullable=False),
    Column("matter_id", AnyText, nullable=False),
    Column("owner", AnyText, nullable=False, doc="the person whose conversation it is"),
    Column("title", AnyText, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("input_tokens", BigInteger, nullable=False),
    Column("output_tokens", BigInteger, nullable=False),
    PrimaryKeyConstraint("tenant_id", "id"),
    Index(None, "tenant_id", "matter_id"),
)

word_documents = Table(
    "word_documents",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("document_id", AnyText, nullable=False),
    Column("matter_id", AnyText, nullable=False),
    Column("number", Integer, nullable=False, doc="one for all tenants; never that of another document"),
    Column("version", Integer, nullable=False, doc="the rules that the words were made by"),
    PrimaryKeyConstraint("tenant_id", "document_id"),
    UniqueConstraint("number"),
    Index(None, "tenant_id", "matter_id"),
)

chunk_words = Table(
    "chunk_words",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("place", BigInteger, nullable=False, doc="the document's number * 2^20 + the chunk's index"),
    Column("words", AnyText, nullable=False, doc="folded and stemmed; indexed by chunk_words_index"),
    PrimaryKeyConstraint("tenant_id", "place"),
)

WORD_INDEX = "chunk_words_index"
"""The full-text index over ``chunk_words``, which each database makes in its own way."""

saved_queries = Table(
    "saved_queries",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("owner", AnyText, nullable=False),
    Column("name", AnyText, nullable=False),
    Column("query", AnyText, nullable=False),
    Column("description", AnyText, nullable=False),
    Column("matter_id", AnyText),
    Column("saved_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "owner", "name"),
)

provider_consents = Table(
    "provider_consents",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("matter_id", AnyText, nullable=False),
    Column("provider", AnyText, nullable=False),
    Column("granted_by", AnyText, nullable=False),
    Column("granted_at", UtcTime, nullable=False),
    PrimaryKeyConstraint("tenant_id", "matter_id", "provider"),
    ForeignKeyConstraint(["tenant_id", "matter_id"], ["matters.tenant_id", "matters.id"]),
)

provider_spend = Table(
    "provider_spend",
    metadata,
    Column("tenant_id", AnyText, nullable=False),
    Column("provider", AnyText, nullable=False),
    Column("month", AnyText, nullable=False, doc="such as 2026-11, in UTC"),
    Column("tokens", BigInteger, nullable=False),
    PrimaryKeyConstraint("tenant_id", "provider", "month"),
)
