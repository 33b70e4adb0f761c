"""What is done in a case: research, details, parties, drafts."""
