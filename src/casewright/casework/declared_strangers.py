"""Placeholders of strangers that turn out to be a party's: ``{{person_3.cnp}}`` becomes ``{{party0.cnp}}``.

Numbers are known again by their hashes. A name is, where it was written in full; by its surname alone it may be a
relative's, and stays.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from casewright.casework.firewall import full_name_hash

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from casewright.casework.firewall import Known

_PERSON = re.compile(r"\{\{person_([0-9]+)(?:\.[A-Za-z]+)?\}\}")


def match_strangers(known: Known, alias: str, values: Mapping[str, str]) -> Mapping[int, str]:
    """By the numbers of strangers who are this party: what stands in place of their placeholders from now on."""
    found = {}
    for entry, number in known.persons.items():
        fields = [field for of, field in known.parties.get(entry, ()) if of == alias]
        if fields:
            found[number] = f"{{{{{alias}.{fields[0]}}}}}"
    full = full_name_hash(known.key, f"{values.get('firstName', '')} {values.get('lastName', '')}")
    if full in known.persons:
        found[known.persons[full]] = f"{{{{{alias}.lastName}}}} {{{{{alias}.firstName}}}}"
    return found


def rename_strangers(found: Mapping[int, str]) -> Callable[[str], str]:
    """A function that puts a party's placeholders in place of a stranger's."""

    def renamed(text: str) -> str:
        return _PERSON.sub(lambda match: found.get(int(match[1]), match[0]), text) if found else text

    return renamed
