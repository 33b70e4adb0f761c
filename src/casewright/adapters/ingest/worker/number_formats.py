"""A workbook's values as their number formats show them. Source: ECMA-376 part 1, 18.8.30 and 18.8.31.

Understood are the formats for numbers, percentages, currencies, accounting, thousands and millions, powers of ten,
dates, times and durations, with their sections and conditions. A value whose format is another (fractions) or hides
it is shown plainly, as a spreadsheet program shows it where it is edited: nothing that is stored is left out.
"""

from __future__ import annotations

import math
import re
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from typing import TYPE_CHECKING, Final

from casewright.adapters.ingest.worker.date_formats import date_shown
from casewright.adapters.ingest.worker.format_tokens import Token, sections_of, tokens_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_EXACTLY: Final = Context(prec=5000)
"""More digits than any number of a workbook has, with all that its format may add."""

Value = bool | int | float | Decimal | datetime | date | time | timedelta


def shown(value: Value, code: str) -> str:
    """What a person sees where the value is formatted by ``code``, without white space at either end."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime | date | time | timedelta):
        return date_shown(value, sections_of(code)[0])
    number = _decimal(value)
    if number is None:
        return "#NUM!"
    with localcontext(_EXACTLY):
        return (_number_shown(number, code) or "").strip() or plainly(number)


def _decimal(value: float | Decimal) -> Decimal | None:
    """The value with the 15 digits that spreadsheet programs keep; None where it is no number."""
    if isinstance(value, float):
        return Decimal(f"{value:.15g}") if math.isfinite(value) else None
    return Decimal(value)


def plainly(number: Decimal) -> str:
    """The number as format "General" has it, with all its digits; a power of ten where it is very large or small."""
    if number == 0:
        return "0"
    number = number.normalize()
    if -9 <= number.adjusted() <= 20:
        return f"{number:f}"
    return f"{number:E}"


_CONDITION: Final = re.compile(r"\[(<=|>=|<>|<|>|=)\s*(-?[0-9.]+)\]")


def _number_shown(number: Decimal, code: str) -> str | None:
    """The number by the section that is for it; None where that shows nothing, or is not understood."""
    sections = sections_of(code)
    chosen = _section_for(number, sections)
    if chosen is None:
        return None
    section, is_signed = chosen
    tokens = tokens_of(section)
    if not any(token.kind in ("digit", "general") for token in tokens):
        return None
    text = _written(abs(number), tokens)
    if text is None:
        return None
    return f"-{text}" if number < 0 and is_signed and _has_digit(text) else text


def _has_digit(text: str) -> bool:
    """Whether any digit but 0 is shown: what is rounded to nothing has no sign."""
    return re.search("[1-9]", text) is not None


def _section_for(number: Decimal, sections: Sequence[str]) -> tuple[str, bool] | None:
    """The section and whether a minus has to be put before it; sections for negative numbers write their own."""
    conditions = [_CONDITION.search(section) for section in sections[:3]]
    if any(conditions):
        for section, condition in zip(sections, conditions, strict=False):
            if condition is None or _holds(number, condition[1], Decimal(condition[2])):
                return section, True
        return None
    numeric = [section for section in sections[:3] if "@" not in section]
    if not numeric:
        return None
    if number < 0 and len(numeric) > 1:
        return numeric[1], False
    if number == 0 and len(numeric) > 2:
        return numeric[2], False
    return numeric[0], True


def _holds(number: Decimal, operator: str, bound: Decimal) -> bool:
    return {
        "<": number < bound,
        ">": number > bound,
        "<=": number <= bound,
        ">=": number >= bound,
        "=": number == bound,
        "<>": number != bound,
    }[operator]


def _written(number: Decimal, tokens: Sequence[Token]) -> str | None:
    """The number, which is not negative, with the section's literal text around it; None where it isn't understood."""
    kinds = [token.kind for token in tokens]
    if "fraction" in kinds:
        return None
    if "general" in kinds:
        return "".join(plainly(number) if token.kind == "general" else token.text for token in tokens)
    digits = [place for place, kind in enumerate(kinds) if kind == "digit"]
    point = kinds.index("point") if "point" in kinds else len(kinds)
    whole = [place for place in digits if place < point]
    broken = [place for place in digits if place > point]
    if "power" in kinds:
        return _power_written(number, tokens, whole, broken)
    number = number.scaleb(2 * kinds.count("percent"))
    separators = [place for place, kind in enumerate(kinds) if kind == "comma"]
    last = max(digits)
    number = number.scaleb(-3 * sum(place > last or _is_before_point(place, kinds, whole) for place in separators))
    has_thousands = any(whole and whole[0] < place < whole[-1] for place in separators)
    rounded = number.quantize(Decimal(1).scaleb(-len(broken)), rounding=ROUND_HALF_UP)
    before, _, after = f"{rounded:f}".partition(".")
    filled = {
        **_whole_filled("" if before == "0" else before, tokens, whole, has_thousands=has_thousands),
        **_broken_filled(after, tokens, broken),
    }
    return "".join(_text_of(place, token, filled, point) for place, token in enumerate(tokens))


def _is_before_point(place: int, kinds: Sequence[str], whole: Sequence[int]) -> bool:
    """Whether a comma stands behind the last digit before the point, where it divides by a thousand."""
    return bool(whole) and place > whole[-1] and "point" in kinds and place < kinds.index("point")


def _text_of(place: int, token: Token, filled: dict[int, str], point: int) -> str:
    if token.kind == "digit":
        return filled.get(place, "")
    if token.kind == "comma":
        return ""
    if token.kind == "point":
        return "." if any(text for at, text in filled.items() if at > point) else ""
    return token.text


def _whole_filled(text: str, tokens: Sequence[Token], places: Sequence[int], *, has_thousands: bool) -> dict[int, str]:
    """The digits before the point in their places, from the right; the first place takes all that are left."""
    filled: dict[int, str] = {}
    written = 0
    for index, place in enumerate(reversed(places)):
        is_first = index == len(places) - 1
        taken = text if is_first else text[-1:]
        text = text[: len(text) - len(taken)]
        if not taken and tokens[place].text == "0":
            taken = "0"
        grouped = ""
        for digit in reversed(taken):
            grouped = digit + ("," if has_thousands and written and written % 3 == 0 else "") + grouped
            written += 1
        filled[place] = grouped
    return filled


def _broken_filled(text: str, tokens: Sequence[Token], places: Sequence[int]) -> dict[int, str]:
    """The digits after the point in their places, without zeros at the end that the format does not ask for."""
    needed = max((index + 1 for index, place in enumerate(places) if tokens[place].text == "0"), default=0)
    kept = max(needed, len(text.rstrip("0")))
    return {place: text[index] for index, place in enumerate(places) if index < kept}


def _power_written(number: Decimal, tokens: Sequence[Token], whole: Sequence[int], broken: Sequence[int]) -> str | None:
    """A number with a power of ten, one digit before its point; None for other ways to write them."""
    place = next(at for at, token in enumerate(tokens) if token.kind == "power")
    width = len(tokens[place].text) - 2
    decimals = sum(at < place for at in broken)
    if len(whole) != 1 or decimals != len(broken):
        return None
    exponent = number.adjusted() if number else 0
    mantissa = number.scaleb(-exponent).quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)
    if mantissa >= 10:
        exponent += 1
        mantissa = number.scaleb(-exponent).quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)
    sign = "-" if exponent < 0 else "+" if tokens[place].text[1] == "+" else ""
    before = "".join(token.text for token in tokens[: whole[0]])
    after = "".join(token.text for token in tokens[place + 1 :])
    return f"{before}{mantissa:f}E{sign}{abs(exponent):0{width}d}{after}"
