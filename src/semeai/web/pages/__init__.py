"""One module a page; its `register` adds it to the server."""

PAGES = {
    "play": ("/", "Play"),
    "games": ("/games", "Games"),
    "evolve": ("/evolve", "Evolve"),
    "papers": ("/papers", "Papers"),
    "arena": ("/arena", "Arena"),
}
"""the module of each page, its address and its name"""
