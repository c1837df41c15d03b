"""Townlet: generative agents in a small town (after Park et al., UIST 2023).

Everything that scripts, notebooks and other projects build on is imported from here, and stays:

    import asyncio
    from townlet import Said, Simulation, load_town

    async def main() -> None:
        simulation = Simulation.start(load_town("applegarth"), seed=1)
        async for step in simulation.run(days=0.5):
            for event in step.events():
                if isinstance(event, Said):
                    print(f"{event.speaker}: {event.text}")

    asyncio.run(main())

Test doubles for language models are in `townlet.testing`. Deeper modules may change with any version.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from townlet.moved import MovedModules

if TYPE_CHECKING:
    from townlet.analysis.measures import RunMeasures as RunMeasures
    from townlet.analysis.measures import measure_run as measure_run
    from townlet.cognition.generative import Generative as Generative
    from townlet.cognition.generative import skip as skip
    from townlet.cognition.perceive import Percept as Percept
    from townlet.cognition.perceive import perceive as perceive
    from townlet.cognition.persona import Persona as Persona
    from townlet.cognition.profile import ECONOMICAL as ECONOMICAL
    from townlet.cognition.profile import PAPER as PAPER
    from townlet.cognition.profile import Profile as Profile
    from townlet.cognition.react import react as react
    from townlet.cognition.reflect import reflect as reflect
    from townlet.cognition.templates import Templates as Templates
    from townlet.cognition.thought import MemoryDraft as MemoryDraft
    from townlet.cognition.thought import Thought as Thought
    from townlet.engine.calls.budget import Budget as Budget
    from townlet.engine.commands import Arrive as Arrive
    from townlet.engine.commands import Command as Command
    from townlet.engine.commands import CommandRefused as CommandRefused
    from townlet.engine.commands import Forget as Forget
    from townlet.engine.commands import Release as Release
    from townlet.engine.commands import SetState as SetState
    from townlet.engine.commands import Speak as Speak
    from townlet.engine.commands import Take as Take
    from townlet.engine.commands import Tell as Tell
    from townlet.engine.commands import Use as Use
    from townlet.engine.commands import Walk as Walk
    from townlet.engine.commands import Whisper as Whisper
    from townlet.engine.commands import send_command as send_command
    from townlet.engine.replay import ReplayResult as ReplayResult
    from townlet.engine.replay import replay_run as replay_run
    from townlet.engine.resources import RunResources as RunResources
    from townlet.engine.simulation import Simulation as Simulation
    from townlet.experiments.ranking.sessions import RankedQuestion as RankedQuestion
    from townlet.experiments.ranking.sessions import RaterSession as RaterSession
    from townlet.experiments.ranking.sessions import append_session as append_session
    from townlet.experiments.ranking.sessions import rankings_path as rankings_path
    from townlet.language.embedder import Embedder as Embedder
    from townlet.language.model import LanguageModel as LanguageModel
    from townlet.language.model import ModelError as ModelError
    from townlet.language.model import Reply as Reply
    from townlet.language.model import Request as Request
    from townlet.language.prompt import Prompt as Prompt
    from townlet.language.providers.factory import ProviderFactory as ProviderFactory
    from townlet.language.retry import RetryPolicy as RetryPolicy
    from townlet.memory.record import Memory as Memory
    from townlet.memory.retrieval import retrieve as retrieve
    from townlet.memory.stream import MemoryStream as MemoryStream
    from townlet.offline.model import OfflineModel as OfflineModel
    from townlet.reporting.tables.frames import RunTables as RunTables
    from townlet.reporting.tables.frames import open_run as open_run
    from townlet.runfile.config import RunConfig as RunConfig
    from townlet.runfile.errors import RunFileError as RunFileError
    from townlet.runfile.event_log import StepLog as StepLog
    from townlet.runfile.files import create_run as create_run
    from townlet.runfile.files import fork_run as fork_run
    from townlet.runfile.rows import EventRow as EventRow
    from townlet.runfile.rows import RunHeader as RunHeader
    from townlet.runfile.verification import Verification as Verification
    from townlet.runfile.verification import verify_run as verify_run
    from townlet.runfile.view import RunView as RunView
    from townlet.studies.face import Study as Study
    from townlet.town import Town as Town
    from townlet.town import TownError as TownError
    from townlet.town import builtin_towns as builtin_towns
    from townlet.town import load_town as load_town
    from townlet.world.address import Address as Address
    from townlet.world.events import Acted as Acted
    from townlet.world.events import Arrived as Arrived
    from townlet.world.events import Said as Said
    from townlet.world.events import StateChanged as StateChanged
    from townlet.world.events import TalkEnded as TalkEnded

PUBLIC: dict[str, dict[str, tuple[str, ...]]] = {
    "A town": {
        "townlet.town": ("Town", "TownError", "builtin_towns", "load_town"),
        "townlet.cognition.persona": ("Persona",),
        "townlet.world.address": ("Address",),
    },
    "A run": {
        "townlet.engine.simulation": ("Simulation",),
        "townlet.runfile.config": ("RunConfig",),
        "townlet.engine.resources": ("RunResources",),
        "townlet.engine.calls.budget": ("Budget",),
        "townlet.language.retry": ("RetryPolicy",),
        "townlet.runfile.event_log": ("StepLog",),
        "townlet.world.events": ("Acted", "Arrived", "Said", "StateChanged", "TalkEnded"),
    },
    "Commands": {
        "townlet.engine.commands": (
            "Arrive",
            "Command",
            "CommandRefused",
            "Forget",
            "Release",
            "SetState",
            "Speak",
            "Take",
            "Tell",
            "Use",
            "Walk",
            "Whisper",
            "send_command",
        ),
    },
    "The generative mind": {
        "townlet.cognition.generative": ("Generative", "skip"),
        "townlet.cognition.perceive": ("Percept", "perceive"),
        "townlet.cognition.react": ("react",),
        "townlet.cognition.reflect": ("reflect",),
        "townlet.cognition.thought": ("MemoryDraft", "Thought"),
        "townlet.cognition.profile": ("ECONOMICAL", "PAPER", "Profile"),
        "townlet.cognition.templates": ("Templates",),
        "townlet.memory.record": ("Memory",),
        "townlet.memory.stream": ("MemoryStream",),
        "townlet.memory.retrieval": ("retrieve",),
    },
    "Language models": {
        "townlet.language.prompt": ("Prompt",),
        "townlet.language.model": ("LanguageModel", "ModelError", "Reply", "Request"),
        "townlet.language.embedder": ("Embedder",),
        "townlet.language.providers.factory": ("ProviderFactory",),
        "townlet.offline.model": ("OfflineModel",),
    },
    "Experiments": {
        "townlet.studies.face": ("Study",),
    },
    "Reading runs": {
        "townlet.reporting.tables.frames": ("RunTables", "open_run"),
        "townlet.runfile.view": ("RunView",),
        "townlet.analysis.measures": ("RunMeasures", "measure_run"),
        "townlet.engine.replay": ("ReplayResult", "replay_run"),
        "townlet.runfile.errors": ("RunFileError",),
        "townlet.runfile.files": ("create_run", "fork_run"),
        "townlet.runfile.rows": ("EventRow", "RunHeader"),
        "townlet.runfile.verification": ("Verification", "verify_run"),
        "townlet.experiments.ranking.sessions": ("RankedQuestion", "RaterSession", "append_session", "rankings_path"),
    },
}
"""Every public name by topic and by the module that defines it: the contents of the generated page of docs."""

_MODULE_OF = {name: module for modules in PUBLIC.values() for module, names in modules.items() for name in names}

__all__ = [*_MODULE_OF]

sys.meta_path.append(MovedModules())


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import townlet` costs nothing."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'townlet' has no attribute {name!r}; public names are {', '.join(__all__)}")
    value = getattr(import_module(_MODULE_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
