"""Makes tools of public functions and of commands: a tool's help and parameters are theirs, written once."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from inspect import Parameter, Signature
from typing import Annotated, Any, get_type_hints

from pydantic import BaseModel, Field

from townlet.runfile.view import RunSource, RunView
from townlet.server.mcp.open_runs import OpenRuns, RunName

Tool = Callable[..., Any]

_WHICH_RUN = Parameter("run", Parameter.KEYWORD_ONLY, default="", annotation=RunName)
_Count = Annotated[int, Field(ge=1, le=1000)]
_TAKEN: dict[Any, Any] = {str: str, int: _Count, int | None: _Count | None, RunSource: RunName}
"""The types of parameters that a tool takes, as it takes them: whole numbers count something. Others are left out."""
_SOMEBODY = "A name, or any part of it that fits one person."
_IN_READING = {"at": "A moment of the run, such as 'day 2 9:30' or 'end'.", "person": _SOMEBODY}
_IN_COMMANDS = dict.fromkeys(("at", "address"), "A place or an object, such as 'Mill House: kitchen: stove'.")
_IN_COMMANDS |= dict.fromkeys(("agent", "to"), _SOMEBODY)


def tool_of_function(name: str, function: Tool, render: Callable[[Any], Any], runs: OpenRuns, **fixed: Any) -> Tool:
    """Return a tool that calls a function of a run and gives its answer as `render` makes JSON data of it.

    The function's first parameter is the run. `fixed` are arguments that the tool's user cannot choose.
    """
    hints = get_type_hints(function)
    _, *rest = inspect.signature(function).parameters.values()
    taken = [
        each.replace(kind=Parameter.KEYWORD_ONLY, annotation=_TAKEN[hints[each.name]])
        for each in rest
        if hints[each.name] in _TAKEN
    ]
    others = [each.name for each in taken if hints[each.name] == RunSource]

    def tool(run: str = "", **given: Any) -> dict[str, Any]:
        view = RunView(runs.path(run))
        data = render(function(view, **given | {other: runs.path(given[other]) for other in others}, **fixed))
        answer: dict[str, Any] = _with_times(data if isinstance(data, dict) else {"found": data}, view.time)
        return answer

    return _signed(tool, name, function, taken, _IN_READING)


def tool_of_command(
    name: str, kind: type[BaseModel], carry_out: Callable[[type[BaseModel], dict[str, Any], str], Awaitable[Any]]
) -> Tool:
    """Return a tool that has `carry_out` give a command to a run."""

    async def tool(run: str = "", **given: Any) -> dict[str, Any]:
        answer: dict[str, Any] = await carry_out(kind, given, run)
        return answer

    parameters = [each for key, each in inspect.signature(kind).parameters.items() if key != "command"]
    return _signed(tool, name, kind, parameters, _IN_COMMANDS)


def _signed(
    tool: Tool, name: str, documented: object, parameters: list[Parameter], meanings: Mapping[str, str]
) -> Tool:
    """Return a tool with the help of what it stands for, without the errors, and with these parameters and `run`."""
    explained = [
        each.replace(annotation=Annotated[each.annotation, Field(description=meanings.get(each.name))])
        for each in parameters
    ]
    parameters = [*explained, _WHICH_RUN]
    tool.__name__, tool.__doc__ = name, (inspect.getdoc(documented) or "").partition("Raises ")[0].strip()
    tool.__annotations__ = {each.name: each.annotation for each in parameters} | {"return": dict[str, Any]}
    tool.__signature__ = Signature(parameters, return_annotation=dict[str, Any])  # type: ignore[attr-defined]
    return tool


def _with_times(data: Any, time_of: Callable[[int], datetime]) -> Any:
    """Return JSON data in which whatever has a step has its game time too."""
    match data:
        case dict():
            step = data.get("step")
            time = {"time": time_of(step).isoformat()} if isinstance(step, int) else {}
            return time | {key: _with_times(value, time_of) for key, value in data.items()}
        case list():
            return [_with_times(each, time_of) for each in data]
        case _:
            return data
