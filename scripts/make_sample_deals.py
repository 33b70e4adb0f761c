"""Writes the sample deals that ship with the package from the sources in ``samples/deals``.

``python -m scripts.make_sample_deals`` writes the files; with ``--check`` it writes none, names those that differ
from what the sources give, and exits with 1 if there are any.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from samples.deals import build

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Build, or with ``--check`` compare; returns the exit code."""
    parser = argparse.ArgumentParser(description="Write the sample deals that ship with the package.")
    parser.add_argument("--check", action="store_true", help="write nothing; name the files that are out of date")
    check = parser.parse_args(arguments).check
    files = build.render_all()
    changed, surplus = build.stale(files), build.surplus(files)
    for name in changed:
        if not check:
            (build.TARGET / name).parent.mkdir(parents=True, exist_ok=True)
            (build.TARGET / name).write_bytes(files[name])
        sys.stdout.write(f"{name}: {'out of date' if check else f'written, {len(files[name]):,} bytes'}\n")
    for name in surplus:
        sys.stdout.write(f"{name}: no source gives it; delete it\n")
    sys.stdout.write(f"{len(files) - len(changed)} of {len(files)} files were up to date\n")
    return 1 if surplus or (check and changed) else 0


if __name__ == "__main__":
    sys.exit(main())
