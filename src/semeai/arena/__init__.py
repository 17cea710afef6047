"""Games between players: one game and its referee, batches in kernels, matches, tournaments, ratings."""
