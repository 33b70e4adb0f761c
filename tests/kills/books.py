"""Reconciles a home's books: journal, events, rows and files have to tell one story."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING

from casewright.bootstrap.home import Casewright
from tests.kills.ledger import CREATED, read_ledger

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from tests.kills.ledger import Ledger, Row


def reconcile(home: Path) -> list[str]:
    """Open the home, so that it recovers, close it, and compare; a sentence for whatever does not fit."""
    with Casewright.open(home) as casewright:
        flaw = casewright.verify_audit().flaw
    ledger = read_ledger(home)
    return [*([] if flaw is None else [f"the audit does not verify: {flaw}"]), *differences(ledger)]


def differences(ledger: Ledger) -> list[str]:
    """What does not fit in these books, the audit's chain apart."""
    checks = (_calls, _counts, _documents, _texts, _words, _scores, _blobs, _originals, _doubled, _approvals, _debates)
    return [found for check in checks for found in check(ledger)]


def _calls(ledger: Ledger) -> Iterator[str]:
    """Every call has one end at most, no mark of an effect is left, and a settled call's key has its result."""
    ends = Counter(one["intent_seq"] for one in ledger.events if one["phase"] in ("outcome", "late"))
    del ends[None]
    intents = {one["seq"] for one in ledger.events if one["phase"] == "intent"}
    yield from (f"the call of event {seq} ended {times} times" for seq, times in ends.items() if times > 1)
    yield from (f"event {seq} is no call that was begun, and has an end" for seq in ends.keys() - intents)
    yield from (f"the effect of event {row['intent_seq']} is not settled" for row in ledger.rows("call_effects"))
    for row in ledger.rows("call_journal"):
        mine = (row["actor_id"], row["key"])
        same = [one for one in ledger.events if (one["agent_id"], one["idempotency_key"]) == mine]
        over = any(one["intent_seq"] and one["result_status"] == "SUCCESS" for one in same)
        if over and row["status"] is None:
            yield f"the call with the key {row['key']} succeeded, and the journal has no result of it"


def _counts(ledger: Ledger) -> Iterator[str]:
    """There are as many rows of a kind as events that made them."""
    claims = len(ledger.of_type("claim.added", "claim.imported"))
    claims += sum(int(one["tool_args"]["claims"]) for one in ledger.of_type("claim.extracted"))
    made = {
        "matters": len(ledger.done(*CREATED)),
        "claims": claims,
        "defects": len(ledger.of_type("defect.flagged")),
        "human_gates": len(ledger.of_type("gate.created")),
        "approvals": len(ledger.of_type("approval.requested")),
        "debates": len(ledger.of_type("debate.started")),
        "users": len(ledger.done("add_user")),
    }
    for table, events in made.items():
        rows = len(ledger.rows(table))
        if rows != events:
            yield f"{table} has {rows} rows, and the events tell of {events}"
    named = {one["matter_id"] for one in ledger.done("activate_case")}
    granted = {row["case_id"] for row in ledger.rows("case_grants")}
    yield from (f"case {case} was granted a unit without an event" for case in granted - named)
    used = sum(int(row["used"]) for row in ledger.rows("quota_use"))
    if used != len(granted):
        yield f"{used} units were taken for {len(granted)} cases"


def _documents(ledger: Ledger) -> Iterator[str]:
    """A document is there where it was added and not deleted, and only there."""
    added = {(one["matter_id"], one["tool_args"]["blob_id"]) for one in ledger.done("add_document")}
    deleted = Counter(one["tool_args"]["document_id"] for one in ledger.done("delete_document"))
    rows = ledger.rows("documents")
    for row in rows:
        if (row["matter_id"], row["blob"]) not in added:
            yield f"document {row['id']} has no event"
        if row["id"] in deleted:
            yield f"document {row['id']} was deleted and is there"
    yield from (f"document {one} was deleted {times} times" for one, times in deleted.items() if times > 1)
    if len(rows) + len(deleted) != len(added):
        yield f"{len(added)} documents were added and {len(deleted)} deleted, and {len(rows)} are there"


def _texts(ledger: Ledger) -> Iterator[str]:
    """A ready document has its text, whole; nothing else has one."""
    texts = {row["document_id"]: row for row in ledger.rows("document_texts")}
    for row in ledger.rows("documents"):
        text = texts.pop(row["id"], None)
        if (row["status"] == "ready") != (text is not None):
            yield f"document {row['id']} is {row['status']}, and its text is {'missing' if text is None else 'there'}"
        elif text is not None and len(text["text"].decode("utf-8", "surrogatepass")) != row["characters"]:
            yield f"the text of document {row['id']} is not whole"
    yield from (f"there is a text of {document}, which is no document" for document in texts)


