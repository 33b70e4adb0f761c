"""Smith v. Jones: an invented dispute. ``matter.toml`` says what each of the documents beside it holds."""
