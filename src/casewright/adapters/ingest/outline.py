"""Which clause a paragraph stands in, by the clause numbers and headings before it.

A wrong section in a citation is worse than none. So a number counts only where it continues what came
before it; where it does not, the section is unknown until one does again.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.counting import GAP, Ahead, Value, follows, is_first
from casewright.adapters.ingest.marks import Place
from casewright.adapters.ingest.series import CLAUSE_STYLES, Named, Series

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.adapters.ingest.labels import Label
    from casewright.adapters.ingest.marks import Mark

_RANKS: Final = {
    **dict.fromkeys(("part", "partea"), 0),
    **dict.fromkeys(("title", "titlul"), 1),
    **dict.fromkeys(("chapter", "capitolul"), 2),
    "sectiunea": 3,
    **dict.fromkeys(("article", "articolul", "art"), 4),
    **dict.fromkeys(("section", "clause", "ordinal"), 5),
}
"""What holds what: in Romanian acts articles stand in sections of chapters, in contracts sections in articles."""


def places_of(marks: Sequence[Mark]) -> list[Place]:
    """The place of every paragraph."""
    outline = _Outline(Ahead([mark.label for mark in marks]), _title_of(marks))
    places = []
    for index, mark in enumerate(marks):
        accepted = outline.take(index, mark)
        place = outline.place(in_item=mark.label is not None)
        opens = accepted and mark.label is not None and place.section[-1:] in _printed(mark.label)
        places.append(replace(place, opens=True) if opens else place)
    return places


def _printed(label: Label) -> tuple[tuple[str], ...]:
    return ((label.text,),) if label.item is None else ((label.text,), (label.item.text,))


def _title_of(marks: Sequence[Mark]) -> int | None:
    """The mark that is the document's title: the first of the headings that the format marks, alone on its level."""
    known = [(index, mark.level) for index, mark in enumerate(marks) if mark.level]
    if not known:
        return None
    top = min(level for _, level in known)
    return known[0][0] if known[0][1] == top and sum(level == top for _, level in known) == 1 else None