def _words(ledger: Ledger) -> Iterator[str]:
    """The words of a document's chunks are there for all of its chunks or for none, and of no other document."""
    places = Counter(int(row["place"]) >> 20 for row in ledger.rows("chunk_words"))
    documents = {row["id"]: row for row in ledger.rows("documents")}
    for row in ledger.rows("word_documents"):
        words = places.pop(row["number"], 0)
        document = documents.get(row["document_id"])
        if document is None:
            yield f"there are words of {row['document_id']}, which is no document"
        elif words != document["chunk_count"]:
            yield f"document {row['document_id']} has {document['chunk_count']} chunks and the words of {words}"
    yield from (f"there are words of number {number}, which is no document's" for number in places)


def _scores(ledger: Ledger) -> Iterator[str]:
    """As many pages of scores are stored as are counted, and no features twice."""
    pages = Counter(row["statement"] for row in ledger.rows("score_pages"))
    for row in ledger.rows("score_statements"):
        if pages.pop(row["statement"], 0) != row["pages"]:
            yield f"a statement has other pages of scores than the {row['pages']} that are counted"
    yield from ("there are scores of a statement that is not counted" for _ in pages)
    counted = sum(int(row["pages"]) for row in ledger.rows("score_usage"))
    if counted != len(ledger.rows("score_pages")):
        yield f"{len(ledger.rows('score_pages'))} pages of scores are stored, and {counted} are counted"
    taken: Counter[tuple[str, int]] = Counter()
    for row in ledger.rows("feature_runs"):
        taken.update((row["model"], number) for number in range(row["first"], row["first"] + row["count"]))
    yield from (f"the features of text {number} are stored twice" for (_, number), times in taken.items() if times > 1)


def _blobs(ledger: Ledger) -> Iterator[str]:
    """Every original that is kept is whole and a document's, or is noted to be removed; and none is missing."""
    cases = {row["id"] for row in ledger.rows("cases")}
    wanted = {row["blob"] for row in ledger.rows("documents") if row["matter_id"] not in cases}
    noted = {row["blob"] for row in ledger.rows("original_removals")}
    kept = {path: data for path, data in ledger.files.items() if path.startswith("blobs/")}
    for path, data in kept.items():
        name = path.rpartition("/")[2]
        if sha256(data).hexdigest() != name:
            yield f"{path} is not what its name says"
        elif name not in wanted | noted:
            yield f"{path} is the original of no document"
    names = {path.rpartition("/")[2] for path in kept}
    yield from (f"the original {blob} is missing" for blob in wanted - names)


def _originals(ledger: Ledger) -> Iterator[str]:
    """The original of every document of a case is in the vault, and no other."""
    cases = {row["id"] for row in ledger.rows("cases")}
    wanted = {f"original/{row['id']}" for row in ledger.rows("documents") if row["matter_id"] in cases}
    sealed = {row["place"] for row in ledger.rows("vault_values") if row["place"].startswith("original/")}
    yield from (f"{place} is missing in the vault" for place in wanted - sealed)
    yield from (f"{place} is in the vault without its document" for place in sealed - wanted)


def _doubled(ledger: Ledger) -> Iterator[str]:
    """Nothing is there twice."""
    statements = [one for case in ledger.case_field("user_statements") for one in case]
    log = [one for case in ledger.case_field("agent_interactions") for one in case["log"]]
    things: dict[str, Iterable[object]] = {
        "document": ((row["matter_id"], row["blob"]) for row in ledger.rows("documents")),
        "claim": ((row["deal_id"], row["text"], row["span"]) for row in ledger.rows("claims")),
        "defect": ((row["deal_id"], row["key"]) for row in ledger.rows("defects") if row["status"] == "OPEN"),
        "debate": (row["deal_id"] for row in ledger.rows("debates")),
        "message": (one["text"] for one in statements),
        "entry of a case's log": (one["id"] for one in log if "id" in one),
        "original": (path.rpartition("/")[2] for path in ledger.files if path.startswith("blobs/")),
    }
    for kind, found in things.items():
        yield from (f"the {kind} {one} is there {times} times" for one, times in Counter(found).items() if times > 1)


def _approvals(ledger: Ledger) -> Iterator[str]:
    """A request that was granted has the event that says so, and ran once at most."""
    told = _by_request(ledger.of_type("approval.granted"))
    ran = _by_request(ledger.done("delete_document"))
    for row in ledger.rows("approvals"):
        granted = row["state"] in ("granted", "consumed")
        if granted != (row["id"] in told):
            yield f"request {row['id']} is {row['state']}, and its events tell otherwise"
        if ran[row["id"]] > (row["state"] == "consumed"):
            yield f"request {row['id']} is {row['state']}, and its call ran {ran[row['id']]} times"


def _debates(ledger: Ledger) -> Iterator[str]:
    """A debate has ended as often as its events say."""
    ends = Counter(one["debate_id"] for one in ledger.of_type("debate.ended"))
    for row in ledger.rows("debates"):
        if ends[row["id"]] != (row["result"] is not None):
            yield f"debate {row['id']} ended {ends[row['id']]} times, and its result is {row['status']}"


def _by_request(events: Iterable[Row]) -> Counter[str]:
    return Counter(one["approval_id"] for one in events)
