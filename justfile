# Commands for working on Townlet: `uv run just check` runs all that a change has to pass besides the tests.

set windows-shell := ["powershell.exe", "-NoLogo", "-NoProfile", "-Command"]
export NO_MKDOCS_2_WARNING := "1"

# List these commands.
list:
    @just --list

# Everything but the tests, side by side.
[parallel]
check: style types layers docs client

# Lint, and the form of the code.
style:
    ruff check
    ruff format --check

# Mend what style finds, where that can be done by itself.
mend:
    ruff check --fix
    ruff format

# Types, strictly.
types:
    mypy

# Imports point down.
layers:
    lint-imports --no-cache --no-logo

# The web client: types, and the tests that need no browser.
client:
    npm --prefix web ci --ignore-scripts --silent
    npm --prefix web run --silent check
    npm --prefix web test

# Build the documentation; a warning is an error.
docs:
    mkdocs build --strict

# Build the documentation for publishing: its first page opens with two days of Smallville.
site $TOWNLET_SITE_TOWN="smallville":
    mkdocs build --strict

# Execute the notebooks anew, and write the page of tables.
generate:
    python docs/generate.py

# Look at the documentation while writing it.
docs-live:
    mkdocs serve

# The tests that need only Python, in a few minutes.
test:
    pytest

# All tests: also lives of whole days, a browser, and a language model server that is built the first time.
test-all:
    pytest --all-lanes

# Only the tests that `just test` leaves out.
test-lanes:
    pytest -m "slow or browser or real_server"

# What a change needs in a minute and a half: lint, types, layers, and the tests of the changed packages.
quick: style types layers
    python tests/changed.py

# Rehearse a release: build, check, install into an empty environment, run; `--publish` then signs and publishes it.
release *OPTIONS:
    python .ci/release.py {{OPTIONS}}
