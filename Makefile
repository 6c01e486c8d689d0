# make demo    trains an agent for three minutes and plays it against the others
# make quick   rules, engine and environments of one game: GAME=san_francisco; a minute
# make test    the README's test command: an environment of its own, then the suite; minutes
# make legs    lint, types, tests that take long, the uncompiled engine, the core alone, an older
#              Gymnasium, a real browser; each is a target: lint types long uncompiled core
#              old-gymnasium browser
# make slow    mutants of the rules, fuzzing, and other libraries that take the environments; by hand
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LEGS := .venvs
OLD_GYMNASIUM := 1.2.2
PIP := -m pip --disable-pip-version-check install --quiet
PYTEST := OMP_NUM_THREADS=1 $(BIN)/python -m pytest
PARALLEL := -n auto --dist worksteal
GAME ?= san_francisco


.PHONY: quick test legs lint types long uncompiled core old-gymnasium browser slow mutants fuzz consumers demo benchmark golden docs notebooks ladder clean

quick: $(VENV)/installed
	$(PYTEST) $(PARALLEL) tests/core tests/envs tests/games/$(GAME)/rules tests/games/$(GAME)/engine

test: $(VENV)/installed
	$(BIN)/python -m tests.compile
	$(PYTEST) $(PARALLEL) --ignore=tests/browser

$(VENV)/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP) -c constraints.txt -e '.[dev,train]'
	touch $@

legs: lint types long uncompiled core old-gymnasium browser

lint: $(VENV)/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/installed
	$(BIN)/mypy

# Tests with the mark "long": what compiles everything again, and what plays for minutes.
long: $(VENV)/installed
	$(PYTEST) $(PARALLEL) -m long

uncompiled: $(VENV)/installed
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n auto tests/games/*/rules tests/games/*/engine tests/games/*/golden tests/core \
		--cov=sf_env/games/san_francisco/engine --cov=sf_env/games/ticket_to_ride/engine --cov-branch --cov-report=term-missing:skip-covered --cov-fail-under=100

core: $(LEGS)/core/installed
	cd $(LEGS)/core && bin/python -I ../../tests/core_alone.py

# Not editable: what a user gets from `pip install .`, without any extra.
$(LEGS)/core/installed: pyproject.toml constraints.txt $(shell find sf_env agents -name '*.py' -o -name '*.csv' -o -name '*.toml' -o -name '*.json' -o -path '*/page/*')
	rm -rf $(LEGS)/core
	$(PYTHON) -m venv $(LEGS)/core
	$(LEGS)/core/bin/python $(PIP) -c constraints.txt .
	touch $@

old-gymnasium: $(LEGS)/old-gymnasium/installed
	$(LEGS)/old-gymnasium/bin/python -m pytest -n auto tests/envs --ignore=tests/envs/test_sb3.py

$(LEGS)/old-gymnasium/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(LEGS)/old-gymnasium
	grep -v '^gymnasium==' constraints.txt > $(LEGS)/old-gymnasium/constraints.txt
	$(LEGS)/old-gymnasium/bin/python $(PIP) -c $(LEGS)/old-gymnasium/constraints.txt \
		-e '.[dev]' gymnasium==$(OLD_GYMNASIUM)
	touch $@

# Needs Chromium on the machine, and says so if there is none.
browser: $(VENV)/installed
	$(PYTEST) tests/browser

slow: mutants fuzz consumers

mutants: $(VENV)/installed
	$(BIN)/python scripts/mutants.py

fuzz: $(VENV)/installed
	FUZZ_EXAMPLES=20000 $(BIN)/python -m pytest -n auto --timeout=7200 $(shell find tests -name 'test_fuzz_*.py')

# Each of these libraries wants an environment of its own: their bounds exclude each other.
consumers: $(LEGS)/openspiel/installed $(LEGS)/torchrl/installed $(LEGS)/tianshou/installed \
		$(LEGS)/rllib/installed
	$(LEGS)/openspiel/bin/python -m pytest tests/consumers/test_openspiel*.py \
		tests/docs/test_interop.py
	$(LEGS)/torchrl/bin/python -m pytest tests/consumers/test_torchrl.py tests/docs/test_interop.py
	$(LEGS)/tianshou/bin/python -m pytest tests/consumers/test_tianshou.py tests/docs/test_interop.py
	RAY_USAGE_STATS_ENABLED=0 $(LEGS)/rllib/bin/python -m pytest tests/consumers/test_rllib.py \
		tests/consumers/test_ray_arena.py tests/consumers/test_rllib_training.py \
		tests/docs/test_interop.py

$(LEGS)/openspiel/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(LEGS)/openspiel
	$(LEGS)/openspiel/bin/python $(PIP) -c constraints.txt -e '.[openspiel]' pytest pytest-timeout \
		open_spiel==2.0.2 shimmy==2.0.1
	touch $@

$(LEGS)/torchrl/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(LEGS)/torchrl
	$(LEGS)/torchrl/bin/python $(PIP) -c constraints.txt -e '.[torchrl]' pytest pytest-timeout \
		torchrl==0.14.1 tensordict==0.14.3
	touch $@

$(LEGS)/tianshou/installed: pyproject.toml
	$(PYTHON) -m venv $(LEGS)/tianshou
	$(LEGS)/tianshou/bin/python $(PIP) -e '.[tianshou]' pytest pytest-timeout \
		torch==2.13.0 'pandas<3' tianshou==2.0.1
	touch $@

# Ray wants a Gymnasium of its own: hence constraints of its own.
$(LEGS)/rllib/installed: pyproject.toml constraints-rllib.txt
	$(PYTHON) -m venv $(LEGS)/rllib
	$(LEGS)/rllib/bin/python $(PIP) -c constraints-rllib.txt -e '.[rllib]' pytest pytest-timeout
	touch $@

# The same command resumes a demo that was stopped; FRESH=1 puts an earlier demo aside.
# GAME=ticket_to_ride plays the other game.
demo: $(VENV)/installed
	$(BIN)/python scripts/demo.py $(if $(GAME),--game $(GAME)) $(if $(FRESH),--fresh)

benchmark: $(VENV)/installed
	$(BIN)/python scripts/benchmark.py

golden: $(VENV)/installed
	$(BIN)/python scripts/golden.py
	$(BIN)/python scripts/golden_pictures.py

docs: $(VENV)/installed
	$(BIN)/python scripts/docs.py

notebooks:
	$(PYTHON) scripts/strip_notebooks.py

# Takes hours; the same command resumes it.
ladder: $(VENV)/installed
	$(BIN)/python scripts/ladder.py

clean:
	rm -rf $(VENV) $(LEGS) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .coverage*
