"""Write the base encoder, as nobody tuned it, for evaluations to compare with: ``python -m training base_encoder``.

``training/work/base`` is what ``python -m evals … --base-encoder`` takes. Its vocabulary and weights are cut and
rounded as those of the encoder that ships.
"""

from __future__ import annotations

import json

from training import vocabulary
from training.bert import base
from training.corpus import WORK
from training.export import write
from training.tokens import WINDOW

BASE = WORK / "base"


def main() -> None:
    """Write it; how many bytes it has."""
    vocabulary.main()
    model = base(json.loads(vocabulary.KEPT.read_text("utf-8")))
    print(f"{write(model, None, vocabulary.TOKENIZER.read_text('utf-8'), WINDOW, BASE):,} bytes in {BASE}")


if __name__ == "__main__":
    main()
