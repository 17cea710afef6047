"""The pages, one per module. The function `register` of a module adds its page to the server."""

PAGES = {
    "play": ("/", "Play"),
    "games": ("/games", "Games"),
    "problems": ("/problems", "Problems"),
    "evolve": ("/evolve", "Evolve"),
    "papers": ("/papers", "Papers"),
    "arena": ("/arena", "Arena"),
}
"""the module of each page, its address and its name"""
