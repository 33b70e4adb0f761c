"""What the audit counts of the texts of calls about cases."""

from __future__ import annotations

from casewright.toolbox.cases.case_entry import replaced


def test_what_was_masked_is_counted_by_kind() -> None:
    """Placeholders that were there before do not count; those put in count at any depth, a bare person as a name."""
    before = {"updates": {"facts": [{"fact": "Ana Pop, {{party0.cnp}}, 0722000111"}, "x"]}, "n": 3}
    after = {
        "updates": {
            "facts": [
                {"fact": "{{party1.firstName}} {{party1.lastName}}, {{party0.cnp}}, {{person_1.phone}}"},
                "{{person_2}}",
            ]
        }
    }
    assert replaced(before, after) == {"firstName": 1, "lastName": 1, "name": 1, "phone": 1}
    assert replaced(before, before) == {}
