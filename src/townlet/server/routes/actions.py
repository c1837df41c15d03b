"""What watchers may do, over HTTP. Each POST takes JSON and nothing else."""

from __future__ import annotations

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
from townlet.server.routes.dependencies import RunSessionParam


def _json_only(request: Request) -> None:
    """A form of another site can send other types without asking first."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise HTTPException(415, "Send JSON, with the content type application/json.")


router = APIRouter(
    prefix="/api",
    tags=["acting"],
    dependencies=[Depends(_json_only)],
    responses={
        409: {"model": ConflictResponse, "description": "Not as things stand."},
        415: {"description": "Not JSON."},
    },
)


@router.post("/orders")
async def post_command(
    stage: RunSessionParam,
    command: Annotated[CommandRequest, Body()],
    at: Annotated[int | None, Query(ge=0, lt=2**53, description="The moment that the sender looks at.")] = None,
) -> Acknowledgement:
    """A command of a person in front of the screen. It takes effect at the next step of a live run; for a run that
    another process computes it is left in the inbox, which that process looks into every game minute.
    """
    return Acknowledgement(id="", ok=True, step=await actions.submit_command(stage, command, at))


@router.post("/resume")
async def post_resume(stage: RunSessionParam, asked: ResumeRequest) -> SessionInfo:
    """Go on with a run that nobody goes on with: it becomes live, up to so many days from its start."""
    await actions.resume_live(stage, asked.days)
    return stage.session


@router.post("/fork")
async def post_fork(stage: RunSessionParam, asked: ForkRequest) -> SessionInfo:
    """Go on live with a copy of the run up to a step, in a new file beside it. The run itself stays as it is."""
    await actions.fork_live(stage, asked.at)
    return stage.session


@router.post("/ask")
async def post_interview(stage: RunSessionParam, question: InterviewRequest) -> InterviewResponse:
    """Interview somebody at a moment. Nobody remembers it, and nothing is written."""
    until = stage.watching.until
    at = until if question.at is None else question.at
    if at > until:
        raise HTTPException(404, f"Step {at} has not happened yet; the run has come to step {until}.")
    return await actions.answer_interview_request(stage, question, max(at, min(1, until)))
