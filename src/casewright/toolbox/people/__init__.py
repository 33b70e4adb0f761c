"""What people do about people: users of the tenant, and who takes part in a matter."""
