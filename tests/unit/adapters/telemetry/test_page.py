"""The trace on the page about telemetry is what its code prints."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest

PAGE = (Path(__file__).parents[4] / "docs" / "telemetry.md").read_text("utf-8")
_CODE = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
_TRACE = re.compile(r"^```json\n(.*?)^```", re.MULTILINE | re.DOTALL)
_DRAWN = ("span_id", "parent_id", "gen_ai.tool.call.id", "service.instance.id", "start_time", "end_time")
_VERSION = "telemetry.sdk.version"


def spans(text: str) -> list[dict[str, Any]]:
    """The spans of a console exporter's output."""
    found, at = [], 0
    while at < len(text):
        span, at = json.JSONDecoder().raw_decode(text, at)
        found.append(span)
        at += len(text[at:]) - len(text[at:].lstrip())
    return found


def masked(value: Any, drawn: dict[str, str]) -> Any:
    """The spans with a number in place of whatever is drawn or measured, the same for the same."""
    if isinstance(value, list):
        return [masked(one, drawn) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        name: drawn.setdefault(str(one), f"#{len(drawn)}") if name in _DRAWN else masked(one, drawn)
        for name, one in value.items()
        if name != _VERSION
    }


def test_trace_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Spans, attributes and who is whose child are those that are shown; times and drawn ids are others."""
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": "docs", "home": tmp_path / "home"}
    for code in _CODE.findall(PAGE):
        exec(compile(code, "telemetry.md", "exec"), namespace)
    printed = spans(capsys.readouterr().out.strip())
    [shown] = _TRACE.findall(PAGE)
    assert masked(printed, {}) == masked(spans(shown.strip()), {})
    assert [span["name"] for span in printed] == ["look up the rate", "execute_tool convert"]
    assert printed[0]["parent_id"] == printed[1]["context"]["span_id"]
