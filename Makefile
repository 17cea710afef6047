# Two commands: `make demo` and `make test`. Everything lives in .venv; nothing else is needed but Python 3.11+.
# `make test-all` runs the tests marked slow as well: large versions of checks that `make test` makes in small.

PYTHON ?= python3
BIN := .venv/bin
# pip takes twice as long as uv, but is always there. Both compile to bytecode: without it, a program starts in 5 s, not in 2.
PIP := $(if $(shell command -v uv),uv pip install -q --compile-bytecode --python $(BIN)/python,$(BIN)/pip install -q --disable-pip-version-check)
# What is installed: the base for the demo; tests and lint add their own tools.
BASE := .venv/base
TEST := .venv/test
LINT := .venv/lint
DOCS := .venv/docs
# Tests wait for processes and browsers more than they compute, so there are twice as many workers as cores.
# Their bytecode is kept even where the environment says no: four workers rewrite all tests otherwise, each time.
N_CORES := $(shell $(PYTHON) -c 'import os; print(os.cpu_count() or 1)')
PLAIN = PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -q -n $(N_CORES) --dist worksteal
PYTEST = $(PLAIN) -n $$(( 2 * $(N_CORES) ))

.PHONY: demo test test-all lint docs screenshots install constraints clean

demo: $(BASE)
	$(BIN)/semeai demo

test: $(TEST)
	$(PYTEST) -m 'not slow'
	NUMBA_DISABLE_JIT=1 $(PLAIN) -m 'not slow' tests/go tests/players/test_wally.py tests/players/test_local.py tests/arena/test_batch.py -r f

test-all: test
	$(PYTEST) -m slow

lint: $(LINT) $(TEST)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The site is built offline, from the documents and docstrings; every warning is an error.
docs: $(DOCS)
	$(BIN)/python docs/site/build.py

screenshots: $(TEST)
	$(BIN)/python -m tests.web.screenshots

install: $(TEST) $(LINT)

.venv/bin/python:
	$(PYTHON) -m venv .venv

$(BASE): pyproject.toml constraints.txt | .venv/bin/python
	$(PIP) -c constraints.txt -e .
	touch $@

$(TEST): $(BASE)
	$(PIP) -c constraints.txt -e '.[test]'
	touch $@

$(LINT): $(BASE)
	$(PIP) -c constraints.txt -e '.[lint]'
	touch $@

$(DOCS): $(BASE)
	$(PIP) -c constraints.txt -e '.[docs]'
	touch $@

# constraints.txt holds for every Python and system; uv writes it.
constraints:
	uv pip compile -q --universal --python-version 3.11 --all-extras --no-annotate --no-header --no-emit-index-url \
	  --no-emit-find-links pyproject.toml -o constraints.txt

clean:
	rm -rf .venv
