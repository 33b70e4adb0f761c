"""Runs of schemathesis over a server: what it is told, and what came of it.

Used by ``tests.e2e.test_server_schema``; ``tests.schema_hooks`` is what it calls meanwhile.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.server_rows import id_of, row_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from tests.server_world import World

# Any in this module: descriptions are JSON.
Statuses = dict[str, Counter[int]]
_PROGRAM = Path(sys.executable).with_name("schemathesis")
_ROOT = Path(__file__).parents[1]
_SLOT = re.compile(r"{([a-z_]+)}")
_JSON = "application/json"


class Run:
    """Runs in a folder, over the server at this address, without the operations that are ``left`` out."""

    def __init__(self, folder: Path, url: str, world: World, left: Collection[str], checks: Sequence[str]) -> None:
        self._folder, self._url, self._world = folder, url, world
        self._left, self._checks = left, checks

    def ask(self, description: Mapping[str, Any], chosen: str, *options: str) -> Mapping[str, Statuses]:
        """One run; how often which operation answered what, by phase, for requests that were made to fit.

        ``chosen`` is more of the configuration.
        """
        counts = self._folder / "counts"
        counts.write_text("", encoding="utf-8")
        (self._folder / "openapi.json").write_text(json.dumps(description), encoding="utf-8")
        (self._folder / "schemathesis.toml").write_text(
            f'base-url = "{self._url}"\nrequest-timeout = 60\n[headers]\n'
            f'Authorization = "Bearer {self._world.key}"\n\n{chosen}',
            encoding="utf-8",
        )
        command = [str(_PROGRAM), "--config-file", "schemathesis.toml", "run", "openapi.json", "--no-color", *options]
        command += ["--checks", ",".join(self._checks), "--warnings", "off", "--generation-database", "none"]
        command += ["--exclude-operation-id-regex", f"^({'|'.join(sorted(self._left))})$"]
        told = {"SCHEMATHESIS_HOOKS": "tests.schema_hooks", "SCHEMA_COUNTS": str(counts)}
        path = os.pathsep.join([str(_ROOT), os.environ.get("PYTHONPATH", "")])
        ended = subprocess.run(
            command,
            cwd=self._folder,
            env={**os.environ, **told, "SCHEMA_APPROVER": self._world.second, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr
        found: dict[str, Statuses] = defaultdict(lambda: defaultdict(Counter))
        for line in counts.read_text(encoding="utf-8").splitlines():
            name, phase, mode, status = line.split("\t")
            if mode == "positive":
                found[phase][name][int(status)] += 1
        return found


def plain(part: Any) -> Any:
    """The description without ``prefixItems``, which schemathesis 4.32 makes an older draft's and then refuses."""
    if isinstance(part, dict):
        return {name: plain(one) for name, one in part.items() if name != "prefixItems"}
    return [plain(one) for one in part] if isinstance(part, list) else part


def with_examples(description: Mapping[str, Any], ids: Mapping[str, str]) -> dict[str, Any]:
    """The description with a request of each operation that works, as examples."""
    made = deepcopy(dict(description))
    for path, operation in _operations(made):
        given = row_of(operation)
        sent = given.sent(path, ids)[1]
        if "json" in sent and "requestBody" in operation:
            operation["requestBody"]["content"][_JSON]["example"] = sent["json"]
        for parameter in operation.get("parameters", ()):
            name = parameter["name"]
            if parameter["in"] == "path":
                parameter["example"] = id_of(given.path.get(name, name), ids)
            elif name in sent["params"]:
                value = sent["params"][name]
                parameter["example"] = [value] if parameter["schema"].get("type") == "array" else value
    return made


def places(description: Mapping[str, Any], ids: Mapping[str, str], dear: Mapping[str, int]) -> str:
    """Configuration by which names in paths are those of real things, and dear operations are asked less."""
    made = []
    for path, operation in _operations(description):
        name, given = operation["operationId"], row_of(operation)
        taken = [f'"path.{one}" = "{id_of(given.path.get(one, one), ids)}"' for one in _SLOT.findall(path)]
        lines = [f'[[operations]]\ninclude-operation-id = "{name}"']
        if taken:
            lines.append(f"parameters = {{ {', '.join(taken)} }}")
        if name in dear:
            lines.append(f"generation = {{ max-examples = {dear[name]} }}")
        if len(lines) > 1:
            made.append("\n".join(lines))
    return "\n\n".join(made)


SEQUENCES = "[phases.stateful]\nmax-steps = 8\ninference = { algorithms = [] }\n"
"""Configuration of sequences: by the description's own links, and no others."""


def with_links(description: Mapping[str, Any], left: Collection[str]) -> dict[str, Any]:
    """The description of what makes, shows or deletes things, as if only bodies were taken that work.

    Sequences are about the order, not the values. What names a thing in a body is left out: it would be another one.
    """
    made = deepcopy(dict(description))
    makers = {
        operation["operationId"]: operation["responses"]["201"]["links"]
        for _, operation in _operations(made)
        if "links" in operation["responses"].get("201", {}) and operation["operationId"] not in left
    }
    linked = {name for links in makers.values() for name in links} - set(left)
    for path, methods in made["paths"].items():
        made["paths"][path] = {
            method: operation
            for method, operation in methods.items()
            if operation["operationId"] in makers
            or (operation["operationId"] in linked and method in ("get", "delete"))
        }
    kept = {operation["operationId"] for _, operation in _operations(made)}
    for _, operation in _operations(made):
        for response in operation["responses"].values():
            links = {name: link for name, link in response.pop("links", {}).items() if name in kept}
            if links:
                response["links"] = links
        given = row_of(operation)
        for parameter in operation.get("parameters", ()):
            if parameter["in"] == "query" and parameter["name"] in given.query:
                parameter["schema"] = {"const": given.query[parameter["name"]]}
        if (body := given.body) is not None and "requestBody" in operation:
            taken = {name: one for name, one in body.items() if not _SLOT.search(repr(one))}
            operation["requestBody"]["content"][_JSON]["schema"] = {"const": taken}
    return made


def _operations(description: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for path, methods in description["paths"].items():
        for operation in methods.values():
            yield path, operation
