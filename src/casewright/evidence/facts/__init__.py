"""The facts of a contract: what is read of them by rules, what values they have, and how these are said."""
