"""Agents, which rate points by one thing they know about Go, and `summation`, the player that adds them up."""
