# make play: set everything up and play in the browser.  make test: set everything up, lint, types, tests.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SCENARIO ?=
SOURCES := pyproject.toml constraints.txt build_page.py $(shell find web -name node_modules -prune -o -type f -print)
# The versions in constraints.txt, for the package and for what builds it (pip reads the one or the other).
INSTALL := PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: play test bench mutate fuzz constraints clean

play: $(VENV)/play
	@$(BIN)/grognard play $(SCENARIO)

test: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n auto --dist worksteal

bench: $(VENV)/dev
	$(BIN)/python bench/bench.py

mutate: $(VENV)/dev
	$(BIN)/python tools/mutate.py

fuzz: $(VENV)/dev
	$(BIN)/python tools/fuzz.py

# The newest versions that pyproject.toml allows become the ones that are used.
constraints:
	$(PYTHON) tools/pin.py

$(VENV)/play: $(SOURCES)
	@echo "Setting up (the first time takes a minute or two) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(INSTALL) -e .
	@touch $@

$(VENV)/dev: $(SOURCES)
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(INSTALL) -e '.[dev]'
	@touch $@ $(VENV)/play

clean:
	rm -rf $(VENV) build dist web/node_modules src/grognard/server/page
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis
