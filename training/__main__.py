"""``python -m training STEP``: make the embedded model; ``python -m training`` lists the steps in their order."""

from __future__ import annotations

import os
import sys
from importlib import import_module

STEPS = {
    "prepare": "cut the data into units and label each",
    "vocabulary": "cut the base encoder's vocabulary to what contracts use",
    "pool": "put together every text that the encoder learns from",
    "tokens": "turn the texts into tokens, with what people marked",
    "states": "run the texts through the layers that stay as they are",
    "heads": "fit heads on counted words",
    "finetune": "fine-tune the encoder, run by run",
    "vectors": "make the vectors of a run",
    "base_encoder": "write the encoder that nobody tuned, for evaluations to compare with",
    "train": "join, calibrate and write the model that ships",
    "folds": "write models that have not seen some of the contracts, to be measured",
    "background": "make what templates of one's own are learned beside",
    "words": "fit what estimates the encoder's vectors from words, for the cascade",
    "curves": "gather how the losses of every run fell",
    "ablations": "print what each part of the heads adds",
    "reader": "teach the reader of answers, and write it",
    "figures": "run the evaluations that the card is made from",
    "card": "write the model card from what evaluations gave",
}


def main(arguments: list[str]) -> int:
    """Run one step; 2 where there is none of that name."""
    if not arguments or arguments[0] not in STEPS:
        wrong = f"There is no step {arguments[0]!r}: give one of these.\n" if arguments else ""
        print(wrong + "\n".join(f"  {name:11} {about}" for name, about in STEPS.items()))
        return 2 if wrong else 0
    step = import_module(f"training.{arguments[0]}")
    sys.argv = [f"python -m training {arguments[0]}", *arguments[1:]]
    step.main()
    return 0


def _shell() -> int:
    """The step by the words of the command line; 1 where nobody reads what it prints any more."""
    try:
        ended = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes once more as it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return ended


if __name__ == "__main__":
    sys.exit(_shell())
