"""What thinks in a case without a language model: rules, checklists and templates."""
