"""What a document says as a whole: beside another one, in short, and among the others of its matter."""
