"""What is law or data of each kind of case: one TOML and one template a kind, read once."""
