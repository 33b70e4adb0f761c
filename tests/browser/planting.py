"""A home in which whatever people and files can say tries to be more than text: scripts, markup, signs, long words."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import TYPE_CHECKING, Any

from docx import Document
from openpyxl import Workbook

from tests.served import API, json_of

if TYPE_CHECKING:
    import httpx

SCRIPT = "<script>window.stolen=1</script>"
BREAKER = "\"'><img src=x onerror=window.stolen=1><b class='"
LINK = "[go](javascript:window.stolen=1) javascript:window.stolen=1"
MARKUP = "{{7*7}} ${7*7} {% if 1 %} &lt;b&gt;"
TURNED = "evil\u202etxt.exe\u2066"
LONG = "Langwort" * 40
HOSTILE = f"{SCRIPT} {BREAKER} {LINK} {MARKUP} {TURNED} {LONG}"
SHORT = f"{BREAKER} {{{{7*7}}}}"
LAW = "This Agreement is governed by the laws of the State of Delaware."


@dataclass(slots=True)
class Planted:
    """The paths of pages by their names, and what each of them has to show, to the character.

    ``party`` is what the page of a case's parties shows of the party once it is asked for.
    """

    paths: dict[str, str] = field(default_factory=dict)
    shown: dict[str, list[str]] = field(default_factory=dict)
    party: str = ""

    def add(self, page: str, path: str, *texts: str) -> None:
        """One page more."""
        self.paths[page] = path
        self.shown[page] = list(texts)


def plant(client: httpx.Client) -> Planted:
    """By the API, as its user."""
    planted = Planted()
    matter, documents = _matter(client, planted)
    _queries(client, planted, matter)
    _reviews(client, planted, matter, documents["law.txt"])
    _question(client, planted, matter)
    _approval(client, planted)
    _deal(client, planted)
    _case(client, planted)
    key = f"key {HOSTILE}"[:100]
    json_of(client.post(f"{API}/keys", json={"name": key, "tools": "*"}))
    planted.add("account", "/account", key)
    planted.add("search", "/search")
    planted.add("audit", "/audit")
    planted.add("admin", "/admin")
    return planted


# Any in this module: outputs of tools are JSON.
def _matter(client: httpx.Client, planted: Planted) -> tuple[str, dict[str, str]]:
    title = f"matter {SCRIPT} {BREAKER} {MARKUP} {TURNED}"
    matter = str(json_of(client.post(f"{API}/matters", json={"title": title}))["matter_id"])
    names = {f"n{number} {one}": one for number, one in enumerate((SCRIPT, BREAKER, MARKUP, TURNED, LONG[:200]))}
    files = {f"{name.replace('/', '|')}.txt": f"{name[:2]}\n\n{HOSTILE}".encode() for name in names}
    files |= {"law.txt": f"{HOSTILE}\n\n1. {LAW}\n".encode(), "text.md": f"# {HOSTILE}\n\n{HOSTILE}\n".encode()}
    files |= {"word.docx": _word(), "sheet.xlsx": _workbook(), "letter.eml": _letter()}
    for name, data in files.items():
        json_of(client.post(f"{API}/matters/{matter}/documents", params={"filename": name}, content=data))
    sent = {"files": ("all.zip", _archive())}
    form = {"csrf_token": client.headers["X-CSRF-Token"]}
    assert client.post(f"/matters/{matter}/documents", data=form, files=sent).status_code == 303
    found = json_of(client.get(f"{API}/matters/{matter}/documents", params={"limit": 100}))["documents"]
    documents = {str(one["filename"]): str(one["document_id"]) for one in found}
    path = f"/matters/{matter}"
    inside = [name for name in documents if "inside" in name]
    assert ["<img" in name for name in inside] == [True], documents
    planted.add("matters", "/", title)
    planted.add("matter", path, title, *(name for name in documents if name.startswith("n")), *inside)
    for name, one in documents.items():
        planted.add(f"document {name[:12]}", f"{path}/documents/{one}", name)
        shown = planted.shown[f"document {name[:12]}"]
        shown.append(title)
        if name.endswith((".txt", ".docx", ".xlsx", ".eml", ".md")):
            text = json_of(client.get(f"{API}{path}/documents/{one}/text"))["text"]
            shown += [part for part in (SCRIPT, BREAKER, LINK, MARKUP, TURNED, LONG) if part in text]
            assert {SCRIPT, LONG} <= set(shown), (name, text)
    return matter, documents


def _queries(client: httpx.Client, planted: Planted, matter: str) -> None:
    name = f"query {SHORT} {TURNED}"[:80]
    query = "{IS governing law clause}"
    about = f"about {HOSTILE}"[:500]
    made = {"name": name, "query": query, "description": about, "replace": True}
    json_of(client.post(f"{API}/queries", json=made))
    planted.add("query", f"/matters/{matter}/query", name, about)
    planted.add("query results", f"/matters/{matter}/query?act=run&q=%7BIS+governing+law+clause%7D", LAW)


def _reviews(client: httpx.Client, planted: Planted, matter: str, document: str) -> None:
    path = f"/matters/{matter}/documents/{document}"
    text = json_of(client.get(f"{API}{path}/text"))["text"]
    start = text.index("State of Delaware")
    value = f"value {HOSTILE}"
    corrected = {"field": "parties", "action": "add", "start": start, "end": start + 17, "value": value}
    json_of(client.post(f"{API}{path}/facts/corrections", json=corrected))
    comment = f"comment {HOSTILE}"
    column = {"kind": "fact", "asks": "parties"}
    json_of(client.post(f"{API}{path}/reviews", json={"column": column, "state": "disputed", "comment": comment}))
    planted.add("grid", f"/matters/{matter}/grid?col=fact:parties", value)
    planted.add("cell", f"/matters/{matter}/grid/cell?document={document}&col=fact:parties", comment, value)


def _question(client: httpx.Client, planted: Planted, matter: str) -> None:
    question = f"Which law governs it? {HOSTILE}"
    asked = json_of(client.post(f"{API}/matters/{matter}/ask", json={"question": question}))
    planted.add("ask", f"/matters/{matter}/ask/{asked['thread_id']}", question)


def _approval(client: httpx.Client, planted: Planted) -> None:
    title = f"to go {SCRIPT} {BREAKER} {TURNED}"
    doomed = json_of(client.post(f"{API}/matters", json={"title": title}))["matter_id"]
    approval = client.request("DELETE", f"{API}/matters/{doomed}", json={}).json()["approval_id"]
    reason = f"reason {SCRIPT} {BREAKER} {LINK} {MARKUP}"
    # A preview quotes titles with what has no shape as an escape: whoever decides sees it.
    planted.add("approval", f"/approvals/{approval}", repr(title), reason)
    client.post(f"{API}/approvals/{approval}/decision", json={"decision": "reject", "reason": reason})
    another = client.request("DELETE", f"{API}/matters/{doomed}", json={}).json()["approval_id"]
    planted.add("approvals", "/approvals", "delete_matter")
    planted.add("open approval", f"/approvals/{another}", repr(title))


def _deal(client: httpx.Client, planted: Planted) -> None:
    title = f"deal {SCRIPT} {BREAKER} {TURNED}"
    deal = str(json_of(client.post(f"{API}/matters", json={"title": title, "kind": "deal"}))["matter_id"])
    text = f"claim {HOSTILE}"
    filename = f"deck {BREAKER}.txt"
    words = f"Revenue was EUR 1 m. {HOSTILE}"
    stored = client.post(f"{API}/matters/{deal}/documents", params={"filename": filename}, content=words.encode())
    place = {"document": json_of(stored)["document_id"], "quote": words, "source_type": "board_deck"}
    claim = {"claim_text": text, "claim_class": "FINANCIAL", "evidence": [place]}
    made: Any = json_of(client.post(f"{API}/deals/{deal}/claims", json=claim))
    path = f"/matters/{deal}/deal"
    planted.add("deals", "/deals", title)
    planted.add("deal", path, title, text)
    planted.add("claim", f"{path}/claims/{made['claim']['claim_id']}", title, text, words)


def _case(client: httpx.Client, planted: Planted) -> None:
    title = f"dosar {SCRIPT} {BREAKER} {TURNED}"
    case = str(json_of(client.post(f"{API}/cases", json={"title": title}))["case_id"])
    found = {"doc_id": "x", "title": f"act {HOSTILE}", "summary": f"summary {HOSTILE}", "status": "applied"}
    json_of(client.patch(f"{API}/cases/{case}/details", json={"updates": {"legal_research.legislation": [found]}}))
    name = "Cerere"
    draft = {"markdown_content": f"# Cerere\n\n{SCRIPT} {BREAKER} {LINK} {LONG}", "draft_name": name, "revision": 1}
    made = json_of(client.post(f"{API}/cases/{case}/drafts", json=draft))["draft_firestore_id"]
    party = {"kind": "organisation", "organizationName": f"firma {HOSTILE}"[:200]}
    one = json_of(client.post(f"{API}/parties", json=party))["party_id"]
    json_of(client.post(f"{API}/cases/{case}/parties", json={"party_id": one, "role": "pârât"}))
    planted.add("cases", "/cases", title)
    planted.add("case", f"/cases/{case}", title)
    planted.add("case parties", f"/cases/{case}/parties", title)
    planted.party = party["organizationName"]
    planted.add("case research", f"/cases/{case}/research", found["title"], found["summary"])
    planted.add("case drafts", f"/cases/{case}/drafts", name)
    planted.add("case draft", f"/cases/{case}/drafts/{made}", name)


def _word() -> bytes:
    document = Document()
    document.add_heading(HOSTILE, 1)
    document.add_table(1, 1).cell(0, 0).text = HOSTILE
    document.add_paragraph(HOSTILE)
    return _written(document)


def _workbook() -> bytes:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "<b>{{7+7}}"
    sheet.append(["Name", HOSTILE])
    return _written(book)


def _written(made: Any) -> bytes:
    kept = io.BytesIO()
    made.save(kept)
    return kept.getvalue()


def _letter() -> bytes:
    letter = EmailMessage()
    letter["From"] = "ada@example.org"
    letter["Subject"] = f"{SCRIPT} {MARKUP}"
    letter.set_content(HOSTILE)
    letter.add_attachment(HOSTILE.encode(), "text", "plain", filename=f"{SCRIPT.replace('/', '|')}.txt")
    return letter.as_bytes()


def _archive() -> bytes:
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w") as archive:
        archive.writestr('"><img src=x onerror=window.stolen=1>{{7*7}}/inside.txt', f"inside\n\n{HOSTILE}")
    return kept.getvalue()
