"""`shape`: a small network with shared weights that looks at every legal point."""
