"""Looking at a network: what is associated, contained, supplied, and what is wrong with it."""
