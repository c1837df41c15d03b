# ruff: noqa: I001
"""The names of `from townlet import ...`, by topic, each from the module that defines it."""

# A town
from .town import Town as Town
from .town import TownError as TownError
from .town import builtin_towns as builtin_towns
from .town import load_town as load_town
from .cognition.persona import Persona as Persona
from .world.address import Address as Address

# A run
from .engine.simulation import Simulation as Simulation
from .runfile.config import RunConfig as RunConfig
from .engine.resources import RunResources as RunResources
from .engine.calls.budget import Budget as Budget
from .language.retry import RetryPolicy as RetryPolicy
from .runfile.event_log import StepLog as StepLog
from .world.events import Acted as Acted
from .world.events import Arrived as Arrived
from .world.events import Said as Said
from .world.events import StateChanged as StateChanged
from .world.events import TalkEnded as TalkEnded

# Commands
from .engine.commands import Arrive as Arrive
from .engine.commands import Command as Command
from .engine.commands import CommandRefused as CommandRefused
from .engine.commands import Forget as Forget
from .engine.commands import Release as Release
from .engine.commands import SetState as SetState
from .engine.commands import Speak as Speak
from .engine.commands import Take as Take
from .engine.commands import Tell as Tell
from .engine.commands import Use as Use
from .engine.commands import Walk as Walk
from .engine.commands import Whisper as Whisper
from .engine.commands import send_command as send_command

# The generative mind
from .cognition.generative import Generative as Generative
from .cognition.generative import skip as skip
from .cognition.perceive import Percept as Percept
from .cognition.perceive import perceive as perceive
from .cognition.react import react as react
from .cognition.reflect import reflect as reflect
from .cognition.thought import MemoryDraft as MemoryDraft
from .cognition.thought import Thought as Thought
from .cognition.profile import ECONOMICAL as ECONOMICAL
from .cognition.profile import PAPER as PAPER
from .cognition.profile import Profile as Profile
from .cognition.templates import Templates as Templates
from .memory.record import Memory as Memory
from .memory.stream import MemoryStream as MemoryStream
from .memory.retrieval import retrieve as retrieve

# Language models
from .language.prompt import Prompt as Prompt
from .language.model import LanguageModel as LanguageModel
from .language.model import ModelError as ModelError
from .language.model import Reply as Reply
from .language.model import Request as Request
from .language.embedder import Embedder as Embedder
from .language.providers.factory import ProviderFactory as ProviderFactory
from .offline.model import OfflineModel as OfflineModel

# Studies
from .studies.face import Study as Study

# Reading runs
from .reporting.tables.frames import RunTables as RunTables
from .reporting.tables.frames import open_run as open_run
from .runfile.view import RunView as RunView
from .measures.run_measures import RunMeasures as RunMeasures
from .measures.run_measures import measure_run as measure_run
from .engine.replay import ReplayResult as ReplayResult
from .engine.replay import replay_run as replay_run
from .runfile.errors import RunFileError as RunFileError
from .runfile.files import create_run as create_run
from .runfile.files import fork_run as fork_run
from .runfile.rows import EventRow as EventRow
from .runfile.rows import RunHeader as RunHeader
from .runfile.verification import Verification as Verification
from .runfile.verification import verify_run as verify_run
from .evaluation.ranking.sessions import RankedQuestion as RankedQuestion
from .evaluation.ranking.sessions import RaterSession as RaterSession
from .evaluation.ranking.sessions import append_session as append_session
from .evaluation.ranking.sessions import rankings_path as rankings_path
