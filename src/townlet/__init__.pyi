# ruff: noqa: I001
"""The names of `from townlet import ...`, by topic, each from the module that defines it."""

# A town
from .town import Town as Town
from .town import TownError as TownError
from .town import builtin_towns as builtin_towns
from .town import load_town as load_town
from .town.new import new_town as new_town
from .town.names import renamed as renamed
from .offline.readings import check_town as check_town
from .offline.readings import read_descriptions as read_descriptions
from .offline.readings import Reading as Reading
from .evaluation.rehearsal import rehearse_town as rehearse_town
from .evaluation.rehearsal import Rehearsal as Rehearsal
from .people.sheet import export_people as export_people
from .people.sheet import import_people as import_people
from .people.sheet import ImportedPeople as ImportedPeople
from .people.published import new_published_town as new_published_town
from .mapmaker.compile import draw_town as draw_town
from .mapmaker.map_import import import_map as import_map
from .mapmaker.map_import import ImportedMap as ImportedMap
from .cognition.persona import Persona as Persona
from .world.address import Address as Address

# Errors
from .errors import TownletError as TownletError
from .errors import BadInput as BadInput
from .errors import UnknownName as UnknownName
from .language.providers.spec import NotConfigured as NotConfigured
from .measures.extras import MissingExtra as MissingExtra

# A run
from .engine.planned_run import simulate as simulate
from .engine.planned_run import resume as resume
from .engine.planned_run import NewRun as NewRun
from .engine.planned_run import RunPaused as RunPaused
from .engine.planned_run import AlreadyThere as AlreadyThere
from .engine.planned_run import plan_new_run as plan_new_run
from .engine.planned_run import plan_resumed_run as plan_resumed_run
from .engine.planned_run import PlannedRun as PlannedRun
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
from .engine.commands import Unheard as Unheard
from .engine.commands import Unseen as Unseen
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

# A resident of another world
from .residents.resident import Resident as Resident
from .residents.actions import Decision as Decision
from .residents.actions import ReplyLine as ReplyLine
from .residents.actions import GoTo as GoTo
from .residents.actions import UseThing as UseThing
from .residents.actions import GoOn as GoOn
from .world.actions import Say as Say

# Language models
from .engine.model_options import ModelOptions as ModelOptions
from .engine.build import build_resources as build_resources
from .evaluation.model_check import check_models as check_models
from .evaluation.model_check import ModelCheck as ModelCheck
from .evaluation.within_reach import find_models as find_models
from .language.prompt import Prompt as Prompt
from .language.model import LanguageModel as LanguageModel
from .language.model import ModelError as ModelError
from .language.model import Reply as Reply
from .language.model import Request as Request
from .language.embedder import Embedder as Embedder
from .language.providers.factory import ProviderFactory as ProviderFactory
from .offline.model import OfflineModel as OfflineModel

# Questions
from .evaluation.interviews.interview import ask as ask
from .evaluation.interviews.interview import AskedPerson as AskedPerson
from .evaluation.interviews.interview import interview as interview
from .evaluation.interviews.interview import InterviewOutcome as InterviewOutcome
from .evaluation.recall import recall as recall
from .evaluation.ablation.ablate import ablate as ablate
from .evaluation.ablation.report import AblationResult as AblationResult
from .evaluation.ablation.ablate import write_ablation as write_ablation
from .evaluation.ablation.ablate import Resimulation as Resimulation
from .evaluation.ablation.ablate import resimulate as resimulate
from .evaluation.attack.suite import Attack as Attack
from .evaluation.attack.suite import attack as attack
from .evaluation.attack.verdict import AttackReport as AttackReport
from .evaluation.judge.judging import JudgeRequest as JudgeRequest
from .evaluation.judge.judging import judge as judge
from .evaluation.judge.judging import JudgeOutcome as JudgeOutcome
from .evaluation.ranking.score import score as score
from .evaluation.ranking.score import RankingReport as RankingReport
from .evaluation.rating.journal import list_raters as list_raters
from .evaluation.rating.authors import list_authors as list_authors
from .evaluation.rating.authors import accept_author as accept_author
from .evaluation.rating.authors import refuse_author as refuse_author
from .evaluation.sampling import EstimatedRun as EstimatedRun
from .evaluation.sampling import estimate as estimate
from .evaluation.estimate import CostEstimate as CostEstimate

# Studies
from .studies.face import Study as Study
from .studies.new import new_study as new_study

# What made the difference
from .studies.causes.find import Inquiry as Inquiry
from .studies.causes.find import find_causes as find_causes
from .studies.causes.page import write_causes_page as write_causes_page
from .studies.causes.result import Causes as Causes

# Reading runs
from .reporting.tables.frames import RunTables as RunTables
from .reporting.tables.frames import open_run as open_run
from .runfile.view import RunView as RunView
from .measures.run_measures import RunMeasures as RunMeasures
from .measures.run_measures import measure_run as measure_run
from .evaluation.survey import measure as measure
from .evaluation.survey import MeasuredRuns as MeasuredRuns
from .measures.reading_sheet import score_sheets as score_sheets
from .measures.portrait import portray as portray
from .measures.portrait import Portrait as Portrait
from .measures.portrait import portray_everybody as portray_everybody
from .measures.calls import list_calls as list_calls
from .measures.bill import read_bill as read_bill
from .measures.bill import Bill as Bill
from .story.sifter import tell_story as tell_story
from .story.sifter import find_thread as find_thread
from .measures.diffusion.spread import trace_town_facts as trace_town_facts
from .measures.diffusion.spread import FactSpread as FactSpread
from .measures.origins import trace_belief as trace_belief
from .measures.origins import OriginStation as OriginStation
from .server.views.search import search_run as search_run
from .reporting.script import read_script as read_script
from .reporting.sheet import draw_sheet as draw_sheet
from .reporting.report import report as report
from .reporting.tables.export import export_run as export_run
from .server.standalone_page.export import export_page as export_page
from .server.standalone_page.export import export_site as export_site
from .engine.replay import ReplayResult as ReplayResult
from .engine.replay import replay_run as replay_run
from .engine.manifest_replay import relive as relive
from .runfile.errors import RunFileError as RunFileError
from .runfile.files import create_run as create_run
from .runfile.files import fork_run as fork_run
from .runfile.rows import EventRow as EventRow
from .runfile.rows import RunHeader as RunHeader
from .runfile.verification import Verification as Verification
from .runfile.verification import verify_run as verify_run
from .runfile.repair import repair_run as repair_run
from .evaluation.ranking.sessions import RankedQuestion as RankedQuestion
from .evaluation.ranking.sessions import RaterSession as RaterSession
from .evaluation.ranking.sessions import append_session as append_session
from .evaluation.ranking.sessions import rankings_path as rankings_path
