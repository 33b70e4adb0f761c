"""Words that everything may know: months, currencies, company forms, and one form for texts that differ in letters."""
