"""Mutation testing: changes the code in small ways, one at a time, and prints the share that a package's tests notice.

    uv run python benchmarks/mutants.py [--sample 200] [--seed 1] [--only world] [--selected] [--jobs 2] [--list]

A mutant is the code with one small change: `<` for `<=`, `+` for `-`, `or` for `and`, another number, a condition
negated, an empty return value, a statement left out. A mutant is killed if a test of its package fails, and survives
otherwise. With `--selected`, a survivor is also tried on all that tests/changed.py selects for its module: on what
somebody runs who changes it. The sample takes as many mutants from each package, by a hash of the seed and the change,
so that edits elsewhere, or moving a module, leave the sample as it is.

The working tree is never changed: each job works in a copy in a temporary folder. Which tests run which line is
measured once with coverage.py, and only those tests are tried on a mutant, quick files first. Both that and the
verdicts are kept in the folder for temporary files, so that a run which was stopped goes on where it was. Not mutated:
strings, annotations, decorators, assertions, `__repr__`, the texts of errors, and what only a type checker reads.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from queue import Queue
from threading import Lock
from typing import Any, Literal

import coverage
import pytest

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "tests"))
import changed  # noqa: E402 - a script of the tests, which is no package

SOURCE = "src/townlet/"
KEPT = Path(tempfile.gettempdir()) / "townlet-mutants"
"""Where measurements and verdicts are kept between runs."""

MOST_SECONDS = 120
"""Tests that take longer than this in all are not tried on one mutant: the slowest files are left out."""
PATIENCE_SECONDS, PATIENCE_FACTOR = 45, 6
"""A mutant may take this much longer than its tests take without it; then it counts as killed, as one that hangs."""
WIDE, TELLING = 120, 30
"""Longer code is cut when a change is printed; with shorter code, its statement is printed as well."""
MOST_SECONDS_SELECTED = 900
"""So long a survivor is tried on all that is selected for its module; what takes longer has not killed it."""
MOST_BYTES = 8 << 30
"""Address space that a mutant may take, where the system can bound it."""


@dataclass(frozen=True)
class Package:
    """Code that is mutated, as patterns below `src/townlet`, and the tests that answer for it, below `tests`."""

    sources: tuple[str, ...]
    tests: tuple[str, ...]

    def files(self) -> list[str]:
        """Paths of the modules, from the root of the repository."""
        return _matching(ROOT / SOURCE, self.sources)

    def test_files(self) -> list[str]:
        return _matching(ROOT / "tests", self.tests)


def _matching(folder: Path, patterns: Iterable[str]) -> list[str]:
    """The files that patterns stand for. A pattern without files names what has moved: the table has to follow."""
    found: set[str] = set()
    for pattern in patterns:
        paths = {path.relative_to(ROOT).as_posix() for path in folder.glob(pattern)}
        if not paths:
            raise SystemExit(f"There is no {pattern} in {folder}; correct the tables in {__file__}.")
        found |= paths
    return sorted(found)


BESIDE = Package(("*.py",), ("test_files.py", "test_public_face.py", "test_testing_*.py"))
"""The modules that lie beside the packages."""
TESTED_ELSEWHERE = {"language": ("billing/test_*.py", "cli/test_batch.py"), "engine": ("faults/test_*.py",)}
"""Tests that answer for a package and do not lie in the folder of its name."""
PACKAGES = {
    name: Package((f"{name}/**/*.py",), (f"{name}/**/test_*.py", *TESTED_ELSEWHERE.get(name, ())))
    for name in sorted(folder.name for folder in (ROOT / SOURCE).iterdir() if any(folder.glob("*.py")))
} | {"beside": BESIDE}


# ---------------------------------------------------------------------------------------------------------- mutating

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_NEGATED_ALREADY = (ast.Eq, ast.NotEq, ast.Is, ast.IsNot, ast.In, ast.NotIn)
"""Comparisons whose counterpart in `_COMPARED` is their negation."""
_EMPTY = {
    "str": "''",
    "int": "0",
    "float": "0.0",
    "list": "[]",
    "tuple": "()",
    "Sequence": "()",
    "Iterable": "()",
    "dict": "{}",
    "Mapping": "{}",
    "set": "set()",
    "frozenset": "frozenset()",
}
"""What a function returns in place of its value, by the name of the type that it declares; else it is None."""
_UNTOUCHED = {"annotation", "returns", "decorator_list", "bases", "format_spec"}
"""Parts of the syntax tree in which nothing is changed."""


@dataclass(frozen=True)
class Change:
    """One small change of a module."""

    file: str
    line: int
    last_line: int
    scope: str
    statement: str
    """The first line of the statement that it is part of."""
    before: str
    after: str
    place: int
    """Its number among the changes of its module."""

    def __str__(self) -> str:
        short = len(self.before) < TELLING and self.statement != self.before
        within = f"  in  {_cut(self.statement)}" if short else ""
        return f"{self.file}:{self.line}  {_cut(self.before)}  ->  {_cut(self.after)}{within}"


class Mutator:
    """Makes every change of a module in turn.

    `changes` alters `tree` before it yields a change, and restores it afterwards.
    """

    def __init__(self, file: str, text: str) -> None:
        self.file, self.tree = file, ast.parse(text)
        self._count = 0
        self._statement: ast.AST = self.tree
        """The statement that is being looked at."""

    def changes(self) -> Iterator[Change]:
        yield from self._within(self.tree, ())

    def _within(self, node: ast.AST, scope: tuple[ast.AST, ...]) -> Iterator[Change]:
        """The changes of a node's children, and of theirs."""
        if _is_left_alone(node):
            return
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            scope = (*scope, node)
        outer, self._statement = self._statement, node if isinstance(node, ast.stmt) else self._statement
        for name, value in ast.iter_fields(node):
            if name in _UNTOUCHED or (name == "keywords" and isinstance(node, ast.ClassDef)):
                continue
            for place, child in enumerate(value if isinstance(value, list) else [value]):
                if not isinstance(child, ast.AST):
                    continue
                put = _putter(node, name, place if isinstance(value, list) else None)
                for new in _instead(child, node, name, scope):
                    yield from self._changed(child, new, put, scope)
                yield from self._within(child, scope)
        self._statement = outer

    def _changed(
        self, old: ast.AST, new: ast.AST, put: Callable[[ast.AST], None], scope: tuple[ast.AST, ...]
    ) -> Iterator[Change]:
        before, after = _written(old), _written(new)
        if before == after:
            return
        names = ".".join(getattr(node, "name", "") for node in scope)
        last = old.lineno if isinstance(old, ast.stmt) else old.end_lineno or old.lineno  # type: ignore[attr-defined]
        statement = ast.unparse(old if isinstance(old, ast.stmt) else self._statement).splitlines()[0]
        put(new)
        try:
            yield Change(self.file, old.lineno, last, names, statement, before, after, self._count)  # type: ignore[attr-defined]
        finally:
            put(old)
        self._count += 1


