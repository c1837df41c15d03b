"""HTTP routes for actions: commands, resuming, forking, what-if questions, interviews. Every POST accepts JSON only."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Body, Depends, HTTPException, Query, Request

from townlet.server import actions
from townlet.server.protocol.messages import Acknowledgement, SessionInfo
from townlet.server.protocol.requests import (
    CommandRequest,
    ConflictResponse,
    ForkRequest,
    InterviewRequest,
    InterviewResponse,
    ResumeRequest,
)
from townlet.server.protocol.what_if import WhatIfRequest, WhatIfView
from townlet.server.routes.dependencies import RunSessionParam, ServedRunsParam, require_known_step


def _json_only(request: Request) -> None:
    """Refuse other content types: a form on another site can send those without a CORS preflight (CSRF)."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise HTTPException(415, "Send JSON, with the content type application/json.")


router = APIRouter(
    prefix="/api",
    tags=["acting"],
    dependencies=[Depends(_json_only)],
    responses={
        409: {"model": ConflictResponse, "description": "Not possible in the run's present state."},
        415: {"description": "The body is not JSON."},
    },
)


@router.post("/orders")
async def post_command(
    session: RunSessionParam,
    command: Annotated[CommandRequest, Body()],
    at: Annotated[int | None, Query(ge=0, lt=2**53, description="The step that the sender looks at.")] = None,
) -> Acknowledgement:
    """Send a command to the town.

    It takes effect at the next step of a live run. If another process computes the run, the command waits in an inbox
    that this process reads every game minute.
    """
    return Acknowledgement(id="", ok=True, step=await actions.submit_command(session, command, at))


@router.post("/resume")
async def post_resume(session: RunSessionParam, body: ResumeRequest) -> SessionInfo:
    """Resume a run that no process computes: it becomes live, up to `days` from its start."""
    await actions.resume_live(session, body.days)
    return session.info()


@router.post("/fork")
async def post_fork(runs: ServedRunsParam, session: RunSessionParam, body: ForkRequest) -> SessionInfo:
    """Copy the run up to a step into a new file beside it, and continue the copy live.

    The run itself is unchanged, and its clients stay with it. The fork is at the `path` that the answer gives.
    """
    return (await runs.fork(session, body.at)).info()


@router.post("/what-if")
async def post_what_if(runs: ServedRunsParam, session: RunSessionParam, body: WhatIfRequest) -> WhatIfView:
    """Ask what would be otherwise if somebody had not taken a line, a sight or a thought in.

    "look" says what can be asked, what it takes, and how far it has come; "try" lives the town again without it, and
    with placebos for comparison, in forks beside the run, which is not changed; "stop" stops that.
    """
    require_known_step(session.read_model, body.at)
    asked = await asyncio.to_thread(session.what_ifs.act, body)
    return await asyncio.to_thread(asked.view, partial(runs.address_of_world, session))


@router.post("/ask")
async def post_interview(session: RunSessionParam, question: InterviewRequest) -> InterviewResponse:
    """Interview a person as of a step. They do not remember it, and nothing is written."""
    read_model = session.read_model
    at = read_model.next_step if question.at is None else question.at
    require_known_step(read_model, at)
    return await actions.answer_interview_request(session, question, max(at, min(1, read_model.next_step)))
