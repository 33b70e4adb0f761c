"""Casework without I/O: personal data patterns and the firewall, case details, the guard of research SQL, drafts."""