def _cut(text: str) -> str:
    return text if len(text) <= WIDE else f"{text[: WIDE - 4]} ..."


def _putter(parent: ast.AST, name: str, place: int | None) -> Callable[[ast.AST], None]:
    """A function that puts a node in a child's place."""

    def put(node: ast.AST) -> None:
        if place is None:
            setattr(parent, name, node)
        else:
            getattr(parent, name)[place] = node

    return put


def _is_left_alone(node: ast.AST) -> bool:
    """Whether a change below a node means nothing: it concerns types, or words for people."""
    match node:
        case ast.FunctionDef(name="__repr__") | ast.Assert() | ast.Raise():
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")) | ast.Subscript(value=ast.Name(id="Literal")):
            return True
        case ast.Assign(value=ast.BinOp(op=ast.BitOr())):
            return True  # Choice = Do | Say
        case ast.Call(func=ast.Attribute(value=ast.Name(id="logging"))) | ast.keyword(arg="repr" | "strict"):
            return True
    return False


def _instead(node: ast.AST, parent: ast.AST, name: str, scope: tuple[ast.AST, ...]) -> Iterator[ast.AST]:
    """What a node is replaced by, one at a time; `name` is the field of its parent that it stands in."""
    if isinstance(node, ast.expr):
        if name in ("test", "ifs") and not isinstance(parent, ast.Assert):
            yield from _negated(node)
        if name == "value" and isinstance(parent, ast.Return):
            yield from _returned(node, scope)
        yield from _computed(node)
    elif isinstance(node, ast.stmt):
        yield from _done(node)


