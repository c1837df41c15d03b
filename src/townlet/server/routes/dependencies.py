"""What routes are given, and what is checked of every request."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, HTTPException, Query
from starlette.requests import HTTPConnection

from townlet.server.read_model import RunReadModel
from townlet.server.run_session import RunSession


def _stage(connection: HTTPConnection) -> RunSession:
    stage: RunSession = connection.app.state.stage
    return stage


RunSessionParam = Annotated[RunSession, Depends(_stage)]


def _watching(stage: RunSessionParam) -> RunReadModel:
    return stage.watching


ReadModelParam = Annotated[RunReadModel, Depends(_watching)]


_At = Annotated[int | None, Query(ge=0, lt=2**53, description="A step: what happened before it counts.")]


def _moment(watching: ReadModelParam, at: _At = None) -> int:
    if at is not None and at > watching.until:
        raise HTTPException(404, f"Step {at} has not happened yet; the run has come to step {watching.until}.")
    return watching.until if at is None else at


StepParam = Annotated[int, Depends(_moment)]
LimitQuery = Annotated[int, Query(ge=1, le=500, description="How many at most.")]
