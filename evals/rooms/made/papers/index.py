"""The index of the room."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from evals.rooms.made.figure import Mark

from .lists import Row, put
from .opening import open_paper

if TYPE_CHECKING:
    from evals.rooms.made.document import Content
    from evals.rooms.made.room import Room
    from evals.rooms.made.scribe import Scribe

_FOLDERS = {
    "a": {
        "accounts": "Finance",
        "kpis": "Operations",
        "customers": "Commercial",
        "pipeline": "Commercial",
        "captable": "Corporate",
        "minutes": "Corporate",
        "shares": "Corporate",
        "contract": "Contracts",
        "contracts": "Contracts",
        "template": "Contracts",
        "draft": "Contracts",
        "permits": "Legal",
        "certificate": "Legal",
        "letter": "Legal",
        "mail": "Correspondence",
        "headcount": "People",
        "loans": "Finance",
    },
    "b": {
        "accounts": "2 Numbers",
        "kpis": "4 Production",
        "customers": "3 Sales",
        "pipeline": "3 Sales",
        "captable": "1 Firm",
        "minutes": "1 Firm",
        "shares": "1 Firm",
        "contract": "5 Agreements",
        "contracts": "5 Agreements",
        "template": "5 Agreements",
        "draft": "5 Agreements",
        "permits": "6 Authorities",
        "certificate": "6 Authorities",
        "letter": "7 Letters",
        "mail": "7 Letters",
        "headcount": "8 Staff",
        "loans": "2 Numbers",
    },
}


def write_index(room: Room) -> None:
    """The list of the room's documents; what it names and the room lacks is planted."""
    scribe, layout = open_paper(room, "index", "index")
    columns, ending = layout["columns"], layout["ending"]
    folders = _FOLDERS[room.pool]
    entries: list[tuple[str, Content, str]] = []
    for doc in room.docs:
        if doc is not scribe.doc:
            name = doc.file if ending else PurePath(doc.file).stem
            entries.append(
                (folders.get(doc.type.split(".")[0], "0 General" if room.pool == "b" else "Overview"), name, doc.kind)
            )
    entries.sort(key=lambda one: (one[0], one[1] if isinstance(one[1], str) else ""))
    extra = _extra(room, scribe, ending)
    if extra is not None:
        entries.insert(scribe.rng.randint(1, len(entries) - 1), (entries[-1][0], extra, "document"))
    if room.on("near.reserved"):
        text = scribe.rng.choice(
            ["(reserved)", "[number not used]", "intentionally left blank", "(reserved, no document)"]
        )
        entries.insert(scribe.rng.randint(1, len(entries) - 1), (entries[0][0], Mark(text, "index.reserved"), "-"))
    entries.sort(key=lambda one: one[0])
    rows: list[Row] = [
        {
            "folder": folder,
            "file": name,
            "kind": kind,
            "number": f"{at // 10 + 1}.{at % 10 + 1:02d}" if room.pool == "a" else f"D{at + 1}",
        }
        for at, (folder, name, kind) in enumerate(entries)
    ]
    heads: Row = {
        "folder": "Folder",
        "file": scribe.rng.choice(["Document", "File", "Name"]),
        "kind": "Kind",
        "number": "No.",
    }
    if not scribe.doc.file.endswith(".pdf"):
        put(scribe, scribe.rng.choice(["Index of the data room", "Documents"]), heads, rows, columns, money=False)
        return
    doc = scribe.doc
    doc.title(f"Data room of {room.company.name}")
    doc.row(*(heads[one] for one in columns))
    for row in rows:
        doc.row(*(row[one] for one in columns))
    doc.gap()


def _extra(room: Room, scribe: Scribe, ending: bool) -> Mark | None:
    if room.on("hidden.plain"):
        return Mark(room.files["hidden"] + (".pdf" if ending else ""), "index.hidden")
    if room.on("hidden.second"):
        base = PurePath(
            scribe.rng.choice([doc for doc in room.docs if doc.type.startswith(("contract.", "minutes"))]).file
        )
        return Mark(f"{base.stem} - part two" + (base.suffix if ending else ""), "index.hidden")
    if room.on("hidden.file"):
        return Mark(f"{room.files['hidden']} signed.docx", "index.hidden")
    return None
