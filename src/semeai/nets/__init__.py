"""Compiled networks. This package knows nothing about Go or evolution."""
