"""A table of a kind's TOML file, read key by key. Each error names the file, the key and what belongs there."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from casewright.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

LANGUAGES = ("ro", "en")
Value = TypeVar("Value")


class Table:
    """The keys of one table. ``fill`` puts the numbers of the kind's time limit into texts."""

    def __init__(
        self, file: str, data: Mapping[str, object], *, path: str = "", fill: Callable[[str, str], str] | None = None
    ) -> None:
        self._file, self._path, self._left = file, path, dict(data)
        self._fill = fill

    def __contains__(self, key: str) -> bool:
        return key in self._left

    def text(self, key: str, default: str | None = None) -> str:
        """The text under the key, as it stands there."""
        return self._take(key, default, _text, "a text")

    def said(self, key: str, default: str | None = None) -> str:
        """The Romanian text under the key, filled in."""
        return self._filled(self.text(key, default), "ro", key)

    def optional(self, key: str) -> str | None:
        """The text under the key; None where there is none."""
        return self.text(key) if key in self._left else None

    def one_of(self, key: str, allowed: tuple[Value, ...], default: Value | None = None) -> Value:
        """One of the values that are allowed."""
        value = self._left.pop(key, default)
        for one in allowed:
            if one == value:
                return one
        raise self.wrong(key, f"one of {', '.join(map(str, allowed))}")

    def number(self, key: str, default: int | None = None) -> int:
        """The whole number under the key."""
        return self._take(key, default, _number, "a whole number, 0 or more")

    def numbers(self, key: str) -> tuple[int, ...]:
        """The whole numbers under the key; none where it is not there."""
        return self._take(key, (), lambda value: _each(value, _number), "a list of whole numbers")

    def flag(self, key: str, default: bool = False) -> bool:
        """The truth value under the key."""
        return self._take(key, default, lambda value: value if isinstance(value, bool) else None, "true or false")

    def texts(self, key: str, default: tuple[str, ...] | None = ()) -> tuple[str, ...]:
        """The list of texts under the key."""
        return self._take(key, default, lambda value: _each(value, _text), "a list of texts")

    def rows(self, key: str) -> tuple[tuple[str, ...], ...]:
        """The list of lists of texts under the key."""
        return self._take(
            key, None, lambda value: _each(value, lambda row: _each(row, _text)), "a list of lists of texts"
        )

    def pair(self, key: str) -> tuple[str, str] | None:
        """The two texts under the key; None where it is not there."""
        if key not in self._left:
            return None
        found = self.texts(key)
        if len(found) != 2:
            raise self.wrong(key, "a list of two texts")
        return found[0], found[1]

    def by_language(self, key: str, *, needed: bool = True) -> Mapping[str, str]:
        """The texts under the key, in each language, filled in; empty where it is not there and not needed."""
        if key not in self._left and not needed:
            return {}
        one = self.table(key)
        return {language: one._filled(one.text(language), language, language) for language in one.languages()}

    def lines_by_language(self, key: str) -> Mapping[str, tuple[str, ...]]:
        """The lists of texts under the key, in each language."""
        one = self.table(key)
        return {language: one.texts(language, None) for language in one.languages()}

    def languages(self) -> tuple[str, ...]:
        """The languages, which must be all the keys that are left."""
        strange = sorted(set(self._left) - set(LANGUAGES))
        if strange:
            raise self.wrong(strange[0], f"nothing: use {' and '.join(LANGUAGES)}")
        return LANGUAGES

    def table(self, key: str) -> Table:
        """The table under the key."""
        return self._below(self._take(key, None, _table, "a table"), key)

    def tables(self, key: str) -> list[Table]:
        """The tables under the key; none where it is not there."""
        if key not in self._left:
            return []
        found = self._take(key, None, lambda value: _each(value, _table), "a list of tables")
        return [self._below(one, f"{key}[{number}]") for number, one in enumerate(found, start=1)]

    def names(self) -> list[str]:
        """The keys that were not read yet."""
        return list(self._left)

    def end(self) -> None:
        """Say that every key was read. Raises InvalidInput for one that was not."""
        if self._left:
            raise self.wrong(min(self._left), "nothing: there is no such key")

    def wrong(self, key: str, wanted: str) -> InvalidInput:
        """The error that the key does not hold what belongs there."""
        return InvalidInput(f"{self._file}: {self._path}{key} takes {wanted}")

    def _take(self, key: str, default: Value | None, read: Callable[[object], Value | None], wanted: str) -> Value:
        if key not in self._left and default is not None:
            return default
        value = read(self._left.pop(key, None))
        if value is None:
            raise self.wrong(key, wanted)
        return value

    def _filled(self, text: str, language: str, key: str) -> str:
        if self._fill is None:
            return text
        try:
            return self._fill(text, language)
        except KeyError as error:
            raise self.wrong(key, f"no {{{error.args[0]}}}: the kind has no such number") from None

    def _below(self, data: Mapping[str, object], key: str) -> Table:
        return Table(self._file, data, path=f"{self._path}{key}.", fill=self._fill)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _number(value: object) -> int | None:
    return value if type(value) is int and value >= 0 else None


def _table(value: object) -> Mapping[str, object] | None:
    return value if isinstance(value, dict) else None


def _each(value: object, read: Callable[[object], Value | None]) -> tuple[Value, ...] | None:
    if not isinstance(value, list):
        return None
    found = [one for one in map(read, value) if one is not None]
    return tuple(found) if len(found) == len(value) else None
