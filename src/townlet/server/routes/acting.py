"""What watchers may do, over HTTP. Each POST takes JSON and nothing else."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Depends, HTTPException, Query, Request

from townlet.server import acting
from townlet.server.protocol.commands import Command
from townlet.server.protocol.messages import Answered
from townlet.server.protocol.requests import AnswerShown, Forking, Question, Refusal, Resuming
from townlet.server.protocol.session import Session
from townlet.server.routes.needs import OnStage


def _json_only(request: Request) -> None:
    """A form of another site can send other types without asking first."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise HTTPException(415, "Send JSON, with the content type application/json.")


router = APIRouter(
    prefix="/api",
    tags=["acting"],
    dependencies=[Depends(_json_only)],
    responses={409: {"model": Refusal, "description": "Not as things stand."}, 415: {"description": "Not JSON."}},
)


@router.post("/orders")
async def orders(
    stage: OnStage,
    command: Annotated[Command, Body()],
    at: Annotated[int | None, Query(ge=0, lt=2**53, description="The moment that the sender looks at.")] = None,
) -> Answered:
    """A command of a person in front of the screen. It takes effect at the next step of a live run; for a run that
    another process computes it is left in the inbox, which that process looks into every game minute.
    """
    return Answered(id="", ok=True, step=await acting.order(stage, command, at))


@router.post("/resume")
async def resume(stage: OnStage, asked: Resuming) -> Session:
    """Go on with a run that nobody goes on with: it becomes live, up to so many days from its start."""
    await acting.resume(stage, asked.days)
    return stage.session


@router.post("/fork")
async def fork(stage: OnStage, asked: Forking) -> Session:
    """Go on live with a copy of the run up to a step, in a new file beside it. The run itself stays as it is."""
    await acting.fork(stage, asked.at)
    return stage.session


@router.post("/ask")
async def ask(stage: OnStage, question: Question) -> AnswerShown:
    """Interview somebody at a moment. Nobody remembers it, and nothing is written."""
    until = stage.watching.until
    at = until if question.at is None else question.at
    if at > until:
        raise HTTPException(404, f"Step {at} has not happened yet; the run has come to step {until}.")
    return await acting.ask(stage, question, max(at, min(1, until)))
