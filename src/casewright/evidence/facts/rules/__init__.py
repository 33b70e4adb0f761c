"""Facts found by rules: English contracts by their first page and their wording, Romanian ones by their terms."""
