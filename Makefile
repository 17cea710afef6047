# Two commands: `make demo` and `make test`. Everything lives in .venv; nothing else is needed but Python 3.11+.
# `make test-all` runs the tests marked slow as well: large versions of checks that `make test` makes in small.

PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/installed
# Tests wait for processes and browsers more than they compute, so there are twice as many workers as cores.
PYTEST = $(BIN)/pytest -q -n $(shell $(PYTHON) -c 'import os; print(2 * (os.cpu_count() or 1))') --dist worksteal

.PHONY: demo test test-all lint screenshots install clean

demo: $(INSTALLED)
	$(BIN)/semeai demo

test: $(INSTALLED)
	$(PYTEST) -m 'not slow'
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m 'not slow' tests/go tests/players/test_wally.py tests/players/test_local.py tests/arena/test_batch.py -r f

test-all: test
	$(PYTEST) -m slow

lint: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

screenshots: $(INSTALLED)
	$(BIN)/python -m tests.web.screenshots

install: $(INSTALLED)

$(INSTALLED): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/pip install -q --disable-pip-version-check -c constraints.txt -e '.[test,lint]'
	touch $@

clean:
	rm -rf .venv
