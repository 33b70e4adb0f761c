"""What the project is made and documented with."""