def _computed(node: ast.expr) -> Iterator[ast.expr]:
    """Another operator, or another constant."""
    match node:
        case ast.Compare(left, ops, comparators):
            for place, op in enumerate(ops):
                yield ast.Compare(left, [*ops[:place], _COMPARED[type(op)](), *ops[place + 1 :]], comparators)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.And() if isinstance(op, ast.Or) else ast.Or(), values)
        case ast.BinOp(left, op, right) if type(op) in _COMPUTED and not _is_text(left) and not _is_text(right):
            yield ast.BinOp(left, _COMPUTED[type(op)](), right)
        case ast.UnaryOp(ast.Not(), operand) | ast.UnaryOp(ast.USub(), operand):
            yield operand
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() | float() as value):
            yield ast.Constant(value + 1 if isinstance(value, int) else value * 2 or 1.0)


def _done(node: ast.stmt) -> Iterator[ast.stmt]:
    """A statement left out, if what follows can do without; `raise AssertionError` marks what cannot happen."""
    match node:
        case ast.AugAssign(target, op, value):
            if type(op) in _COMPUTED and not _is_text(value):
                yield ast.AugAssign(target, _COMPUTED[type(op)](), value)
            yield ast.Pass()
        case ast.Raise(exc=exc) if exc and "AssertionError" in ast.unparse(exc):
            return
        case ast.Raise() | ast.Break() | ast.Continue() | ast.Return(value=None) | ast.Delete():
            yield ast.Pass()
        case ast.Expr(ast.Call() | ast.Await()) | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            if not _is_left_alone(node.value):
                yield ast.Pass()


def _negated(test: ast.expr) -> Iterator[ast.expr]:
    """The condition turned round, if no other change does that."""
    plain = isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], _NEGATED_ALREADY)
    if not plain and not (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)):
        yield ast.UnaryOp(ast.Not(), test)


def _returned(value: ast.expr, scope: tuple[ast.AST, ...]) -> Iterator[ast.expr]:
    declared = getattr(scope[-1], "returns", None) if scope else None
    kind = ast.unparse(declared).split("[")[0].strip("'\"") if declared else ""
    if kind == "bool":
        yield from () if isinstance(value, ast.Constant) else _negated(value)
    elif not isinstance(value, ast.Constant):
        yield ast.parse(_EMPTY.get(kind, "None"), mode="eval").body


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _written(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())


def changes_of(file: str) -> list[Change]:
    return list(Mutator(file, (ROOT / file).read_text("utf-8")).changes())


def mutated(change: Change) -> str:
    """The text of the module with the change in it."""
    mutator = Mutator(change.file, (ROOT / change.file).read_text("utf-8"))
    for found in mutator.changes():
        if found.place == change.place:
            return ast.unparse(mutator.tree)
    raise AssertionError(change)


def sample(package: Package, size: int, seed: int) -> list[Change]:
    """That many changes of a package, or all that there are, in an order that depends on the seed alone."""
    ranked, seen = [], dict[str, int]()
    for change in (change for file in package.files() for change in changes_of(file)):
        name = f"{change.scope}|{change.statement}|{change.before}|{change.after}"
        seen[name] = seen.get(name, 0) + 1
        ranked.append((_digest(f"{seed}|{name}|{seen[name]}"), change))
    return [change for _, change in sorted(ranked, key=lambda pair: pair[0])[:size]]


def _digest(*texts: str | bytes) -> str:
    made = hashlib.blake2b(digest_size=16)
    for text in texts:
        made.update(text.encode() if isinstance(text, str) else text)
        made.update(b"\0")
    return made.hexdigest()


# ------------------------------------------------------------------------------------------------- who runs which line


