"""Sentences that are drawn, looked for in the reading: each stands at a place whose text is the sentence."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from evals.reading.truth import squeeze, squeezed

if TYPE_CHECKING:
    from evals.reading.alignment import Located
    from evals.reading.results import Tally

EACH = {"pdf": 10, "txt": 130, "docx": 84, "html": 84, "eml": 84, "xlsx": 84}
"""How many sentences are drawn from a document, by the end of its name; so that a half has about 500 of each."""


def measure_quotes(found: Located, tally: Tally) -> None:
    """A quote is found where the sentence's letters stand in one run once what is marked as furniture is left out."""
    ending = found.known.filename.rsplit(".", 1)[-1]
    sentences = [
        (index, start, end) for index, block in enumerate(found.known.blocks) for start, end in block.sentences
    ]
    chance = random.Random(found.known.filename)
    chosen = chance.sample(sentences, min(EACH[ending], len(sentences)))
    text, cursor, kept = found.reading.text, 0, []
    for one in found.reading.furniture:
        kept.append(text[cursor : one.start])
        cursor = one.end
    letters = squeezed("".join([*kept, text[cursor:]]))
    for index, start, end in chosen:
        sentence = found.known.blocks[index].text[start:end]
        places = found.places(index, start, end)
        if places and -1 not in places and places == sorted(places):
            whole = squeeze(text[places[0] : places[-1] + 1])
            marked = [
                place - places[0]
                for one in found.reading.furniture
                for place in range(max(one.start, places[0]), min(one.end, places[-1] + 1))
            ]
            gone = set(marked)
            right = "".join(c for c, at in zip(*whole, strict=True) if at not in gone) == squeezed(sentence)
        else:
            right = squeezed(sentence) in letters
        tally.count(f"quote {ending}", right)
        if not right:
            tally.fault("quote", found.known.filename, repr(sentence[:160]))
