"""What each part of the heads adds: ``python -m training ablations``; ``training/ablations.csv``.

Average precision on CUAD's 34 categories, mean over five folds of contracts, of what was said of each text by heads and
encoders that had not seen its contract: counted words, a head on the vector, a head on the vector and what tokens speak
for, the likeness to the concept's statements, the tokens of its own field, and all joined. Reads the vectors that
``training.vectors`` made.
"""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

from evals import measures
from training.concepts import GOLD, GOLD_TERM, SAME
from training.corpus import HERE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    Margins = NDArray[np.float64]

ABLATIONS = HERE / "ablations.csv"
MACRO = "macro"


def parts(names: Sequence[str]) -> dict[str, Mapping[str, Margins]]:
    """By part, what it says of each corpus text, by concept."""
    from training.stack import counted, join, out_of_fold

    vector, said = out_of_fold(names, tokens=False), out_of_fold(names)
    return {
        "words": {name: counted(name) for name in names},
        "vector": vector.margin,
        "vector and tokens": said.margin,
        "likeness": said.likeness,
        "own field": said.own,
        "joined": {name: found.margins for name, found in join(names, said).items()},
    }


def table(
    said: Mapping[str, Mapping[str, Margins]], names: Sequence[str], ranked: Callable[[str, Margins], float]
) -> list[tuple[str, ...]]:
    """A head line, a line a concept and their mean; ``ranked`` is the average precision of a concept's margins."""
    values = {name: [ranked(name, margins[name]) for margins in said.values()] for name in names}
    means = [measures.macro([values[name][place] for name in names]) for place in range(len(said))]
    rows = [*values.items(), (MACRO, means)]
    return [("concept", *said), *((name, *(f"{value:.4f}" for value in row)) for name, row in rows)]


def write(lines: Sequence[Sequence[str]], file: Path) -> None:
    """Write the table as CSV."""
    with file.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out, lineterminator="\n").writerows(lines)


def main() -> None:
    """Print and write the table."""
    from training.stack import ranked

    of_category = {category: template for template, category in SAME.items()}
    names = [of_category.get(name, name) for name in (*GOLD, *GOLD_TERM)]
    lines = table(parts(names), names[: len(GOLD)], ranked)
    write(lines, ABLATIONS)
    for name, *values in lines:
        print(f"{name:36}" + "".join(f"{value:>19}" for value in values))


if __name__ == "__main__":
    main()
