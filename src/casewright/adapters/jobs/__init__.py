"""Work that goes on after a request: kept, claimed by workers, retried."""
