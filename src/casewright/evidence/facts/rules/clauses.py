"""Rules that take a whole sentence by its words: english.toml and romanian.toml."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from casewright.evidence.facts.rules.passages import Sentence

_WORDS: Final = re.compile(r"<([A-Z]+)>")


@dataclass(frozen=True, slots=True)
class Clause:
    """A sentence states ``field`` where one of ``near`` stands in it, ``says`` is found and ``but`` is not.

    ``near`` are plain words that are looked for first, since that is quick. ``under`` has to be found in the heading.
    Rules of rank 2 count only where none of rank 1 takes anything of the document for the field.
    """

    field: str
    name: str
    near: tuple[str, ...]
    says: re.Pattern[str]
    but: re.Pattern[str] | None
    under: re.Pattern[str] | None
    rank: int = 1

    def takes(self, sentence: Sentence) -> bool:
        """Whether the sentence states the field."""
        said = sentence.said
        return (
            any(word in said for word in self.near)
            and (self.under is None or self.under.search(sentence.heading) is not None)
            and self.says.search(said) is not None
            and (self.but is None or self.but.search(said) is None)
        )


@dataclass(frozen=True, slots=True)
class Taken:
    """``text[start:end]`` was taken as stating the field by the rule of this name."""

    field: str
    rule: str
    start: int
    end: int


@cache
def clauses(language: str) -> tuple[Clause, ...]:
    """The rules of a language, "english" or "romanian", in their order."""
    text = files("casewright.evidence.facts.rules").joinpath(f"{language}.toml").read_text(encoding="utf-8")
    read = tomllib.loads(text)
    words: dict[str, str] = {}
    for name, form in read["words"].items():
        words[name] = _filled(form, words)
    return tuple(_clause(entry, words) for entry in read["rule"])


def taken(sentences: Iterable[Sentence], rules: Sequence[Clause], known: Collection[str] = ()) -> Iterator[Taken]:
    """What the rules take, each sentence for a field by the first rule that does.

    Of the fields that are ``known`` from elsewhere, such as an effective date from the opening, rank 1 counts only.
    """
    found: list[tuple[Clause, Sentence]] = []
    for sentence in sentences:
        if sentence.is_heading:
            continue
        fields: set[str] = set()
        for rule in rules:
            if rule.field not in fields and rule.takes(sentence):
                fields.add(rule.field)
                found.append((rule, sentence))
    sure = {*known, *(rule.field for rule, _ in found if rule.rank == 1)}
    for rule, sentence in found:
        if rule.rank == 1 or rule.field not in sure:
            yield Taken(rule.field, rule.name, sentence.start, sentence.end)


def _clause(entry: Mapping[str, Any], words: Mapping[str, str]) -> Clause:  # Any: a table of the file
    says, but, under = (_pattern(entry.get(key, ()), words) for key in ("says", "but", "under"))
    if says is None:
        raise ValueError(f"the rule {entry['name']!r} says nothing")
    return Clause(entry["field"], entry["name"], tuple(entry["near"]), says, but, under, entry.get("rank", 1))


def _pattern(forms: Sequence[str], words: Mapping[str, str]) -> re.Pattern[str] | None:
    return re.compile("|".join(_filled(form, words) for form in forms)) if forms else None


def _filled(form: str, words: Mapping[str, str]) -> str:
    return _WORDS.sub(lambda match: words[match[1]], form)
