"""Agents, each of which rates points by one piece of Go knowledge, and `summation`, the player that adds them up."""
