"""IQL: parsing, combining scores, a fuzz of the parser, and how its time grows with the length of the query."""

from __future__ import annotations

import argparse
import contextlib
import random
import statistics
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from casewright.iql import BUILTIN, IqlSyntaxError, parse
from casewright.iql.limits import MAX_CHARACTERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

QUERY = "{IS confidentiality clause} AND {IS unilateral clause}"
THREE_OPERATORS = "{A} AND {B} > {C} OR NOT {A}"

_SHORTEST = 20
_TOKENS = (
    *"{}()><+\\\"' \n\t",
    "AND",
    "OR",
    "NOT",
    " and ",
    "IS ",
    "{A}",
    "{IS ",
    "{IS right}",
    '{IS clause that "x"}',
    "limitation of liability clause",
    '"}',
    "\\{",
    "“",
    "𝔘",
    "\u202e",
    "\x00",
)
_VALID = (
    QUERY,
    '{IS clause obligating "Customer"} > {IS clause obligating "Supplier"}',
    '{IS clause that "says \\"time is of the essence\\""}',
    "NOT ({IS governing law clause} OR {a \\{b\\} c}) AND {A} + {B} + ({C} < {D} > {E})",
    "IS confidentiality clause",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Print what was measured; 1 if the fuzz met anything but a query or a syntax error."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--quick", action="store_true", help="a tenth of everything")
    options.add_argument("--seed", type=int, default=1, help="of the fuzz")
    arguments = options.parse_args(argv)
    scale = 10 if arguments.quick else 1
    _report_parse(5_000 // scale)
    _report_combine(1_000_000 // scale)
    _report_growth(50 // scale)
    return _report_fuzz(200_000 // scale, random.Random(arguments.seed))


def _report_parse(rounds: int) -> None:
    parse(QUERY)
    spent = sorted(_seconds(parse, QUERY) for _ in range(rounds))
    p50, p99 = statistics.median(spent), spent[int(len(spent) * 0.99)]
    print(f"parse of a two-template query: p50 {p50 * 1e6:.1f} µs, p99 {p99 * 1e6:.1f} µs ({rounds:,} rounds)")


def _report_combine(chunks: int) -> None:
    query = parse(THREE_OPERATORS)
    generator = np.random.default_rng(1)
    for dtype in (np.float64, np.float32):
        scores = {statement: generator.random(chunks).astype(dtype) for statement in query.statements}
        spent = [_seconds(query.combine, scores) for _ in range(20)]
        matching = [_seconds(query.matches, scores, 0.5, "strict") for _ in range(20)]
        print(
            f"combine {THREE_OPERATORS!r} over {chunks:,} chunks, {np.dtype(dtype)}: p50 "
            f"{statistics.median(spent) * 1e3:.2f} ms; matches, strict: {statistics.median(matching) * 1e3:.2f} ms"
        )


def _report_growth(rounds: int) -> None:
    """Time by length, for the shapes of query that a careless parser takes quadratic or worse time for."""
    lengths = (1_000, 2_000, 5_000, 10_000)
    print("parse by length, best of rounds, µs: " + ", ".join(f"{length:,}" for length in lengths))
    for name, shape in _SHAPES.items():
        best = [min(_seconds(_try, text) for _ in range(rounds)) for text in map(shape, lengths)]
        print(f"  {name:<28}" + "".join(f"{seconds * 1e6:>10.1f}" for seconds in best))


_SHAPES: dict[str, Callable[[int], str]] = {
    "one bare statement": lambda n: "a" * n,
    "long statements": lambda n: " AND ".join([f"{{{'a' * (n // 20 - 7)}}}"] * 20),
    "backslashes": lambda n: "{" + "\\" * (n - 4) + "a}",
    "escaped brackets": lambda n: "{" + "\\{" * (n // 2 - 1) + "}",
    "escaped brackets, not closed": lambda n: "{" + "\\}" * (n // 2 - 1),
    "opening brackets": lambda n: "{" * n,
    "parentheses": lambda n: "(" * n,
    "spaces": lambda n: "{A}" + " " * (n - 6) + "{B}",
    "words outside": lambda n: "{A}" + " a" * (n // 2 - 2),
    "lines": lambda n: "{A}" + "\r\n" * (n // 2 - 3) + "{B}",
    "unknown template": lambda n: "{IS " + "governing " * (n // 10 - 1) + "}",
    "unquoted argument": lambda n: "{IS clause that " + "a " * (n // 2 - 9) + "}",
    "argument full of quotes": lambda n: '{IS clause that "' + '\\"' * (n // 2 - 10) + '"}',
    "many arguments": lambda n: "{IS clause that " + '"a"' * (n // 3 - 6) + "}",
}


@dataclass(slots=True)
class _Fuzzed:
    parsed: int = 0
    refused: int = 0
    anything_else: int = 0
    slowest: float = 0.0


def _report_fuzz(inputs: int, generator: random.Random) -> int:
    found = _Fuzzed()
    started = time.perf_counter()
    for text in _texts(inputs, generator):
        length = max(len(text), _SHORTEST)
        pace = _seconds(_count, text, found) / length
        if pace > found.slowest:  # once more, in case the machine was to blame
            pace = min(pace, _seconds(_count, text, _Fuzzed()) / length)
            found.slowest = max(found.slowest, pace)
    print(
        f"fuzz of {inputs:,} inputs in {time.perf_counter() - started:.1f} s: {found.parsed:,} parsed (and their "
        f"canonical text too), {found.refused:,} refused, {found.anything_else:,} anything else; longest per character "
        f"{found.slowest * 1e6:.1f} µs (texts below {_SHORTEST} characters counted as {_SHORTEST})"
    )
    return 1 if found.anything_else else 0


def _texts(inputs: int, generator: random.Random) -> Iterator[str]:
    kinds = (_random_text, _token_soup, _mutation)
    for number in range(inputs):
        yield kinds[number % len(kinds)](generator)


def _random_text(generator: random.Random) -> str:
    length = min(int(generator.expovariate(1 / 60)), MAX_CHARACTERS)
    return "".join(
        chr(generator.choice((generator.randrange(32, 127), generator.randrange(0x110000)))) for _ in range(length)
    )


def _token_soup(generator: random.Random) -> str:
    tokens = generator.choices(_TOKENS, k=int(generator.expovariate(1 / 12)) + 1)
    return generator.choice(("", " ")).join(tokens)


def _mutation(generator: random.Random) -> str:
    template = generator.choice(list(BUILTIN.values()))
    text = generator.choice((*_VALID, template.example, template.expansion))
    for _ in range(generator.randrange(1, 4)):
        low = generator.randrange(len(text) + 1)
        high = min(len(text), low + generator.randrange(4))
        text = text[:low] + generator.choice(("", generator.choice(_TOKENS), text[low:high] * 2)) + text[high:]
    return text


def _count(text: str, found: _Fuzzed) -> None:
    try:
        refused = _outcome(text)
    except Exception as error:  # noqa: BLE001  # whatever it is, that is what the fuzz looks for
        found.anything_else += 1
        print(f"  {text!r}: {error!r}")
    else:
        found.parsed += not refused
        found.refused += refused


def _outcome(text: str) -> bool:
    """Whether ``text`` is refused; raises AssertionError if its canonical text is not the same query."""
    try:
        query = parse(text)
    except IqlSyntaxError as error:
        if not 0 <= error.position <= len(text) or not str(error):
            raise AssertionError("place or text of the error") from error
        return True
    if parse(str(query)) != query:
        raise AssertionError("the canonical text is another query")
    return False


def _try(text: str) -> None:
    with contextlib.suppress(IqlSyntaxError):
        parse(text)


def _seconds(work: Callable[..., object], *arguments: object) -> float:
    """The processor time of this thread, so that other work on the machine does not count."""
    started = time.thread_time()
    work(*arguments)
    return time.thread_time() - started


if __name__ == "__main__":
    raise SystemExit(main())
