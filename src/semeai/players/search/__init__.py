"""Players that search a tree of moves by playouts: `mcts`, `uct`, `rave`, and the parts they share."""
