"""The run file: one SQLite file that holds all of a run. It knows rows; it knows neither minds nor worlds."""

from townlet.engine.runfile.difference import RowDifference, first_difference
from townlet.engine.runfile.encoding import Json, canonical
from townlet.engine.runfile.errors import (
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
from townlet.engine.runfile.forking import fork
from townlet.engine.runfile.inbox import Letter, leave
from townlet.engine.runfile.lock import Lock, is_owned
from townlet.engine.runfile.opening import create, open_run
from townlet.engine.runfile.paths import inbox_path, lock_path, study_path
from townlet.engine.runfile.read import EARLIEST, LATEST, RunReader
from townlet.engine.runfile.recorder import CallRecorder
from townlet.engine.runfile.rows import (
    CallFilter,
    CallRow,
    CallTotals,
    EventRow,
    ForkedFrom,
    PromptText,
    RecallRow,
    RunHeader,
    Snapshot,
    Status,
    VectorRow,
)
from townlet.engine.runfile.schema import FORMAT
from townlet.engine.runfile.verification import Verification, verify
from townlet.engine.runfile.write import RunWriter

__all__ = [
    "EARLIEST",
    "FORMAT",
    "LATEST",
    "CallFilter",
    "CallRecorder",
    "CallRow",
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
    "RowDifference",
    "RowsRefused",
    "RunDamaged",
    "RunExists",
    "RunFileError",
    "RunHeader",
    "RunLocked",
    "RunReader",
    "RunWriter",
    "Snapshot",
    "Status",
    "UnknownFormat",
    "VectorRow",
    "Verification",
    "canonical",
    "create",
    "first_difference",
    "fork",
    "inbox_path",
    "is_owned",
    "leave",
    "lock_path",
    "open_run",
    "study_path",
    "verify",
]
