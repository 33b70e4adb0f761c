"""Muhasabah: what a role must account for before its words count."""
