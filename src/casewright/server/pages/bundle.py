"""A matter as a folder of pages that open from disk: read by tool calls, drawn as in the browser, proved by hashes."""

from __future__ import annotations

import asyncio
import json
import zipfile
from base64 import b64decode
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from casewright.errors import InvalidInput, ToolFailed
from casewright.server.answers import sentence
from casewright.server.pages.answer_text import blocks as answer_blocks
from casewright.server.pages.assets import load_assets
from casewright.server.pages.marked_text import Mark, pieces
from casewright.server.pages.rendering import Renderer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from casewright.bootstrap.session import Session

_PDF = "application/pdf"
_BLOCKS = 1_000
_PIXELS = 1_000
_FACTS = 500
MANIFEST = "manifest.json"


# Any in this module: outputs of tools are JSON.
@dataclass
class Bundle:
    """What is in it. ``left_out`` are sentences about what is not."""

    matter: Mapping[str, Any]
    documents: Sequence[dict[str, Any]]
    facts: Sequence[Mapping[str, Any]] = ()
    threads: Sequence[Mapping[str, Any]] = ()
    left_out: list[str] = field(default_factory=list)
    marks: dict[str, list[Mark]] = field(default_factory=dict)


class BundleWriter:
    """Writes into a folder that is there and empty. ``told`` hears each file's name before it is made."""

    def __init__(
        self, session: Session, folder: Path, language: str, told: Callable[[str], None] = lambda _name: None
    ) -> None:
        self._session = session
        self._folder = folder
        self._language = language
        self._told = told
        self._renderer = Renderer(load_assets())
        self._written: dict[str, str] = {}

    async def write(self, matter: str) -> Bundle:
        """All of it. Raises ``InvalidInput`` for a case, ``ToolFailed`` where what has to be read cannot be."""
        shown = await self._read("show_matter", {"matter_id": matter})
        if shown["kind"] == "case":
            raise InvalidInput("A case stays where its personal data is kept: bundle a legal matter or a deal")
        listed = await self._read("list_matter_documents", {"matter_id": matter})
        bundle = Bundle(shown, listed["documents"])
        for number, document in enumerate(bundle.documents, start=1):
            document["page"] = f"documents/{number:03d}.html"
        await self._read_facts(bundle)
        await self._read_threads(bundle)
        for document in bundle.documents:
            await self._write_document(bundle, document)
        await self._write_audit(bundle)
        self._page("index.html", "bundle/index.html", bundle, root="")
        self._page("facts.html", "bundle/facts.html", bundle, root="")
        self._page("answers.html", "bundle/answers.html", bundle, root="")
        self._file("casewright.css", load_assets().text("casewright.css").encode())
        verifier = files("casewright.server.pages") / "templates" / "bundle" / "verify_bundle.py.txt"
        self._file("verify.py", verifier.read_bytes())
        made = {"matter": shown["number"], "files": dict(sorted(self._written.items()))}
        (self._folder / MANIFEST).write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
        return bundle

    async def _read(self, tool: str, arguments: Mapping[str, object]) -> dict[str, Any]:
        result = await self._session.call(tool, arguments)
        if not result.success or not isinstance(result.structured, dict):
            raise ToolFailed(f"{tool}: {sentence(result)}")
        return result.structured

    async def _read_facts(self, bundle: Bundle) -> None:
        found: list[Mapping[str, Any]] = []
        first: int | None = 0
        while first is not None:
            asked = {"matter_id": bundle.matter["matter_id"], "first": first, "limit": _FACTS}
            try:
                part = await self._read("contract_facts", asked)
            except ToolFailed as error:
                bundle.left_out.append(str(error))
                return
            found += part["documents"]
            first = part["next_first"]
        bundle.facts = found
        for document in found:
            for number, fact in enumerate(document["facts"]):
                self._mark(bundle, document["document_id"], fact["start"], fact["end"], number)

    async def _read_threads(self, bundle: Bundle) -> None:
        """The conversations of whoever bundles: nobody sees another's."""
        about = {"matter_id": bundle.matter["matter_id"]}
        threads = (await self._read("list_threads", about))["threads"]
        whole = []
        for one in threads:
            shown = (await self._read("list_threads", {**about, "thread_id": one["thread_id"]}))["threads"][0]
            whole.append(shown)
            for turn in shown["turns"] or ():
                for number, cited in enumerate(turn["citations"]):
                    self._mark(bundle, cited["document_id"], cited["start"], cited["end"], number)
        bundle.threads = whole

    def _mark(self, bundle: Bundle, document: str, start: int | None, end: int | None, number: int) -> None:
        if start is None or end is None:
            return
        marks = bundle.marks.setdefault(document, [])
        if all((one.start, one.end) != (start, end) for one in marks):
            marks.append(Mark(start, end, "match", number))

    async def _write_document(self, bundle: Bundle, document: dict[str, Any]) -> None:
        self._told(document["filename"])
        about = {"matter_id": bundle.matter["matter_id"], "document_id": document["document_id"]}
        whole = await self._read("show_document", about)
        layout: dict[str, Any] | None = None
        sheets: list[dict[str, Any]] = []
        if document["processing_status"] == "ready":
            layout = await self._layout(about)
            if document["file_type"] == _PDF:
                sheets = await self._sheets(bundle, document, about)
        else:
            bundle.left_out.append(f"{document['filename']}: not read")
        self._page(
            document["page"],
            "bundle/document.html",
            bundle,
            root="../",
            document=whole,
            layout=layout,
            sheets=sheets,
            marks=bundle.marks.get(document["document_id"], []),
        )

    async def _layout(self, about: Mapping[str, str]) -> dict[str, Any]:
        layout = await self._read("show_document_layout", {**about, "limit": _BLOCKS})
        following = layout["next_first"]
        while following is not None:
            part = await self._read("show_document_layout", {**about, "first": following, "limit": _BLOCKS})
            for name in ("blocks", "changes", "comments"):
                layout[name] += part[name]
            following = part["next_first"]
        return layout

    async def _sheets(
        self, bundle: Bundle, document: Mapping[str, Any], about: Mapping[str, str]
    ) -> list[dict[str, Any]]:
        marks = bundle.marks.get(document["document_id"], [])
        sheets: list[dict[str, Any]] = []
        count = 1
        while len(sheets) < count:
            number = len(sheets) + 1
            sheet = await self._read("show_page", {**about, "page": number})
            count = sheet["pages"]
            image = await self._read("render_page", {**about, "page": number, "width": _PIXELS})
            name = f"{document['page'].removesuffix('.html')}-{number:03d}.png"
            self._file(name, b64decode(image["base64"]))
            sheet["image"] = name.partition("/")[2]
            sheet["boxes"] = [
                side
                for word in sheet["words"]
                if any(mark.start <= word["start"] and word["end"] <= mark.end for mark in marks)
                for side in word["boxes"]
            ]
            sheets.append(sheet)
        return sheets

    async def _write_audit(self, bundle: Bundle) -> None:
        """The whole tenant's chain proves itself; who may not export it bundles without."""
        try:
            made = await self._read("export_audit", {})
        except ToolFailed as error:
            bundle.left_out.append(f"The audit is not in it: {error}")
            return
        exports = self._session.parts.materials.proofs.exports
        folder = await asyncio.to_thread(exports.folder, self._session.actor.tenant)
        with zipfile.ZipFile(folder / made["filename"]) as pack:
            for name in pack.namelist():
                self._file(f"audit/{name}", pack.read(name))

    def _page(self, name: str, template: str, bundle: Bundle, **values: object) -> None:
        pages = {one["document_id"]: one for one in bundle.documents}
        matter = str(bundle.matter["matter_id"])
        body = self._renderer.render(
            template,
            self._language,
            {
                "bundle": bundle,
                "matter": bundle.matter,
                "pieces": pieces,
                "pages": pages,
                "has_audit": any(one.startswith("audit/") for one in self._written),
                "told": lambda turn: answer_blocks(str(turn["text"]), matter, turn["citations"]),
                **values,
            },
        )
        self._file(name, body.encode())

    def _file(self, name: str, data: bytes) -> None:
        path = self._folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        self._written[name] = sha256(data).hexdigest()
