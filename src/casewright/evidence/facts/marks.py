"""What the marks of a table of facts mean, in words: no mark is a colour alone."""

from __future__ import annotations

from typing import Final

MARKS: Final = (
    ("(empty)", "Looked for and not found. That says nothing of what else may stand in the document."),
    ("not read", "The document's facts were not read, so nothing is known of them."),
    ("not looked for", "The reader does not read this field in this document."),
    ("not there, a person said so", "A person said that the document does not state it."),
    (
        "high, medium, perhaps",
        "Measured: of high at least 0.9 were right, of medium 0.7, of perhaps fewer.",
    ),
    ("model, rule", "Who found it: the trained reader, or a rule."),
    ("OCR", "The words were recognised on a picture of the page."),
    ("a person said so", "A person confirmed, corrected or added it."),
    (
        "amended",
        "A later document, confirmed to amend this one, speaks of it; its word stands first, with its name.",
    ),
)
