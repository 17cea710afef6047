"""Parallel work on threads, processes and machines, with the same results everywhere."""
