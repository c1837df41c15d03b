"""Modules that documentation once named: importing one raises an error that says what to import instead."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

MOVED = {
    "townlet.engine.accounts": "townlet.engine.calls.budget",
    "townlet.engine.budget": "townlet: from townlet import Budget",
    "townlet.engine.letters": "townlet: from townlet import send_command",
    "townlet.engine.log": "townlet.runfile.event_log",
    "townlet.engine.look": "townlet: from townlet import RunView",
    "townlet.engine.runfile": "townlet.runfile; to read a run: from townlet import RunView, open_run",
    "townlet.engine.settings": "townlet: from townlet import RunConfig",
    "townlet.language.canned": "townlet.testing",
    "townlet.language.function": "townlet.testing: from townlet.testing import FunctionModel",
    "townlet.language.offline": "townlet: from townlet import OfflineModel",
    "townlet.language.patience": "townlet: from townlet import RetryPolicy",
    "townlet.language.providers.build": "townlet: from townlet import ProviderFactory",
    "townlet.language.scripted": "townlet.testing: from townlet.testing import ScriptedModel",
    "townlet.study": "townlet: from townlet import measure_run, open_run",
    "townlet.town.draw": "townlet.mapmaker, or the command `townlet draw`",
}
"""For each old module, the text after "has moved to": the place of its contents now, or the import to write."""


class MovedModules(MetaPathFinder):
    """An import hook that recognises modules which have moved. Python asks it after all others."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Raise ImportError for a module that has moved; find nothing otherwise."""
        if new := MOVED.get(fullname):
            raise ModuleNotFoundError(f"{fullname} has moved to {new}", name=fullname)
        return None


def moved_name(module: str, name: str, new: str) -> ImportError:
    """Return the error for a name that a module no longer has: `new` is the import to write."""
    return ImportError(f"{module}.{name} has moved: {new}", name=module)
