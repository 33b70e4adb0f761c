"""A session of the SDK's client with our server, as docs/mcp.md shows it: ``python -m tests.mcp.transcript``."""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.mcp.servers import key_file, make_home, run, stdio, text_of, told

if TYPE_CHECKING:
    from mcp import Client

PAGE = Path(__file__).parents[2] / "docs" / "mcp.md"
_BLOCK = re.compile(r"(<!-- session -->\n```text\n).*?(```\n)", re.DOTALL)
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_TIME = re.compile(r"20\d\d-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d\.\d+\+00:00)?")
_LONGEST = 300


def session(home: Path) -> str:
    """What is asked and answered, with ids and times by letters."""
    lines: list[str] = []

    async def work() -> None:
        async with stdio(home, "--as", str(key_file(home, "ada"))) as client:
            await _ask(client, lines)

    run(work)
    return _plain("\n".join(lines)) + "\n"


async def _ask(client: Client, lines: list[str]) -> None:
    lines.append(f"connected, protocol {client.protocol_version}")
    tools = (await client.list_tools()).tools
    [delete] = [tool for tool in tools if tool.name == "delete_document"]
    assert delete.annotations is not None
    lines.append(f"> tools/list\n{len(tools)} tools, {tools[0].name} to {tools[-1].name}")
    hints = delete.annotations.model_dump(by_alias=True, exclude_none=True)
    lines.append(f"delete_document: {json.dumps(hints)}")
    listed = await _call(client, lines, "list_matters", {})
    matter = listed["matters"][0]["matter_id"]
    await _call(client, lines, "isaacus_extract", {"matter_id": matter, "question": "What is the rent?"})
    [document] = (await client.list_resources()).resources
    read = await client.read_resource(document.uri)
    lines.append(f"> resources/read {document.uri}\n{read.contents[0].text}")  # type: ignore[union-attr]
    gone = {"matter_id": matter, "document_id": document.uri.rpartition("/")[2]}
    await _call(client, lines, "delete_document", gone)
    await _call(client, lines, "grant_provider_consent", {"matter_id": matter, "provider": "isaacus"})


async def _call(client: Client, lines: list[str], tool: str, arguments: dict[str, Any]) -> Any:
    result = await client.call_tool(tool, arguments)
    text = text_of(result)
    shown = text if len(text) <= _LONGEST else f"{text[:_LONGEST]} …"
    lines.append(f"> tools/call {tool} {json.dumps(arguments)}\n{told(result)['status']}: {shown}")
    return result.structured_content


def _plain(text: str) -> str:
    """Ids as the letters A, B, C, in the order of their coming; times as they are written, without their digits."""
    letters: dict[str, str] = {}
    text = _UUID.sub(lambda found: letters.setdefault(found[0], f"({chr(ord('A') + len(letters))})"), text)
    text = re.sub(r'"confidence":[\d.]+', '"confidence":…', text)
    return re.sub(r"M-20\d\d-", "M-20YY-", _TIME.sub("(time)", text))


def shown() -> str:
    """The session that the page shows."""
    found = _BLOCK.search(PAGE.read_text(encoding="utf-8"))
    assert found is not None, "docs/mcp.md has no session"
    return found[0].removeprefix(found[1]).removesuffix(found[2])


def main() -> None:
    """Write the session into the page."""
    with tempfile.TemporaryDirectory() as folder:
        text = session(make_home(Path(folder) / "home"))
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(_BLOCK.sub(lambda found: f"{found[1]}{text}{found[2]}", page), encoding="utf-8")


if __name__ == "__main__":
    main()
