"""The load: wrk, which is kept elsewhere and takes little of the processor that the server needs."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

import orjson

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

WRK = "wrk"
_SCRIPT = """
local requests, at = {}, 0
function init(arguments)
  for line in io.lines(arguments[1]) do
    local method, path, key, body = line:match("^(%S+) (%S+) (%S+) ?(.*)$")
    local headers = {["Host"] = wrk.host .. ":" .. wrk.port, ["Authorization"] = "Bearer " .. key}
    if body ~= "" then headers["Content-Type"] = "application/json" end
    requests[#requests + 1] = wrk.format(method, path, headers, body ~= "" and body or nil)
  end
end
function request()
  at = at % #requests + 1
  return requests[at]
end
function done(summary, latency)
  local failed = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout
  io.write(string.format("CASEWRIGHT %d %d %d %f %f %f\\n", summary.requests, summary.duration, failed,
    latency:percentile(50), latency:percentile(95), latency:percentile(99)))
end
"""
_WHY = """
local threads = {}
function setup(thread) threads[#threads + 1] = thread end
why = ""
local seen = {}
function response(status, headers, body)
  local code = body:match('"code":"([%w_]+)"') or "-"
  if status >= 400 and not seen[status .. code] then
    seen[status .. code] = true
    why = why .. " " .. status .. ":" .. code
  end
end
local told = done
function done(...)
  told(...)
  for _, thread in ipairs(threads) do io.write("WHY" .. thread:get("why") .. "\\n") end
end
"""
"""Says with which statuses and codes requests failed. Each answer is read for it, which takes wrk more time."""


@dataclass(frozen=True, slots=True)
class Load:
    """What came of it: answers a second, and milliseconds of one."""

    rate: float
    p50: float
    p95: float
    p99: float
    failed: int
    why: str = ""
    """The statuses and codes of those that failed, where that was asked."""

    def __str__(self) -> str:
        lost = f", {self.failed} FAILED {self.why}".rstrip() if self.failed else ""
        return f"{self.rate:7.0f} a second, {self.p50:6.1f} ms p50, {self.p95:6.1f} ms p95{lost}"


def get(path: str, key: str) -> str:
    """A request for what stands there."""
    return f"GET {path} {key}"


def post(path: str, key: str, body: object) -> str:
    """A request with a body."""
    return f"POST {path} {key} {orjson.dumps(body).decode()}"


def is_there() -> bool:
    """Whether wrk is installed."""
    return shutil.which(WRK) is not None


def send(
    url: str, requests: Sequence[str], folder: Path, *, connections: int, seconds: int, explain: bool = False
) -> Load:
    """Send these in turns over so many connections for so long; each as ``get`` and ``post`` write it.

    With ``explain`` it is looked at, too, why some failed.
    """
    script, asked = folder / "load.lua", folder / "load.txt"
    script.write_text(_SCRIPT + (_WHY if explain else ""), encoding="ascii")
    asked.write_text("\n".join(requests) + "\n", encoding="ascii")
    command = [WRK, "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "20s", "-s", str(script), url]
    told = subprocess.run([*command, "--", str(asked)], check=True, capture_output=True, text=True).stdout
    found = next(line.split()[1:] for line in told.splitlines() if line.startswith("CASEWRIGHT "))
    answers, microseconds, failed = (int(one) for one in found[:3])
    p50, p95, p99 = (float(one) / 1000 for one in found[3:])
    why = next((line[3:].strip() for line in told.splitlines() if line.startswith("WHY")), "")
    return Load(answers / (microseconds / 1e6), p50, p95, p99, failed, why)
