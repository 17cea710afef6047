"""The lab in the browser: pages to play, to watch evolution, to read the papers' results and the arena's."""
