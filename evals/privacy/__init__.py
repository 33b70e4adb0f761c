"""Measuring the firewall: texts with personal data planted in them, and real texts that should have little."""
