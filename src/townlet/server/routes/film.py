"""What is watched: the session, stretches of the film, and the moments worth jumping to."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query
from starlette.responses import Response

from townlet.server.protocol.film import Mark, Reel
from townlet.server.protocol.session import Session
from townlet.server.routes.needs import OnStage, Watched
from townlet.server.schema import schema

router = APIRouter(prefix="/api", tags=["film"])

LONGEST_HOURS = 24
"""The most that one reel holds; a longer one is cut there, and says so in its `to_step`."""

From = Annotated[int, Query(ge=0, lt=2**53, description="The first step.")]
To = Annotated[int | None, Query(ge=0, lt=2**53, description="The step before which it ends.")]


@router.get("/session")
async def session(stage: OnStage) -> Session:
    """What is being watched."""
    return stage.session


@router.get("/schema")
def schemas() -> dict[str, Any]:
    """JSON Schemas of all messages of the WebSocket, and of everything that the API answers."""
    return schema()


@router.get("/reel", response_model=Reel)
def reel(watching: Watched, from_step: From, to_step: To = None) -> Response:
    """A stretch of the film: how the town stands at `from_step`, and what happens before `to_step`.

    Without `to_step` it is a game hour. It ends where the run does, and after 24 hours at most. Whole hours (multiples
    of an hour's steps) are kept, so ask for those.
    """
    if from_step > watching.until:
        raise HTTPException(404, f"Step {from_step} has not happened yet; the run has come to step {watching.until}.")
    wanted = from_step + watching.hour if to_step is None else max(to_step, from_step)
    end = min(wanted, watching.until, from_step + LONGEST_HOURS * watching.hour)
    return Response(watching.reel(from_step, end), media_type="application/json")


@router.get("/marks")
def marks(watching: Watched, from_step: From = 0, to_step: To = None, who: str = "") -> list[Mark]:
    """Moments worth jumping to, of everybody or of one person: talks, reflections, reactions, commands, states."""
    return watching.marks.between(from_step, watching.until if to_step is None else to_step, who)
