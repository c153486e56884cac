# Two commands do everything on a fresh machine with Python and make: `make demo` and `make test`.
PYTHON ?= python3
PY := .venv/bin/python
# -P keeps the working folder off the module path: a stray file here is never imported.
PLAYAID := $(PY) -P -m playaid

.PHONY: demo test format lock gallery benchmarks wheel clean

demo: .venv/installed
	$(PLAYAID) build scenarios -o output

test: .venv/installed
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	$(PY) -m pytest -n 2

format: .venv/installed
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

# The pictures of the README and the contact sheet of everything printed, made from the example scenarios.
gallery: .venv/installed
	$(PY) docs/gallery.py
	$(PY) docs/contact.py

# Every benchmark, and the page of their figures: about an hour on a quiet machine.
benchmarks: .venv/installed
	$(PY) benchmarks/page.py

wheel: .venv/installed
	$(PY) -m hatchling build

lock: .venv/installed
	$(PY) -m piptools compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-emit-index-url \
	  --no-emit-find-links --no-emit-trusted-host --no-header --output-file requirements-dev.txt pyproject.toml requirements-dev.in

clean:
	rm -rf .venv dist gallery

.venv/installed: requirements-dev.txt pyproject.toml
	$(PYTHON) -m venv .venv
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements-dev.txt
	$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch .venv/installed
