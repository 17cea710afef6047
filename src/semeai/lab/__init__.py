"""The laboratory: runs that can be stopped, resumed, repeated and drawn."""