@dataclass
class Reach:
    """What the tests of one file do: how long each takes, and which of them run which line of the package."""

    digest: str
    seconds: dict[str, float] = field(default_factory=dict)
    """By node id; tests that failed or were skipped are left out."""
    lines: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    """For each module and line, the places in `seconds` of the tests that run it; IMPORTED if it runs on import."""

    def tests(self, change: Change) -> list[str]:
        """The tests that run a changed line; all that run anything of the module, if that line runs on import."""
        module = self.lines.get(change.file, {})
        places = {place for line in range(change.line, change.last_line + 1) for place in module.get(str(line), ())}
        if IMPORTED in places:
            places |= {place for found in module.values() for place in found}
        named = list(self.seconds)
        return [named[place] for place in sorted(places - {IMPORTED})]


IMPORTED = -1


class Watch:
    """A pytest plugin that notes which tests run which lines, and how long they take.

    What a fixture of a wider scope runs counts for every test that uses the fixture.
    """

    def __init__(self, files: Sequence[str]) -> None:
        self._coverage = coverage.Coverage(data_file=None, include=files, config_file=False, messages=False)
        self._seconds: dict[str, float] = {}
        self._unfit: set[str] = set()
        self._users: dict[str, list[str]] = {}
        self._context = ""
        self._coverage.start()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            for name in getattr(item, "fixturenames", ()):
                self._users.setdefault(f"fixture {name}", []).append(item.nodeid)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        yield from self._within(item.nodeid)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[None]:
        yield from self._within(self._context if fixturedef.scope == "function" else f"fixture {fixturedef.argname}")

    def _within(self, context: str) -> Iterator[None]:
        outer, self._context = self._context, context
        self._coverage.switch_context(context)
        yield
        self._context = outer
        self._coverage.switch_context(outer)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid] = self._seconds.get(report.nodeid, 0.0) + report.duration
        if not report.passed:
            self._unfit.add(report.nodeid)

    def noted(self) -> dict[str, Reach]:
        """What was noted, by test file."""
        self._coverage.stop()
        made: dict[str, Reach] = {}
        for test, seconds in self._seconds.items():
            if test not in self._unfit:
                made.setdefault(test.split("::")[0], Reach("")).seconds[test] = round(seconds, 4)
        places = {test: place for reach in made.values() for place, test in enumerate(reach.seconds)}
        data = self._coverage.get_data()
        for path in data.measured_files():
            module = Path(path).relative_to(Path.cwd()).as_posix()
            for line, contexts in data.contexts_by_lineno(path).items():
                tests = {test for context in contexts for test in self._users.get(context, (context,))}
                for test in tests & places.keys():
                    made[test.split("::")[0]].lines.setdefault(module, {}).setdefault(str(line), []).append(
                        places[test]
                    )
                for reach in made.values() if "" in contexts else ():
                    reach.lines.setdefault(module, {}).setdefault(str(line), []).append(IMPORTED)
        return made


class Failure:
    """A pytest plugin that notes the first test that fails, and why."""

    test = why = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.test:
            self.test, self.why = report.nodeid, report.longreprtext.strip().splitlines()[-1]


OPTIONS = ("-o", "addopts=", "-q", "-p", "no:cacheprovider", "-p", "pytest_asyncio.plugin")
OPTIONS += ("-p", "_hypothesis_pytestplugin", "--hypothesis-seed=0", "-W", "ignore::pytest.PytestUnknownMarkWarning")
OPTIONS += ("-W", "ignore::pytest.PytestConfigWarning", "-W", "ignore::pytest.PytestAssertRewriteWarning")
"""Only the plugins that tests need are loaded: the others take longer to load than most tests to run."""


def child(order: Path) -> int:
    """A process of its own that runs tests in a copy, as a file orders, and writes down what came of it."""
    given = json.loads(order.read_text("utf-8"))
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    plugin = Watch(given["watched"]) if given["watched"] else Failure()
    code = int(pytest.main([*OPTIONS, *given["options"], *given["tests"]], plugins=[plugin]))
    if isinstance(plugin, Watch):
        seen: Any = {file: asdict(reach) for file, reach in plugin.noted().items()}
    else:
        seen = {"code": code, "test": plugin.test, "why": plugin.why}
    Path(given["seen"]).write_text(json.dumps(seen), "utf-8")
    return 0


