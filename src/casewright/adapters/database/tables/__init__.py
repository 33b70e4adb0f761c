"""The tables, as the newest migration leaves them: one file a family, imported by name where it is used."""
