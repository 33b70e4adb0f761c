"""What estimates the encoder's vectors from words, for the cascade: ``python -m training words --data DIR``.

``DIR`` holds ``cuad-train/``. Fitted to the vectors that the shipped encoder makes of all its contracts: no label is
read, and no text is kept. To be made again with every encoder and every model file.
"""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path

from casewright.adapters.ingest.reader import FileReader
from casewright.adapters.scoring import model_file, word_vectors
from casewright.adapters.scoring.embedded_scorer import EmbeddedScorer
from casewright.adapters.scoring.features import Features, concat
from casewright.adapters.scoring.model_file import SHIPPED
from casewright.domain.scored_units import units_of
from evals.cuad_data import read_contracts
from evals.fitted_word_vectors import fit_word_vectors
from evals.kept import Kept


def read(data: Path, scorer: EmbeddedScorer, kept: Kept) -> Features:
    """The features of every unit of every contract, with the encoder's vectors."""
    encoder = scorer.encoder()
    found = []
    with closing(FileReader()) as reader:
        for contract in read_contracts(data):
            units = units_of(kept.reading(reader, contract.text))
            found.append(kept.features(units, "" if encoder is None else encoder.sha256, scorer.features))
    return concat(found)


def main(argv: list[str] | None = None) -> None:
    """Read, embed, fit, write."""
    parser = argparse.ArgumentParser(prog="python -m training words", description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cache", type=Path, help="a folder outside of the repository for what takes minutes")
    options = parser.parse_args(argv)
    model = model_file.load(SHIPPED)
    features = read(options.data / "cuad-train", EmbeddedScorer.from_folder(SHIPPED), Kept(options.cache))
    digest = word_vectors.save(fit_word_vectors(features, model.idf, model.sha256), SHIPPED)
    size = (SHIPPED / word_vectors.ARRAYS).stat().st_size
    print(f"{len(features):,} clauses, {size:,} bytes, SHA-256 {digest[:8]}")


if __name__ == "__main__":
    main()
