"""Graphs that ship with the package: files checked by hash before anything is believed, run by onnxruntime."""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING, Any, TypeVar

from casewright.errors import IntegrityError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

REINSTALL = "install casewright again"

Told = TypeVar("Told")


def checked_files(
    folder: Path,
    manifest: str,
    names: Sequence[str],
    *,
    format_: int,
    what: str,
    told: Callable[[Mapping[str, Any]], Told],
) -> tuple[dict[str, bytes], Told]:
    """The files of a folder as their manifest says they are, and what ``told`` takes from it.

    Raises ``IntegrityError`` where one is missing, damaged or of another version.
    """
    where = f"The {what} in {str(folder)!r}"
    try:
        said = json.loads((folder / manifest).read_text("utf-8"))
        made_for, expected = said["format"], dict(said["sha256"])
        made = told(said)
        data = {name: (folder / name).read_bytes() for name in names}
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise IntegrityError(f"{where} cannot be read ({type(problem).__name__}: {problem}): {REINSTALL}.") from problem
    if made_for != format_:
        raise IntegrityError(f"{where} has format {made_for!r}, this version reads {format_}: {REINSTALL}.")
    for name, content in data.items():
        actual = hashlib.sha256(content).hexdigest()
        if actual != expected.get(name):
            raise IntegrityError(
                f"{where} is damaged: the SHA-256 of {name} begins with {actual[:8]!r}, "
                f"not with {str(expected.get(name))[:8]!r}: {REINSTALL}."
            )
    return data, made


def load_session(graph: bytes, what: str) -> Any:  # onnxruntime has no types
    """What runs the graph, on one core a call. Raises ``IntegrityError`` where it cannot."""
    # Read when the library is imported: without it, onnxruntime may keep and send figures about its use.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
    except Exception as problem:  # onnxruntime raises classes of its own for each of its statuses
        raise IntegrityError(
            f"onnxruntime {onnxruntime.__version__} cannot run the {what} "
            f"({type(problem).__name__}: {str(problem)[:200]}): {REINSTALL}."
        ) from problem


def load_tokenizer(text: str, what: str) -> Any:  # tokenizers has no types for this
    """The tokenizer of a file's text, which neither cuts nor pads. Raises ``IntegrityError`` where it is none."""
    from tokenizers import Tokenizer

    try:
        made = Tokenizer.from_str(text)
    except Exception as problem:  # the library raises bare Exception
        raise IntegrityError(f"The {what}'s tokenizer cannot be read ({str(problem)[:200]}): {REINSTALL}.") from problem
    made.no_truncation()
    made.no_padding()
    return made


def cores() -> int:
    """How many this process may use."""
    return max(1, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def writable(text: str) -> str:
    """The text without half characters, which no encoding knows; as long as it was."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
