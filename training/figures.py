"""Run the evaluations of the model card: ``python -m training figures --data DATA --folds OUT --out DIR``.

``OUT`` holds the models by fold that ``training.folds`` wrote. Each evaluation's JSON goes to ``DIR/NAME.json``
(``training.evaluated.COMMANDS``); one that is there is not run again. ``--cache`` keeps what was read in a folder
outside the repository.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from training.evaluated import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Sequence

CACHED: Final = frozenset({"cuad", "facts", "cuad_spans"})
BESIDE: Final = frozenset({"cuad", "contractnli", "acord"})
"""Evaluations that take ``--cache``, and ``--base-encoder``."""


def arguments(name: str, data: Path, folds: Path, cache: Path | None, base: Path | None) -> list[str]:
    """What ``python -m evals`` is given for the file of this name."""
    command, *options = COMMANDS[name]
    given = ["--json", command, "--data", str(data), *(one.replace("OUT", str(folds), 1) for one in options)]
    if cache is not None and command in CACHED:
        given += ["--cache", str(cache)]
    if base is not None and command in BESIDE:
        given += ["--base-encoder", str(base)]
    return given


def run(given: Sequence[str], file: Path) -> bool:
    """Run an evaluation and keep what it printed; False, and nothing kept, where it did not end well."""
    part = file.with_suffix(".part")
    with part.open("wb") as out:
        done = subprocess.run([sys.executable, "-m", "evals", *given], stdout=out, check=False)
    if done.returncode:
        part.unlink()
        return False
    part.replace(file)
    return True


def main(argv: Sequence[str] | None = None) -> None:
    """Every evaluation whose figures are not there yet; ends with 1 and the names of those that failed."""
    parser = argparse.ArgumentParser(prog="python -m training figures", description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--folds", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--base-encoder", type=Path)
    options = parser.parse_args(argv)
    options.out.mkdir(parents=True, exist_ok=True)
    failed = []
    for name in COMMANDS:
        file = options.out / f"{name}.json"
        if file.exists():
            print(f"{name}: kept", flush=True)
            continue
        print(f"{name}: measuring", flush=True)
        given = arguments(name, options.data, options.folds, options.cache, options.base_encoder)
        if not run(given, file):
            failed.append(name)
    if failed:
        raise SystemExit(f"Not measured, for the reasons above: {', '.join(failed)}. Run it again to go on.")


if __name__ == "__main__":
    main()
