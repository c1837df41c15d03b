"""Test lanes: tests that need more than Python and a few minutes have a marker and are deselected by default.

`--all-lanes`, a marker expression (`-m browser`), or the name of a folder or file of tests selects them. Otherwise the
last lines of the test run say how many tests of which lane were not run, and how to run them.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

LANES = {
    "slow": "lives of whole days, a few minutes",
    "browser": "needs Chromium or Chrome",
    "real_server": "needs a C++ compiler; builds llama.cpp's server the first time",
}
"""Markers, and what their tests take."""

SECONDS = 1200
"""The time limit of a test in a lane: the first one that needs the server may have to build it."""

TESTS = Path(__file__).parent
_DESELECTED = pytest.StashKey[Counter[str]]()
_OUTPUT_KEY = "deselected_lanes"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all-lanes", action="store_true", help=f"also run the tests marked {', '.join(LANES)}")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_DESELECTED] = Counter()
    for lane, needs in LANES.items():
        config.addinivalue_line("markers", f"{lane}: {needs}; run it with -m {lane}, or all lanes with --all-lanes")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests of lanes that nobody asked for; the others of a lane get its time limit, and go first.

    They take longest: begun last, one of them would run alone at the end.
    """
    in_lanes = {item: lane for item in items if (lane := _lane(item))}
    items.sort(key=lambda item: item not in in_lanes)
    for item in in_lanes:
        if not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(SECONDS))
    if config.option.all_lanes or config.option.markexpr:
        return
    named = _named_paths(config)
    deselected = [item for item in in_lanes if named.isdisjoint((item.path, *item.path.parents))]
    config.stash[_DESELECTED].update(in_lanes[item] for item in deselected)
    config.hook.pytest_deselected(items=deselected)
    left_out = set(deselected)
    items[:] = [item for item in items if item not in left_out]


def _lane(item: pytest.Item) -> str | None:
    return next((lane for lane in LANES if item.get_closest_marker(lane)), None)


def _named_paths(config: pytest.Config) -> set[Path]:
    """The files and folders below `tests` that the command line names."""
    paths = {(config.invocation_params.dir / argument.partition("::")[0]).resolve() for argument in config.args}
    return {path for path in paths if TESTS in path.parents}


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker of xdist passes its counts to the process that prints the summary."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[_OUTPUT_KEY] = dict(session.config.stash[_DESELECTED])


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object, error: object) -> None:
    """All workers collect the same tests, so the counts of any one of them are the run's."""
    counts = getattr(node, "workeroutput", {}).get(_OUTPUT_KEY, {})
    node.config.stash[_DESELECTED] |= Counter(counts)  # type: ignore[attr-defined]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    counts = config.stash[_DESELECTED]
    if not counts:
        return
    terminalreporter.section("lanes that were not run")
    for lane, needs in LANES.items():
        if counts[lane]:
            terminalreporter.line(f"{counts[lane]} tests of the lane {lane} ({needs}): uv run pytest -m {lane}")
    terminalreporter.line("all of them with everything else: uv run just test-all")