class Copy:
    """A copy of the code and its tests that can be changed, and in which tests are run."""

    def __init__(self, folder: Path) -> None:
        self._root, self._order = folder / "tree", folder / "order.json"
        self._seen, self._told = folder / "seen.json", folder / "told.txt"
        self._writes = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False
        for part in ("src", "tests", "docs", "examples", "art", "benchmarks"):
            shutil.copytree(ROOT / part, self._root / part, ignore=shutil.ignore_patterns("client", "node_modules"))
        for file in ("pyproject.toml", *(path.name for path in ROOT.glob("*.md"))):
            shutil.copy2(ROOT / file, self._root)

    def measured(self, package: Package, files: Sequence[str]) -> dict[str, Reach]:
        """What test files do to a package."""
        sources = [str(self._root / file) for file in package.files()]
        seen = self._run(files, None, ("--continue-on-collection-errors",), sources)
        if seen is None:
            raise SystemExit(f"The tests could not be run: {self.told[-1500:]}")
        return {file: Reach(**noted) for file, noted in seen.items()}

    def tried(self, change: Change, tests: Sequence[str], seconds: float) -> Verdict:
        """What comes of running tests with a change in the code."""
        most = PATIENCE_SECONDS + PATIENCE_FACTOR * seconds
        with self._with(change):
            seen = self._run(tests, most, ("-x",), ())
            if seen and seen["code"] == pytest.ExitCode.USAGE_ERROR and "ERROR: not found" in self.told:
                files = list(dict.fromkeys(test.split("::")[0] for test in tests))  # the change renames cases
                seen = self._run(files, most, ("-x",), ())
        if seen is None:
            return Verdict(change, "killed", "", "it took too long, or ended the process")
        if seen["code"] == pytest.ExitCode.OK:
            return Verdict(change, "survived", "", f"{len(tests)} tests run it")
        return Verdict(change, "killed", seen["test"], seen["why"] or "it cannot be imported")

    def tried_on_selected(self, change: Change) -> Verdict:
        """What comes of running all that tests/changed.py selects for the module, without the slower lanes."""
        files = changed.selected([change.file], ROOT)
        with self._with(change):
            seen = self._run(files, MOST_SECONDS_SELECTED, ("-x",), ())
        if seen and seen["code"] not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return Verdict(change, "killed", seen["test"], seen["why"] or "it cannot be imported")
        ended = "pass" if seen else f"did not fail in {MOST_SECONDS_SELECTED} s"
        return Verdict(change, "survived", "", f"the tests that are selected for it {ended}")

    def stop(self) -> None:
        """End what is under way, without a verdict."""
        self._stopped = True
        if self._process:
            _end(self._process)

    @property
    def told(self) -> str:
        """What the last process printed."""
        return self._told.read_text("utf-8", errors="replace")

    @contextmanager
    def _with(self, change: Change) -> Iterator[None]:
        path = self._root / change.file
        text, stat = path.read_bytes(), path.stat()
        path.write_text(mutated(change), "utf-8", newline="\n")
        self._writes += 1
        os.utime(path, (self._writes, self._writes))  # a time of its own, or Python might run the last one's bytecode
        try:
            yield
        finally:
            path.write_bytes(text)
            os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))

    def _run(self, tests: Sequence[str], seconds: float | None, options: Sequence[str], watched: Sequence[str]) -> Any:
        """What the plugin saw, or None if the process was stopped or died."""
        self._seen.unlink(missing_ok=True)
        order = {"tests": list(tests), "options": list(options), "watched": list(watched), "seen": str(self._seen)}
        self._order.write_text(json.dumps(order), "utf-8")
        surroundings = os.environ | {
            "PYTHONPATH": os.pathsep.join((str(self._root / "src"), str(self._root))),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTHONHASHSEED": "0",
            "COVERAGE_CORE": "ctrace",  # the others know no contexts
        }
        command = [sys.executable, __file__, "--child", str(self._order)]
        with self._told.open("wb") as told:
            self._process = subprocess.Popen(
                command, cwd=self._root, env=surroundings, stdout=told, stderr=told, start_new_session=True
            )
            try:
                self._process.wait(seconds)
            except subprocess.TimeoutExpired:
                return None
            finally:
                _end(self._process)
        if self._stopped:
            raise KeyboardInterrupt
        return json.loads(self._seen.read_text("utf-8")) if self._seen.exists() else None


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process, and those that its tests have started."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


