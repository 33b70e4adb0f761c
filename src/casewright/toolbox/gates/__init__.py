"""What a person has to decide about a deal."""
