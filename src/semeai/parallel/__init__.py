"""How work is spread over threads, processes and machines, with the same answers everywhere."""