# -------------------------------------------------------------------------------------------------------------- judging


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant."""

    change: Change
    outcome: Literal["killed", "survived"]
    test: str
    """The test that killed it."""
    why: str


class Kept:
    """What earlier runs found out, as long as the code and the tests that it rests on are the same."""

    def __init__(self) -> None:
        KEPT.mkdir(exist_ok=True)
        sources = sorted((ROOT / SOURCE).rglob("*.py"))
        self._source = _digest(*(path.read_bytes() for path in sources))
        helpers = sorted(path for path in (ROOT / "tests").rglob("*.py") if not path.name.startswith("test_"))
        helped = _digest(*(path.read_bytes() for path in helpers))
        tests = sorted((ROOT / "tests").rglob("test_*.py"))
        self._tests = {path.relative_to(ROOT).as_posix(): _digest(helped, path.read_bytes()) for path in tests}
        self._file, self._lock = KEPT / "verdicts.jsonl", Lock()
        lines = self._file.read_text("utf-8").splitlines() if self._file.exists() else []
        self._verdicts: dict[str, list[str]] = dict(json.loads(line) for line in lines)

    def digest(self, test_file: str) -> str:
        """Of a test file and of all that tests share, as they were at the start; empty if there is none."""
        return self._tests.get(test_file, "")

    def reach(self, name: str, package: Package) -> dict[str, Reach]:
        """What is known of a package's test files; of those that have changed, nothing."""
        path = _reach_file(name, package)
        kept = json.loads(path.read_text("utf-8")) if path.exists() else {}
        found = {file: Reach(**reach) for file, reach in kept.items()}
        known = {file: found[file] for file in package.test_files() if file in found}
        # Of a file of which no test could be run, nothing is known.
        return {file: reach for file, reach in known.items() if reach.seconds and reach.digest == self.digest(file)}

    def verdict(self, change: Change, tests: Sequence[str]) -> Verdict | None:
        if found := self._verdicts.get(self._key(change, "")):
            digest, test, why = found
            if not test or self.digest(test.split("::")[0]) == digest:
                return Verdict(change, "killed", test, why)
        if found := self._verdicts.get(self._key(change, self._all(tests))):
            return Verdict(change, "survived", "", found[2])
        return None

    def keep(self, verdict: Verdict, tests: Sequence[str]) -> None:
        key = self._key(verdict.change, "" if verdict.outcome == "killed" else self._all(tests))
        digest = self.digest(verdict.test.split("::")[0]) if verdict.test else ""
        with self._lock, self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps([key, [digest, verdict.test, verdict.why]]) + "\n")

    def _all(self, tests: Sequence[str]) -> str:
        return _digest(*tests, *(self.digest(file) for file in sorted({test.split("::")[0] for test in tests})))

    def _key(self, change: Change, rest: str) -> str:
        return _digest(self._source, change.file, str(change.place), rest)


def _reach_file(name: str, package: Package) -> Path:
    return KEPT / f"{name}-{_digest(*((ROOT / file).read_bytes() for file in package.files()))}.json"


def measured(name: str, package: Package, kept: Kept, folder: Path) -> dict[str, Reach]:
    """What every test of a package runs, measuring those test files of which it is not known."""
    reach = kept.reach(name, package)
    if stale := [file for file in package.test_files() if file not in reach]:
        _tell(f"{name}: measuring which lines the tests of {len(stale)} files run")
        found = Copy(folder / f"measured-{name}").measured(package, stale)
        for file in stale:
            reach[file] = replace(found.get(file, Reach("")), digest=kept.digest(file))
            if not reach[file].seconds:
                _tell(f"{name}: no test of {file} can be run here, or all fail")
        rows = {file: asdict(each) for file, each in reach.items()}
        _reach_file(name, package).write_text(json.dumps(rows), "utf-8")
    return reach


