"""Networks, compiled. Nothing here knows of Go or of evolution."""
