"""Names of people that nobody declared, told by how people introduce themselves and others.

"Mă numesc …", "sunt …", "Dr. …", "născută …", "cu stimă, …", and lists after "Martori:"; and names that nothing
announces, where a frequent first name stands beside another.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from casewright.casework.lone_names import (
    first_name_forms,
    in_quoted_title,
    is_romanian,
    lone_names,
    may_be_noun,
    names_a_thing,
)
from casewright.casework.no_persons import is_firm, is_place
from casewright.casework.word_lists import no_surnames, ordinary_words, word_list

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casewright.casework.names import Word

_LONGEST = 4
"""Words that a name has at most."""
_BESIDE = re.compile(r"(?:\.?[ \t\u00a0]{1,2}|[ \t]?-[ \t]?)")
"""What stands between two words of a name on a line."""
_INTRODUCED = re.compile(r"\.?[ \t\u00a0,:;\-–—„”\"'()]{0,4}(?:\r?\n[ \t]*)?")
_COLON = re.compile(
    r"(?:[ \t]+(?:mei|mele|no[sș]tri|noastre|propu[sș]i))?[ \t]{0,2}(?:\([^)\n]{0,40}\)[ \t]?)?:|(?:[ \t]+"
    r"(?:mei|mele|no[sș]tri|noastre|propu[sș]i))?[ \t]+"
    r"(?:sunt|vor fi|pot fi|ar fi)\b:?",
    re.IGNORECASE,
)
"""What follows the head of a list."""
_ENDS = re.compile(r"[!?]|\n[ \t]*\r?\n|\.(?=[ \t]|$)")
"""Where a list ends, unless the full stop follows a number or an initial."""
_BULLET = re.compile(r"\n[ \t]*(?:[-–—•*·]|\d{1,2}[.)]|[a-z]\))")
_LIST_WORDS = 60
_BEFORE_PLACES = frozenset(("din", "in", "la", "de", "sat", "satul", "comuna", "str", "strada", "loc"))
_WHOSE = frozenset(
    ("meu", "mea", "mei", "mele", "sau", "sa", "lui", "ei", "lor", "tau", "ta", "nostru", "noastra", "vostru")
)
_FOR_CERTAIN = frozenset(("anume", "oarecare", "draga", "dragul", "stimate", "stimata"))
_SURNAME = re.compile(r"\w(?:escu|eanu|ianu|aru|oiu|ache|iuc|[aeo]scu)$")


def introduced_names(text: str, words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """The places of such names; ``words`` are those of the text that are free. Places may overlap."""
    romanian: bool | None = None
    cues = _cues()
    for index, word in enumerate(words):
        if word.folded not in cues:
            continue
        if word.folded in word_list("list_heads") and _COLON.match(text, word.end):
            yield from _listed(text, words, index + 1)
        span = _after_cue(text, words, index)
        if span is None and (word.folded in word_list("roles") or word.folded in word_list("being_called")):
            romanian = is_romanian(words) if romanian is None else romanian
            span = _after_role(text, words, index) if romanian else None
        if span is not None and not _no_person(text, words, span):
            yield words[span[0]].start, words[span[1] - 1].end


@cache
def _cues() -> frozenset[str]:
    lists = ("list_heads", "own_name", "titles", "maiden", "being", "closings", "roles", "being_called")
    return frozenset().union(*(word_list(name) for name in lists))


def _no_person(text: str, words: Sequence[Word], span: tuple[int, int]) -> bool:
    return is_place(words, *span) or is_firm(text, words, *span)


def full_names(text: str, words: Sequence[Word], of_parties: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The places of names that no word announces: two or three beside each other, a first name among them or alone.

    ``of_parties`` are the places of parties' names: of a name that has one, only what stands beside it is a
    stranger's.
    """
    for index in range(len(words)):
        span = _full_name(text, words, index) or _belonging(text, words, index)
        if span is not None and not _no_person(text, words, span):
            yield from _beside_parties(text, words, span, of_parties, least=3)
    for span in lone_names(text, words):
        parts = list(_beside_parties(text, words, span, of_parties, least=2))
        shouted = text[words[span[0]].start : words[span[1] - 1].end].isupper()
        if not shouted or parts == [(words[span[0]].start, words[span[1] - 1].end)]:
            yield from parts  # beside a party's name in a sentence all in capitals stands anything


def _beside_parties(
    text: str, words: Sequence[Word], span: tuple[int, int], of_parties: Sequence[tuple[int, int]], *, least: int
) -> Iterator[tuple[int, int]]:
    """What of the name is no party's: its words before and after one, of ``least`` letters."""
    start, end = words[span[0]].start, words[span[1] - 1].end
    taken = [other for other in of_parties if other[0] < end and start < other[1]]
    if not taken:
        yield start, end
        return
    first, last = min(other[0] for other in taken), max(other[1] for other in taken)
    for rest in (
        [word for word in words[span[0] : span[1]] if word.end <= first],
        [word for word in words[span[0] : span[1]] if word.start >= last],
    ):
        long = [word.folded for word in rest if len(word.folded) >= least]
        if len(rest) == 1 and rest[0].end <= first and may_be_noun(text, rest[0]):
            continue  # "Mărturia Paraschivei": a sentence's first word, not a name
        if long and (
            least == 2 or not ordinary_words().issuperset(long) or not word_list("given_names").isdisjoint(long)
        ):
            yield rest[0].start, rest[-1].end