def chosen(change: Change, reach: Mapping[str, Reach]) -> tuple[list[str], float]:
    """The tests to try on a change, and their seconds: the module's own first, then quick files before slow ones."""
    own = f"test_{Path(change.file).stem}.py"
    found = {file: tests for file, each in reach.items() if (tests := each.tests(change))}
    cost = {file: sum(reach[file].seconds[test] for test in tests) for file, tests in found.items()}
    tests, seconds = list[str](), 0.0
    for file in sorted(found, key=lambda file: (Path(file).name != own, cost[file])):
        if seconds + cost[file] <= MOST_SECONDS or not tests:
            tests, seconds = tests + found[file], seconds + cost[file]
    return tests, seconds


def judged(
    changes: Sequence[Change], reach: Mapping[str, Reach], kept: Kept, copies: Sequence[Copy], *, widely: bool
) -> Iterator[Verdict]:
    """The verdict on each change, as they come. `widely` also tries survivors on all that is selected for them."""
    free: Queue[Copy] = Queue()
    for each in copies:
        free.put(each)

    def verdict(change: Change) -> Verdict:
        tests, seconds = chosen(change, reach)
        found = kept.verdict(change, tests) if tests else Verdict(change, "survived", "", "no test runs it")
        if found is not None and (found.outcome == "killed" or not widely):
            return found
        copy = free.get()
        try:
            if found is None:
                found = copy.tried(change, tests, seconds)
                kept.keep(found, tests)
            return copy.tried_on_selected(change) if widely and found.outcome == "survived" else found
        finally:
            free.put(copy)

    with ThreadPoolExecutor(len(copies)) as pool:
        try:
            for future in as_completed([pool.submit(verdict, change) for change in changes]):
                yield future.result()
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            for each in copies:
                each.stop()
            raise


# ------------------------------------------------------------------------------------------------------------- printing


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def shares(names: Iterable[str], size: int) -> dict[str, int]:
    """How many mutants each package gives to the sample."""
    each = list(names)
    return {name: size // len(each) + (place < size % len(each)) for place, name in enumerate(each)}


def report(verdicts: Mapping[str, Sequence[Verdict]]) -> None:
    every = [verdict for found in verdicts.values() for verdict in found]
    print(f"{'package':10} {'mutants':>8} {'killed':>8} {'share':>7}")
    for name, found in [*verdicts.items(), ("all", every)]:
        killed = sum(verdict.outcome == "killed" for verdict in found)
        print(f"{name:10} {len(found):8} {killed:8} {killed / max(len(found), 1):7.1%}")
    survivors = [verdict for verdict in every if verdict.outcome == "survived"]
    for verdict in sorted(survivors, key=lambda verdict: (verdict.change.file, verdict.change.line)):
        print(f"{verdict.change}  ({verdict.why})")


def main(arguments: argparse.Namespace) -> None:
    names = arguments.only or list(PACKAGES)
    wanted = shares(names, arguments.sample)
    changes = {name: sample(PACKAGES[name], wanted[name], arguments.seed) for name in names}
    if arguments.list:
        print(*(f"{name:10} {change}" for name, found in changes.items() for change in found), sep="\n")
        return
    verdicts: dict[str, list[Verdict]] = {name: [] for name in names}
    kept = Kept()
    with tempfile.TemporaryDirectory() as folder:
        try:
            copies = [Copy(Path(folder) / f"job-{job}") for job in range(arguments.jobs)]
            for name in names:
                reach = measured(name, PACKAGES[name], kept, Path(folder))
                for verdict in judged(changes[name], reach, kept, copies, widely=arguments.selected):
                    verdicts[name].append(verdict)
                    done = f"{name} {len(verdicts[name])}/{len(changes[name])}"
                    _tell(f"{done:16} {verdict.outcome:8}  {verdict.change}")
        except KeyboardInterrupt:
            _tell("Stopped; what is known so far:")
    report(verdicts)
    if arguments.json:
        rows = {name: [asdict(verdict) for verdict in found] for name, found in verdicts.items()}
        arguments.json.write_text(json.dumps(rows, indent=1), "utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sample", type=int, default=200, help="how many mutants, from all packages together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=PACKAGES, metavar="PACKAGE", help=", ".join(PACKAGES))
    parser.add_argument("--selected", action="store_true", help="try survivors on all that tests/changed.py selects")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the verdicts, and which test killed what")
    parser.add_argument("--list", action="store_true", help="print the sample without trying it")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        raise SystemExit(child(given.child))
    main(given)
