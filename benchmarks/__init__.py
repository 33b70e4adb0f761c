"""What is measured: reported, never asserted."""