def _after_cue(text: str, words: Sequence[Word], index: int) -> tuple[int, int] | None:
    cue, first = words[index].folded, index + 1
    if first == len(words) or not _INTRODUCED.fullmatch(text, words[index].end, words[first].start):
        return None
    while first + 1 < len(words) and words[first].folded in word_list("titles") and cue != words[first].folded:
        first += 1
    if cue in word_list("own_name"):
        while first + 1 < len(words) and words[first].folded in ("este", "e", "i"):
            first += 1
        said_of_me = cue != "numesc" or (index > 0 and words[index - 1].folded in ("ma", "me"))
        parted = "," in text[words[index].end : words[first].start] or not said_of_me
        return _run(text, words, first) or (None if parted else _small_run(text, words, first))
    capitals = len(cue) > 1 and text[words[index].start : words[index].end].isupper()
    if cue in word_list("titles") or cue in word_list("maiden"):
        before = words[index - 1].folded if index else ""
        in_street = (
            (cue == "jud" and words[first].folded in word_list("towns"))
            or before in word_list("address_cues")
            or (cue == "zis" and before in ("a", "au", "am", "ai", "ati"))
        )
        run = None if in_street or in_quoted_title(text, words, index) else _run(text, words, first)
        return _sure(words, run) if capitals else run
    if cue in word_list("being") or cue in word_list("closings"):
        return _sure(words, _run(text, words, first)) or _small_given(text, words, first)
    return None


def _after_role(text: str, words: Sequence[Word], index: int) -> tuple[int, int] | None:
    """What follows a word for a person that is a word of English too, or of anything: surely a name, or None."""
    cue, first = words[index].folded, index + 1
    role = cue in word_list("roles")
    if first == len(words) or not (role or cue in word_list("being_called")):
        return None
    while (
        first + 1 < len(words)
        and role
        and words[first].folded in _WHOSE
        and _joined(text, words[first - 1], words[first])
    ):
        first += 1
    if not _INTRODUCED.fullmatch(text, words[first - 1].end, words[first].start):
        return None
    if not words[first].capital:
        return _small_given(text, words, first) or (_small_one(words, first) if role else None)
    least = 1 if first > index + 1 or cue in _FOR_CERTAIN else 2 if role else 3
    return _sure(words, _run(text, words, first), least=least)


def _run(text: str, words: Sequence[Word], first: int) -> tuple[int, int] | None:
    """The words with a capital from there on, as many as a name has; None where the first is no name."""
    end = first
    while end < len(words) and end - first < _LONGEST and _may_be_name(words[end]):
        if end > first and not _joined(text, words[end - 1], words[end]):
            break
        end += 1
    names = [word for word in words[first:end] if len(word.folded) > 2]
    if not names or all(word.folded in ordinary_words() for word in names):
        return None
    return first, end


def _may_be_name(word: Word) -> bool:
    return (
        word.capital
        and not word.folded.isdigit()
        and word.folded not in no_surnames()
        and word.folded not in word_list("before_names")
        and word.folded not in word_list("no_names")
        and word.folded not in word_list("legal_forms") - {"a", "c", "d", "l", "r"}
    )


def _sure(words: Sequence[Word], run: tuple[int, int] | None, least: int = 2) -> tuple[int, int] | None:
    """The run where it has ``least`` names, a first name or a surname's ending: "sunt Supărat" has none."""
    if run is None:
        return None
    found = [word.folded for word in words[run[0] : run[1]]]
    if not word_list("business").isdisjoint(found):
        return None
    known = any(name in first_name_forms() or _SURNAME.search(name) for name in found)
    return run if known or len([name for name in found if len(name) > 2]) >= least else None


def _small_run(text: str, words: Sequence[Word], first: int) -> tuple[int, int] | None:
    """Up to three words in small letters after "mă numesc", as far as no ordinary word comes."""
    end = first
    while end < len(words) and end - first < 3 and _plain(words[end]):
        if end > first and not _joined(text, words[end - 1], words[end]):
            break
        end += 1
    return (first, end) if end > first else None


def _plain(word: Word) -> bool:
    folded = word.folded
    if len(folded) < 3 or folded.isdigit() or folded in no_surnames() or folded in word_list("no_names"):
        return False
    return folded not in word_list("small") and folded not in word_list("before_names")


def _small_one(words: Sequence[Word], first: int) -> tuple[int, int] | None:
    """A first name in small letters that is no other word."""
    name = words[first].folded
    sure = name in word_list("given_names") and name not in ordinary_words() and name not in word_list("no_lone_names")
    return (first, first + 1) if sure else None


