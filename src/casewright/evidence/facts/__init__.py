"""The facts of a contract: found by rules, typed by the words that state them, corrected by people, amended."""
