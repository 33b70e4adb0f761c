"""A client that a generator makes of the server's description, and that works."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.served import API, json_of, serving

_PROGRAMS = Path(sys.prefix) / "openapi" / "bin"
_USE = """
import json, sys
from made import AuthenticatedClient
from made.api.matters import create_matter, isaacus_iql, list_matters
from made.models import CreateMatterBody, IsaacusIqlBody

url, key, matter = sys.argv[1:]
client = AuthenticatedClient(base_url=url, token=key)
titles = [one.title for one in list_matters.sync(client=client).matters]
scored = isaacus_iql.sync(matter, client=client, body=IsaacusIqlBody(query="{rent}"))
missing = isaacus_iql.sync("00000000-0000-4000-8000-000000000000", client=client, body=IsaacusIqlBody(query="{rent}"))
made = create_matter.sync(client=client, body=CreateMatterBody(title="Made by the client"))
print(json.dumps([titles, scored.document_results[0]["filename"], missing.code, made.title]))
"""


def test_a_generated_client_works(tmp_path: Path) -> None:
    """It is generated without a warning, and gives typed answers and typed problems."""
    generator = _PROGRAMS / "openapi-python-client"
    if not generator.exists():
        assert "http" not in os.environ.get("CASEWRIGHT_REQUIRE", ""), f"{generator} is missing: make http-tools"
        pytest.skip("no generator of clients: make http-tools installs it")
    with serving(tmp_path / "home") as served:
        key = served.join()
        with served.client(key) as client:
            (tmp_path / "openapi.json").write_text(json.dumps(json_of(client.get(f"{API}/openapi.json"))))
            matter = json_of(client.post(f"{API}/matters", json={"title": "Lease"}))["matter_id"]
            lease = b"LEASE\n\n1. Rent\nThe Tenant shall pay EUR 1,000 a month.\n"
            json_of(client.post(f"{API}/matters/{matter}/documents?filename=lease.txt", content=lease))
        # The generator knows bytes by one name only.
        known = dict.fromkeys(("image/png", "application/pdf"), "application/octet-stream")
        (tmp_path / "generator.yml").write_text(json.dumps({"content_type_overrides": known}))
        command = [str(generator), "generate", "--path", "openapi.json", "--output-path", "made", "--meta", "none"]
        command += ["--config", "generator.yml"]
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"  # it formats what it made with ruff
        generated = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, check=False, env={**os.environ, "PATH": path}
        )
        (tmp_path / "use.py").write_text(_USE)
        used = subprocess.run(
            [str(_PROGRAMS / "python"), "use.py", served.url, key, matter],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )

    assert generated.returncode == 0
    assert "warning" not in (generated.stdout + generated.stderr).lower(), generated.stdout
    assert used.returncode == 0, used.stderr
    assert json.loads(used.stdout) == [["Lease"], "lease.txt", "not_found", "Made by the client"]