def _small_given(text: str, words: Sequence[Word], first: int) -> tuple[int, int] | None:
    """A frequent first name in small letters and a surname beside it: "sunt ion popescu"."""
    if first + 1 >= len(words) or not _joined(text, words[first], words[first + 1]):
        return None
    one, two = words[first].folded, words[first + 1].folded
    given = word_list("given_names")
    if one in given and len(one) > 3 and _plain(words[first + 1]) and _ends_there(text, words, first + 2):
        return first, first + 2
    if (one in given and (_SURNAME.search(two) or two in given)) or (_SURNAME.search(one) and two in given):
        return first, first + 2
    return None


def _ends_there(text: str, words: Sequence[Word], at: int) -> bool:
    """Whether a sign, a little word or nothing stands where a name in small letters would end."""
    if at == len(words) or text[words[at - 1].end : words[at].start].strip():
        return True
    return words[at].folded in word_list("small") or words[at].folded in _BEFORE_PLACES


def _full_name(text: str, words: Sequence[Word], index: int) -> tuple[int, int] | None:
    """Two or three words with a capital, apart from others of the kind, with a frequent first name among them."""
    if not words[index].capital or _goes_on(text, words, index):
        return None
    run = _run(text, words, index)
    if (
        run is None
        or not 2 <= run[1] - run[0] <= 3
        or _goes_on(text, words, run[1])
        or names_a_thing(text, words, index)
        or in_quoted_title(text, words, index)
    ):
        return None
    if len(words[index].folded) == 1 and text[words[index].end : words[index].end + 1] != ".":
        return None
    found = [word.folded for word in words[run[0] : run[1]] if len(word.folded) > 1]
    others = [name for name in found if name not in word_list("given_names")]
    if not word_list("places").isdisjoint(found):
        return None
    if len(found) < 2 or len(others) == len(found) or (others and ordinary_words().issuperset(others)):
        return None
    return run


def _belonging(text: str, words: Sequence[Word], index: int) -> tuple[int, int] | None:
    """One or two names with a capital right after "lui", "familia", in a text that is not all in capitals."""
    first = index + 1
    if words[index].folded not in word_list("belonging") or first == len(words):
        return None
    if index and words[index - 1].folded in word_list("works"):
        return None
    if text[words[index].start : words[index].end].isupper() or text[words[index].end : words[first].start].strip(" "):
        return None
    if len(words[first].folded) < 5 and text[words[first].start : words[first].end].isupper():
        return None  # "asigurătorul lui RCA"
    run = _run(text, words, first)
    return None if run is None else (first, min(run[1], first + 2))


def _goes_on(text: str, words: Sequence[Word], index: int) -> bool:
    """Whether the word there stands beside one before it that has a capital too: a heading, a firm, a longer name."""
    if not 0 < index < len(words) or not words[index].capital or not words[index - 1].capital:
        return False
    return len(words[index - 1].folded) > 1 and _joined(text, words[index - 1], words[index])


def _listed(text: str, words: Sequence[Word], first: int) -> Iterator[tuple[int, int]]:
    """Every name in the list that begins there: words with a capital, or a first name in small letters."""
    at, bulleted = first, False
    capitals = text[words[first - 1].start : words[first - 1].end].isupper()
    while at < len(words) and at - first < _LIST_WORDS:
        between = text[words[at - 1].end : words[at].start]
        bulleted = bulleted or _BULLET.search(text, words[at - 1].end, words[at].end + 1) is not None
        if at > first and _ends_list(words[at - 1], between, bulleted=bulleted):
            return
        run = None if words[at - 1].folded in _BEFORE_PLACES else _run(text, words, at) or _small_item(text, words, at)
        run = None if run is not None and _no_person(text, words, run) else run
        if run is not None and capitals:
            run = run if any(word.folded in word_list("given_names") for word in words[run[0] : run[1]]) else None
        if run is None:
            at += 1
            continue
        yield words[run[0]].start, words[run[1] - 1].end
        at = run[1]


def _ends_list(before: Word, between: str, *, bulleted: bool) -> bool:
    end = _ENDS.search(between)
    if end is not None and not (between.startswith(".") and (before.folded.isdigit() or len(before.folded) < 3)):
        return end[0] != "." or not bulleted or "\n" not in between
    return "\n" in between and not bulleted and not between.lstrip(" \t").startswith((",", ";", ":"))


def _small_item(text: str, words: Sequence[Word], at: int) -> tuple[int, int] | None:
    if words[at].capital or words[at].folded not in word_list("given_names"):
        return None
    run = _small_run(text, words, at)
    return None if run is None else (run[0], min(run[1], run[0] + 2))


def _joined(text: str, left: Word, right: Word) -> bool:
    between = _BESIDE.fullmatch(text, left.end, right.start)
    return between is not None and ("." not in between[0] or len(left.folded) == 1)
