"""The game: points, board, rules, score, playouts, exact solver."""
