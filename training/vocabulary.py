"""Cut the base encoder's vocabulary to the tokens that contracts and statements use: ``python -m training vocabulary``.

Writes ``training/work/tokenizer.json`` and ``training/work/kept.json``, the numbers of the kept tokens.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from tokenizers import Tokenizer

from training.bert import package
from training.corpus import WORK, load

if TYPE_CHECKING:
    from collections.abc import Sequence

SIZE = 15_900
TOKENIZER, KEPT = WORK / "tokenizer.json", WORK / "kept.json"
ALWAYS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")


def cut(texts: Sequence[str]) -> tuple[str, list[int]]:
    """A tokenizer of ``SIZE`` tokens as JSON, and which tokens of the base encoder they are.

    Every single letter stays, so that a word without a token of its own falls into pieces; then the tokens that the
    texts use, commonest first; then the commonest of the language, which are those with the lowest numbers.
    """
    told = json.loads((package() / "tokenizer.json").read_text("utf-8"))
    told["truncation"] = told["padding"] = None
    whole = Tokenizer.from_str(json.dumps(told))
    used: Counter[int] = Counter()
    for low in range(0, len(texts), 1000):
        for encoding in whole.encode_batch(list(texts[low : low + 1000]), add_special_tokens=False):
            used.update(encoding.ids)
    numbers: dict[str, int] = told["model"]["vocab"]
    wanted = [numbers[token] for token in ALWAYS]
    wanted += [n for token, n in numbers.items() if len(token.removeprefix("##")) == 1 and token.isascii()]
    wanted += [number for number, _ in used.most_common()]
    wanted += [n for token, n in sorted(numbers.items(), key=lambda entry: entry[1]) if not token.startswith("[")]
    kept = sorted(list(dict.fromkeys(wanted))[:SIZE])
    token_of = {number: token for token, number in numbers.items()}
    told["model"]["vocab"] = {token_of[number]: place for place, number in enumerate(kept)}
    special = {token_of[number]: place for place, number in enumerate(kept)}
    told["added_tokens"] = [
        {**entry, "id": special[entry["content"]]} for entry in told["added_tokens"] if entry["content"] in ALWAYS
    ]
    for token, entry in told["post_processor"].get("special_tokens", {}).items():
        entry["ids"] = [special[token]]
    if told["post_processor"]["type"] == "BertProcessing":
        told["post_processor"]["sep"][1], told["post_processor"]["cls"][1] = special["[SEP]"], special["[CLS]"]
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")), kept


def kept() -> list[int]:
    """The numbers of the kept tokens in the base encoder."""
    return list(json.loads(KEPT.read_text("utf-8")))


def main() -> None:
    """Cut and write; nothing where that is done."""
    if KEPT.exists():
        return
    text, kept = cut(load().texts)
    Tokenizer.from_str(text)
    TOKENIZER.write_text(text, "utf-8")
    KEPT.write_text(json.dumps(kept), "utf-8")
    print(f"{len(kept)} tokens kept")


if __name__ == "__main__":
    main()
