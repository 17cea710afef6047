"""An example of a package that adds to semeai: a player, a generational method, a steady-state method, a problem."""
