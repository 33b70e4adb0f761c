"""Support: tickets, and the reasoner's advice."""
