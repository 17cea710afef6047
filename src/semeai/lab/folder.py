"""A run as others see it: read from its folder alone, and only what has been added since the last look."""
