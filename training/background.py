"""The background beside which heads are learned from examples: ``python -m training background``.

The clauses of the sample matter, which this project wrote itself, as counted words: they hold no text. They have no
vectors, so that heads are learned on words alone: beside so narrow a background vectors made what was learned worse
for categories that the encoder never saw (AP .31 and not .33 from 8 examples).
"""

from __future__ import annotations

from contextlib import closing
from importlib.resources import files

from casewright.adapters.ingest.reader import FileReader
from casewright.adapters.scoring.features import Hasher
from casewright.adapters.scoring.model_file import BACKGROUND, SHIPPED


def main() -> None:
    """Read the documents of the sample matter, cut them, and write their features."""
    folder = files("casewright") / "samples" / "smith_v_jones"
    texts: list[str] = []
    with closing(FileReader()) as reader:
        known = reader.extensions()
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if entry.name.endswith(tuple(known)):
                reading = reader.read(entry.read_bytes(), entry.name)
                texts += [reading.text[chunk.start : chunk.end] for chunk in reading.chunks]
    data = Hasher().features(texts).pack()
    (SHIPPED / BACKGROUND).write_bytes(data)
    print(f"{len(texts)} clauses, {len(data):,} bytes")


if __name__ == "__main__":
    main()
