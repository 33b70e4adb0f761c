"""The background beside which heads are learned from examples: ``python -m training background --data DIR``.

``DIR`` holds ``cuad-train/``. Chunks drawn from its contracts, as counted words and as vectors of the shipped encoder:
they hold no text. The contracts that ``evals learning`` measures on are left out. To be made again with every encoder.
"""

from __future__ import annotations

import argparse
from contextlib import closing
from functools import lru_cache
from pathlib import Path

import numpy as np

from casewright.adapters.ingest.reader import FileReader
from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
from casewright.adapters.scoring.learning import pack_background
from casewright.adapters.scoring.model_file import BACKGROUND, SHIPPED
from casewright.domain.scored_units import scored_unit
from evals.cuad_data import read_contracts
from evals.fitting import SEED
from evals.learning import FIFTHS

CHUNKS = 500


@lru_cache(maxsize=1)
def drawn(data: Path) -> list[str]:
    """The units of chunks drawn at random, as those of all contracts together occur."""
    units: list[str] = []
    with closing(FileReader()) as reader:
        for number, contract in enumerate(read_contracts(data)):
            if number % FIFTHS:
                reading = reader.read(contract.text.encode("utf-8"), "contract.txt")
                units += [scored_unit(reading.text, chunk) for chunk in reading.chunks]
    places = np.random.default_rng(SEED).choice(len(units), CHUNKS, replace=False)
    return [units[place] for place in np.sort(places).tolist()]


def write(data: Path, folder: Path = SHIPPED) -> int:
    """Write the background of the model in a folder; how many bytes it has."""
    scorer = EmbeddedScorer.from_folder(folder)
    encoder = scorer.encoder()
    packed = pack_background(scorer.features(drawn(data)), "" if encoder is None else encoder.sha256)
    (folder / BACKGROUND).write_bytes(packed)
    return len(packed)


def main(argv: list[str] | None = None) -> None:
    """Read, draw, embed, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    size = write(parser.parse_args(argv).data / "cuad-train")
    print(f"{CHUNKS} clauses, {size:,} bytes")


if __name__ == "__main__":
    main()
