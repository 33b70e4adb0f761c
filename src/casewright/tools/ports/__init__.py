"""What tools and the executor ask of the outside world, one Protocol a subject."""
