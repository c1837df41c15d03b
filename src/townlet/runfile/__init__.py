"""The run file: one SQLite file per run, with its event log, memories, model calls and prompts."""

from townlet.runfile.database import FORMAT
from townlet.runfile.errors import (
    DiskFull,
    NoSuchRun,
    NotARunFile,
    OutsideRun,
    RowsRefused,
    RunDamaged,
    RunExists,
    RunFileError,
    RunLocked,
    UnknownFormat,
)
from townlet.runfile.files import (
    close_for_killed_owner,
    create_run,
    fork_run,
    open_reader,
    open_writer,
    study_path,
)
from townlet.runfile.inbox import Letter, inbox_path, leave_letter
from townlet.runfile.lock import Lock, is_owned, lock_path
from townlet.runfile.reader import EARLIEST, LATEST, RunReader
from townlet.runfile.rows import (
    CallFilter,
    CallRow,
    CallStatus,
    CallTotals,
    EventRow,
    ForkedFrom,
    PromptText,
    RecallRow,
    RunHeader,
    Snapshot,
    VectorRow,
)
from townlet.runfile.verification import RunDifference, Verification, first_difference, verify_run
from townlet.runfile.writer import CallRecorder, RunWriter
from townlet.state.encoding import Json, as_data, canonical

__all__ = [
    "EARLIEST",
    "FORMAT",
    "LATEST",
    "CallFilter",
    "CallRecorder",
    "CallRow",
    "CallStatus",
    "CallTotals",
    "DiskFull",
    "EventRow",
    "ForkedFrom",
    "Json",
    "Letter",
    "Lock",
    "NoSuchRun",
    "NotARunFile",
    "OutsideRun",
    "PromptText",
    "RecallRow",
    "RowsRefused",
    "RunDamaged",
    "RunDifference",
    "RunExists",
    "RunFileError",
    "RunHeader",
    "RunLocked",
    "RunReader",
    "RunWriter",
    "Snapshot",
    "UnknownFormat",
    "VectorRow",
    "Verification",
    "as_data",
    "canonical",
    "close_for_killed_owner",
    "create_run",
    "first_difference",
    "fork_run",
    "inbox_path",
    "is_owned",
    "leave_letter",
    "lock_path",
    "open_reader",
    "open_writer",
    "study_path",
    "verify_run",
]
