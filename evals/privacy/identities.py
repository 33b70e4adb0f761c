"""People, firms and numbers that do not exist, well formed by the rules that the real ones follow."""

from __future__ import annotations

import tomllib
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

_DIGITS = "0123456789"


@dataclass(frozen=True, slots=True)
class Person:
    """A person and the forms of both names, the plain one first."""

    first: Sequence[str]
    last: Sequence[str]
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Firm:
    """A firm."""

    name: str
    values: Mapping[str, str]


def person(random: Random, people: str) -> Person:
    """Somebody with a name out of that file, a CNP, an address, an e-mail address and a telephone."""
    lists = _lists(people)
    first = [form.strip() for form in random.choice(lists["first"]).split("|")]
    last = [form.strip() for form in random.choice(lists["last"]).split("|")]
    values = {
        "firstName": first[0],
        "lastName": last[0],
        "cnp": cnp(random),
        "address": address(random, people),
        "email": email(random, first[0], last[0]),
        "phone": phone(random),
    }
    return Person(first, last, values)


def firm(random: Random, people: str) -> Firm:
    """A firm out of that file, with its numbers."""
    name = random.choice(_lists(people)["firms"])
    values = {
        "organizationName": name,
        "cui": cui(random),
        "registrationNumber": registration(random),
        "registeredAddress": address(random, people),
        "contact": phone(random),
    }
    return Firm(name, values)


def cnp(random: Random) -> str:
    """A CNP of somebody born between 1930 and 2009."""
    year = random.randint(1930, 2009)
    head = (
        f"{random.choice('12') if year < 2000 else random.choice('56')}{year % 100:02}{random.randint(1, 12):02}"
        f"{random.randint(1, 28):02}{random.randint(1, 40):02}{random.randint(1, 999):03}"
    )
    rest = (
        sum(int(digit) * weight for digit, weight in zip(head, (2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9), strict=True)) % 11
    )
    return f"{head}{1 if rest == 10 else rest}"


def cui(random: Random) -> str:
    """A fiscal code of six to eight digits before the check digit."""
    head = str(random.randint(100_000, 49_999_999))
    rest = 10 * sum(
        int(digit) * weight for digit, weight in zip(reversed(head), (2, 3, 5, 7, 1, 2, 3, 5, 7), strict=False)
    )
    return f"{head}{rest % 11 % 10}"


def iban(random: Random) -> str:
    """A Romanian IBAN."""
    bank = random.choice(["BTRL", "RNCB", "BRDE", "INGB", "RZBR", "CECE", "UGBI"])
    account = bank + "".join(random.choice(_DIGITS + "ABCDEFGHKLMNPRSTVXZ") for _ in range(16))
    number = int("".join(str(int(letter, 36)) for letter in account + "RO00"))
    return f"RO{98 - number % 97:02}{account}"


def card(random: Random) -> str:
    """A number of sixteen digits with its check digit."""
    head = random.choice(["4", "51", "52", "55", "2221"])
    head += "".join(random.choice(_DIGITS) for _ in range(15 - len(head)))
    doubled = (int(digit) * 2 if index % 2 == 0 else int(digit) for index, digit in enumerate(head))
    total = sum(number - 9 if number > 9 else number for number in doubled)
    return f"{head}{-total % 10}"


def phone(random: Random) -> str:
    """Nine digits after the zero."""
    return random.choice(["07", "02", "03"]) + "".join(random.choice("123456789") for _ in range(8))


def email(random: Random, first: str, last: str) -> str:
    """An address at a domain that is kept for examples."""
    plain = [_plain(name).replace(" ", "").lower() for name in (first, last)]
    name = random.choice(["{0}.{1}", "{1}{0}", "{0}_{1}", "{0}.{1}{2}", "{3}.{1}"])
    domain = random.choice(["example.com", "example.org", "exemplu.example", "mail.example.net"])
    return f"{name.format(*plain, random.randint(1, 99), plain[0][0])}@{domain}"


def registration(random: Random) -> str:
    """A number of the trade register, in its old or its new form."""
    county, year = random.randint(1, 40), random.randint(1991, 2023)
    if random.random() < 0.5:
        return f"{random.choice('JJJF')}{county:02}/{random.randint(1, 9999)}/{year}"
    head = f"J{year}{random.randint(1, 99999):06}{county:02}"
    return head + str((ord("J") % 10 + sum(int(digit) for digit in head[1:])) % 10)


def address(random: Random, people: str) -> str:
    """A street with a house, or a village with one, and what people write after it."""
    lists = _lists(people)
    number = random.choice([str(random.randint(1, 250)), f"{random.randint(1, 90)}{random.choice('ABC')}"])
    if random.random() < 0.15:
        village, commune = random.sample(lists["villages"], 2)
        return f"sat {village}, comuna {commune}, nr. {number}, jud. {random.choice(lists['counties'])}"
    kind = random.choice(["str.", "Str.", "strada", "Bd.", "Calea", "Aleea", "bulevardul", "Șos."])
    text = f"{kind} {random.choice(lists['streets'])} {random.choice(['nr. ', 'nr.', 'numărul '])}{number}"
    if random.random() < 0.5:
        text += f", bl. {random.choice('ABCD')}{random.randint(1, 30)}, sc. {random.choice('ABC12')}"
        text += f", et. {random.randint(1, 10)}, ap. {random.randint(1, 90)}"
    town = random.choice(lists["towns"])
    if town == "București":
        return f"{text}, sector {random.randint(1, 6)}, București"
    return f"{text}, {random.choice(['mun.', 'municipiul', 'loc.'])} {town}, jud. {random.choice(lists['counties'])}"


def identity_card(random: Random) -> str:
    """The series and the number of an identity card, without the word before them."""
    series = random.choice(["RX", "RT", "KL", "MX", "TZ", "AS", "VX"])
    return f"{series} nr. {random.randint(100_000, 999_999)}"


def written(random: Random, kind: str, value: str) -> str:
    """The value as somebody may write it."""
    match kind:
        case "cnp":
            return random.choice(
                [value, value, value, f"{value[0]} {value[1:7]} {value[7:]}", f"{value[:7]}-{value[7:]}"]
            )
        case "cui":
            return random.choice([value, f"RO{value}", f"RO {value}"])
        case "iban" | "card":
            fours = " ".join(value[start : start + 4] for start in range(0, len(value), 4))
            return random.choice([value, fours])
        case "phone":
            ways = [
                value,
                f"{value[:4]} {value[4:7]} {value[7:]}",
                f"{value[:4]}.{value[4:7]}.{value[7:]}",
                f"+40{value[1:]}",
                f"+40 {value[1:4]} {value[4:7]} {value[7:]}",
                f"0040{value[1:]}",
                f"{value[:4]}-{value[4:7]}-{value[7:]}",
                f"({value[:4]}) {value[4:7]} {value[7:]}",
            ]
            return random.choice(ways)
        case _:
            return value


def _plain(text: str) -> str:
    marked = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in marked if letter.isascii() and (letter.isalnum() or letter == "-"))


@cache
def _lists(people: str) -> Mapping[str, Sequence[str]]:
    text = files("evals.privacy").joinpath(people).read_text(encoding="utf-8")
    return tomllib.loads(text)
