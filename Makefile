# make play: set everything up and watch a battle.  make test: set everything up, lint, types, tests.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test bench mutate fuzz clean

play: $(VENV)/play
	@$(BIN)/grognard watch the-chateau-road

test: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n auto

bench: $(VENV)/dev
	$(BIN)/python bench/bench.py

mutate: $(VENV)/dev
	$(BIN)/python tools/mutate.py

fuzz: $(VENV)/dev
	$(BIN)/python tools/fuzz.py

$(VENV)/play: pyproject.toml
	@echo "Setting up (the first time takes a minute) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[fast]'
	@touch $@

$(VENV)/dev: pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
