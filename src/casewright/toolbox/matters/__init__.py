"""What people do with matters and their documents."""
