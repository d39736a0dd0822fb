# Each target sets up what it needs in .venv; nothing is installed outside of it.
PYTHON ?= python3
BIN := .venv/bin
# Real data sets for tests and benchmarks; without it they are skipped with their reason.
export SETRISK_DATA
# With bytecode the template of new databases is kept, too, which saves a minute of the tests.
unexport PYTHONDONTWRITEBYTECODE
# DuckDB allocates much while it plans queries. If the C library is glibc, it keeps more of what is freed at hand.
# Large pages, if the kernel leaves the choice, save a fifteenth of the time.
export GLIBC_TUNABLES ?= glibc.malloc.tcache_count=100:glibc.malloc.hugetlb=1
# jemalloc takes less time than the C library for that, a seventh of the whole, if it is here (Debian: libjemalloc2) and
# keeps what is freed.
test quick: export LD_PRELOAD ?= $(wildcard /usr/lib/$(shell uname -m)-linux-gnu/libjemalloc.so.2)
test quick: export MALLOC_CONF ?= thp:always,dirty_decay_ms:-1
# Matrices of tests are small: numpy's threads would only wait for work, in a loop, in each of hundreds of processes.
test quick: export OPENBLAS_NUM_THREADS ?= 1

# Seconds that the fuzzer takes, and other inputs for another SEED.
SECONDS ?= 600
SEED ?= 0

.PHONY: demo test quick fuzz bench lint docs site package oldest clean
.DELETE_ON_ERROR:

demo: .venv/demo
	$(BIN)/setrisk demo --replace

test: .venv/test
	$(BIN)/python -m pytest --numprocesses auto --dist loadgroup

# What catches most mistakes while working, about a tenth of the work: see CONTRIBUTING.md.
QUICK := $(addprefix tests/, \
    database/test_loader.py test_papers.py test_results.py \
    $(addprefix transactions/test_, bad_sources.py formats.py layouts.py load.py supports.py texts.py) \
    $(addprefix semantics/test_, scores.py wordnet.py) \
    $(addprefix generalisation/test_, coat.py elimination.py printed_examples.py) \
    $(addprefix disassociation/test_, guarantee.py partitioning.py reassociation.py) \
    $(addprefix serial/test_, anony_kernel.py counterfeits.py invariance.py posterior.py repair.py) \
    $(addprefix histogram/test_, linkage.py noise.py partitioning.py printed_examples.py taxonomy.py) \
    $(addprefix risk/test_, many_constraints.py one_attack.py) utility/test_utility.py whatif/test_grid.py \
    $(addprefix cli/test_, loading.py refusals.py walkthrough.py))

quick: .venv/test
	$(BIN)/python -m pytest --numprocesses auto --dist loadgroup $(QUICK)

# Inputs out of random bytes, then out of coverage where atheris runs (Linux on x86-64). What is found lies in build/fuzz.
fuzz: .venv/fuzz
	$(BIN)/python -m tests.fuzz --seconds $(SECONDS) --seed $(SEED) --guided-too

bench: .venv/bench
	$(BIN)/python -m benchmarks

lint: .venv/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	mkdir -p .venv/types && ln -sfn ../.. .venv/types/setrisk
	$(BIN)/mypy
	$(BIN)/mypy tests/typed_calls.py

docs: .venv/test
	$(BIN)/python -m docs.generate

# The pages as a site in build/site, links checked.
site: .venv/test
	$(BIN)/python -m mkdocs build --strict

# The sdist and the wheel, tried in an empty environment.
package:
	PYTHON=$(PYTHON) tests/package.sh

# The same, and again with the lowest versions that pyproject.toml allows.
oldest:
	OLDEST=1 PYTHON=$(PYTHON) tests/package.sh

# A stamp per set of extras: a target installs what it needs, once, and again when pyproject.toml changes.
.venv/%: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -qq --upgrade pip
	$(BIN)/python -m pip install -qq --editable ".[$(if $(filter demo,$*),plot,$*)]"
	touch $@

clean:
	rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
