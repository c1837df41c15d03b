"""A run is the same on a machine whose letters, dates and numbers follow another locale."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .typed import done

LOCALE = "tr_TR.UTF-8"
"""Turkish has two letters i, so that 'I'.lower() and 'i'.upper() of C programs differ, and a decimal comma."""

IS_IN_FORCE = "import locale; locale.setlocale(locale.LC_ALL, ''); assert locale.localeconv()['decimal_point'] == ','"
RUN_IN_LOCALE = "import locale; locale.setlocale(locale.LC_ALL, ''); from townlet.cli import main; main()"


@pytest.fixture(scope="module")
def turkish(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a Turkish machine; its locale is compiled if the system lacks it."""
    environment = {**os.environ, "LC_ALL": LOCALE, "LANG": LOCALE}
    if not _is_in_force(environment):
        folder = tmp_path_factory.mktemp("locales")
        command = ["localedef", "-i", "tr_TR", "-f", "UTF-8", str(folder / LOCALE)]
        if not shutil.which("localedef") or subprocess.run(command, capture_output=True, check=False).returncode:
            pytest.skip(f"no {LOCALE}, and none can be compiled; on Debian and Ubuntu install the package 'locales'")
        environment |= {"LOCPATH": str(folder)}
        if not _is_in_force(environment):
            pytest.skip(f"the system does not accept a compiled {LOCALE}")
    return environment


def _is_in_force(environment: dict[str, str]) -> bool:
    command = [sys.executable, "-c", IS_IN_FORCE]
    return subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 0


def test_a_run_in_turkish_has_the_same_hash(turkish: dict[str, str], tmp_path: Path) -> None:
    words = ["run", "applegarth", "--days", "0.42", "--json", "--out"]
    here = done(*words, str(tmp_path / "here.townlet")).json
    command = [sys.executable, "-c", RUN_IN_LOCALE, *words, str(tmp_path / "there.townlet")]
    there = subprocess.run(command, env=turkish, capture_output=True, text=True, check=True)
    assert json.loads(there.stdout)["state_hash"] == here["state_hash"]
