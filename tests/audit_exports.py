"""Exports of an audit for tests: written, unzipped, verified, and changed by hand."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from casewright.adapters.exports.audit_files import AuditFiles
from casewright.audit import verifier
from casewright.audit.chain import DOMAIN
from tests.fakes.signed_log import OURS, SignedLog

if TYPE_CHECKING:
    from pathlib import Path


def filled() -> SignedLog:
    """Six events under two checkpoints, the second by another key."""
    log = SignedLog()
    log.fill(3)
    log.checkpoint()
    log.rotate()
    log.fill(3)
    return log


def zips(root: Path, log: SignedLog) -> AuditFiles:
    return AuditFiles(root, log=log, checkpoints=log.checkpoints, keys=log.keys, flaw=lambda _: None)


def unzipped(root: Path, log: SignedLog, after: int = 0) -> Path:
    """An export of the log, unzipped."""
    made = zips(root, log)
    exported = made.write(OURS, after)
    assert exported is not None
    folder = root / "unzipped"
    with zipfile.ZipFile(made.folder(OURS) / exported.filename) as archive:
        archive.extractall(folder)
    return folder


def verified(folder: Path, *arguments: str) -> tuple[int, str]:
    """The exit code and output of the export's own verifier, in a process that knows nothing of this project."""
    done = subprocess.run(
        [sys.executable, "-I", "verify.py", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={},
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def flaw(folder: Path) -> str:
    """What the verifier says is wrong; nothing where all holds."""
    try:
        verifier.verified(folder)
    except verifier.NotVerified as found:
        return str(found)
    return ""


def lines(folder: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / name).read_text("utf-8").splitlines()]


def rewrite(folder: Path, name: str, rows: list[dict[str, Any]]) -> None:
    (folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def relinked(rows: list[dict[str, Any]], start: int = 0) -> list[dict[str, Any]]:
    """The events with every hash from ``start`` on made to fit."""
    previous = bytes.fromhex(rows[start - 1]["hash"]) if start else bytes(32)
    for row in rows[start:]:
        previous = sha256(DOMAIN + previous + row["body"].encode()).digest()
        row["hash"] = previous.hex()
    return rows


def other(value: Any) -> Any:
    """Another value of the same kind."""
    if value is None:
        return "not empty"
    if isinstance(value, dict):
        return {**value, "added": 1}
    return value + 1 if isinstance(value, int) else value[:-1] + ("0" if value[-1:] != "0" else "1")


def dropped(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [*rows[:2], *rows[3:]]
