"""What people say to the cells of review grids."""