@dataclass(slots=True)
class _Outline:
    ahead: Ahead
    title: int | None
    named: list[Named] = field(default_factory=list)
    series: list[Series] = field(default_factory=list)
    kept: Value | None = None
    """The main count's last number, kept while a heading or annex may have ended it."""
    pending: Value | None = None
    """The last number that did not fit: the main count is lost; it is believed when another follows it."""
    is_known: bool = True
    """Whether ``series`` is where we are, or only where we were."""
    is_fresh: bool = True
    """Whether a heading or annex stands between here and the last number, so that a count may begin anew."""
    is_doubtful: bool = False
    """Whether a first item was not believed since the last number: what lies in it must not seem to lie beside it."""
    waits_for_title: bool = False
    annexes: int = 0
    """How many annexes began since the last number."""
    has_counted: bool = False
    """Whether any clause was counted."""
    articles: dict[str, Value] = field(default_factory=dict)
    """The last number of each word that articles and what holds them are called by."""
    loose: str | None = None
    """The last heading without a number that the format does not mark."""

    def take(self, index: int, mark: Mark) -> bool:
        """Move on to the paragraph with this mark; whether it begins a section with a number that is believed."""
        if mark.label is None:
            self._take_unnumbered(index, mark)
            return False
        accepted = self._accepts(index, mark.label, mark.level)
        if accepted and mark.title is not None:
            self._set_title(mark.title)
        self.waits_for_title = accepted and mark.title is None and mark.is_bare
        return accepted

    def place(self, *, in_item: bool) -> Place:
        """Where that paragraph stands.

        One that does not begin with a label itself (``in_item``) is in the clause that has the list before it,
        but nobody knows whether it is still in the list's last item.
        """
        path = [named.label for named in self.named if named.in_path]
        if self.is_known and (path or not self._has_only_items()):
            path += self._labels(in_item=in_item)
        return Place(tuple(path), self._heading())

    def _labels(self, *, in_item: bool) -> Iterator[str]:
        article = 0
        for series in self.series:
            if series.is_item and not in_item:
                return
            if series.kind == "number":
                parts = series.label.split(".")
                first = 2 if series.value[0] == article and len(parts) > 1 else 1
                yield from (".".join(parts[:depth]) for depth in range(first, len(parts) + 1))
            else:
                yield series.label
                article = series.value[0] if series.kind == "article" else article

    def _has_only_items(self) -> bool:
        """Whether nothing but lists are open: the items of who knows what."""
        return all(series.is_item for series in self.series)

    def _heading(self) -> str | None:
        nearest = [named.heading for named in self.named] + [self.loose]
        if self.is_known:
            nearest += [heading for series in self.series for heading in series.headings]
        return next((heading for heading in reversed(nearest) if heading), None)

    def _take_unnumbered(self, index: int, mark: Mark) -> None:
        title = mark.title or mark.possible_title
        if title is not None and self.waits_for_title:
            self._set_title(title)
        elif mark.level is not None and mark.title is not None:
            in_path = mark.level > 0 and index != self.title
            self._open(Named(mark.level, mark.title, mark.title, in_path=in_path))
        elif title is not None or mark.ends_sections:
            self.loose = title
            self.is_known = False
        self.waits_for_title = False

    def _set_title(self, title: str) -> None:
        if self.series:
            self.series[-1].set_heading(title)
            self.loose = None
        elif self.named:
            self.named[-1].heading = title

    def _open(self, named: Named) -> None:
        """A heading or annex begins: it ends those of its level and below, and puts the count aside."""
        self._close(named.level)
        self.named.append(named)
        self.kept = self._main() or self.kept
        self.series.clear()
        if named.is_annex:
            self.articles.clear()
        self.is_fresh, self.is_known, self.pending, self.loose, self.is_doubtful = True, True, None, None, False

    def _close(self, level: int) -> None:
        while self.named and self.named[-1].level >= level:
            self.named.pop()

    def _main(self) -> Value | None:
        return next((series.value for series in self.series if series.kind == "number"), None)

    def _accepts(self, index: int, label: Label, level: int | None) -> bool:
        if label.kind == "annex":
            self.annexes += 1
            self._open(Named(level or 0, label.text, None, in_path=True, is_annex=True))
            return True
        if label.kind == "letter":
            return self._accepts_letter(index, label)
        accepted = (
            self._accepts_article(label)
            if label.kind == "article"
            else self._stands_at(label) or self._accepts_number(index, label)
        )
        if accepted and label.item is not None:
            self._take_item(label.values[0][1], label.item)
        if accepted:
            self.pending, self.is_fresh, self.is_known, self.is_doubtful = None, False, True, False
            self.annexes, self.has_counted = 0, True
            if level is not None:
                self._close(level)
        else:
            self.is_known = False
        return accepted

    def _accepts_article(self, label: Label) -> bool:
        style, value = label.values[0]
        last = self.articles.get(style)
        if last is None and style == "ordinal" and value != (1,):
            return False
        if last is not None and not self.is_fresh and value != (1,) and not 0 <= value[0] - last[0] <= GAP:
            return False
        self.articles[style] = value
        around = [one for one in self.series if one.kind == "article" and _RANKS[one.style] < _RANKS[style]]
        self.series = [*around, Series("article", style, value, label.text)]
        self.kept = self.loose = None
        return True

    def _accepts_letter(self, index: int, label: Label) -> bool:
        """A letter never tells where we are if the number before it did not."""
        for step in (1, 2):
            for depth in range(len(self.series) - 1, -1, -1):
                series = self.series[depth]
                value = series.value[0] + step
                if series.kind == "letter" and (series.style, (value,)) in label.values:
                    if step > 1 and not self.ahead.letters_resume(index, series.style, value, within=True):
                        continue
                    del self.series[depth + 1 :]
                    series.advance((value,), label.text)
                    self.is_known = self.pending is None
                    return True
        first = next((style for style, value in label.values if value == (1,)), None)
        if first is not None and first not in CLAUSE_STYLES:
            # An item that no second one follows may be a reference, or a list that goes on in the middle of lines.
            self.is_doubtful = self.is_doubtful or not self.ahead.letters_resume(index, first, 1, within=True)
            first = None if self.is_doubtful else first
        may_begin = self.is_known or (first in CLAUSE_STYLES and self._main() is None and self.pending is None)
        if first is None or not may_begin:
            while self.series and self.series[-1].kind in ("letter", "inner"):
                self.series.pop()
            self.is_known = self.is_known and all(style not in CLAUSE_STYLES for style, _ in label.values)
            return False
        depth = 0 if not self.is_known else len(self.series)
        depth = next((depth for depth, series in enumerate(self.series) if series.style == first), depth)
        self.series[depth:] = [Series("letter", first, (1,), label.text)]
        self.is_known = True
        return True

    def _stands_at(self, label: Label) -> bool:
        """Whether it is an item of the clause where we are, told with the clause's number."""
        value = label.values[0][1]
        return label.item is not None and any(
            series.kind == "number" and series.value == value for series in self.series
        )

    def _take_item(self, clause: Value, item: Label) -> None:
        """An item told with its clause's number goes on with the clause's list, or begins it."""
        depth = next((at for at, one in enumerate(self.series) if one.kind == "number" and one.value == clause), None)
        if depth is None:
            return
        before = self.series[depth + 1] if len(self.series) > depth + 1 else None
        del self.series[depth + 1 :]
        for style, value in item.values:
            goes_on = before is not None and before.style == style and 0 < value[0] - before.value[0] <= GAP
            if goes_on or (value == (1,) and (before is None or before.style != style)):
                self.series.append(Series("letter", style, value, item.text))
                return

    def _accepts_number(self, index: int, label: Label) -> bool:
        value = label.values[0][1]
        if label.is_glued and not self.ahead.goes_on(index, value):
            return False  # "2.4GHz" and the like
        accepted = (
            self._continues(label.text, value, 1)
            or self._follows_article(label.text, value)
            or self._begins(index, label.text, value)
            or (not label.is_glued and self._continues(label.text, value, GAP))
            or (not label.is_glued and self._follows_pending(label.text, value))
        )
        if not accepted and not label.is_glued:
            self.pending = value
        return accepted

    def _continues(self, text: str, value: Value, gap: int) -> bool:
        """Whether it continues an open count, the innermost that it can, or the one that was put aside."""
        for depth in range(len(self.series) - 1, -1, -1):
            series = self.series[depth]
            if series.kind not in ("number", "inner"):
                continue
            repeats = value == series.value and not is_first(value)
            if repeats or follows(series.value, value, gap):
                del self.series[depth + 1 :]
                if not repeats:
                    self._leave_article(series.value, value)
                    series.advance(value, text)
                return True
        is_in_annex = any(named.is_annex for named in self.named)
        if self._main() is not None or self.kept is None or (is_in_annex and is_first(value)):
            return False
        # Where the main count goes on, what looked like an annex was none.
        if follows(self.kept, value, gap):
            self.named = [named for named in self.named if not named.is_annex]
            return self._restart(text, value)
        return False

    def _leave_article(self, before: Value, value: Value) -> None:
        """Where sections are numbered by their article, one of another article shows that its heading was lost."""
        article = next((series for series in reversed(self.series) if series.kind == "article"), None)
        if article is not None and len(value) > 1 and before[0] == article.value[0] != value[0]:
            self.series = [series for series in self.series if series.kind != "article"]

    def _follows_article(self, text: str, value: Value) -> bool:
        """Whether it is a section of the open article: 7.2 in ARTICLE VII."""
        article = next((series for series in reversed(self.series) if series.kind == "article"), None)
        if article is None or self._main() is not None:
            return False
        fits = len(value) > 1 and value[0] == article.value[0] and value[1] <= GAP
        return fits and self._restart(text, value, inside=article)

    def _begins(self, index: int, text: str, value: Value) -> bool:
        """Whether a count begins with it: the document's, a new one, or a list's inside a clause."""
        outer = self._main() or self.kept
        if not is_first(value):
            # A number of several levels says itself where it stands, if only it is the first that we see.
            opens = outer is None and len(value) > 1 and value[-1] <= 1 and value[0] <= 40
            return opens and self._restart(text, value)
        if self.annexes > 1 and not self.has_counted:
            # A list of annexes before the first clause: the clauses do not stand in the last of them.
            self.named = [named for named in self.named if not named.is_annex]
        if outer is None or self.is_fresh or not self.ahead.numbers_resume(index, outer):
            return self._restart(text, value, inside=self._container(index))
        if self._main() is None or not self.is_known:
            return False
        depth = next((depth for depth, series in enumerate(self.series) if series.kind == "inner"), len(self.series))
        self.series[depth:] = [Series("inner", "number", value, text)]
        return True

    def _container(self, index: int) -> Series | None:
        """What a first number stands in: the open article, or the lists of letters if one of them goes on later."""
        article = next((series for series in reversed(self.series) if series.kind == "article"), None)
        if article is not None:
            return article
        if self.is_known and self.series and all(series.kind == "letter" for series in self.series):
            for series in self.series:
                if series.has_numbers or self.ahead.letters_resume(index, series.style, series.value[0]):
                    return self.series[-1]
        return None

    def _follows_pending(self, text: str, value: Value) -> bool:
        return self.pending is not None and follows(self.pending, value) and self._restart(text, value)

    def _restart(self, text: str, value: Value, inside: Series | None = None) -> bool:
        """The count of numbers stands at ``value``, alone or inside an article or list of letters."""
        depth = 0
        if inside is not None:
            inside.has_numbers = True
            depth = self.series.index(inside) + 1
        self.series[depth:] = [Series("number", "number", value, text)]
        self.kept = None
        return True
