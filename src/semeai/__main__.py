"""The entry point of `python -m semeai`, the same as `semeai`."""

from semeai.cli import main

main()
