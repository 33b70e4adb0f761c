"""Plans, units and payments of cases."""
