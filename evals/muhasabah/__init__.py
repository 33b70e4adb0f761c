"""How well the account that a role gives is checked: outputs that must pass, and outputs that must not."""
