"""`python -m semeai` is `semeai`."""

from semeai.cli import main

main()
