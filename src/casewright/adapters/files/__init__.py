"""Records in files of the home, where no database is to keep them."""
