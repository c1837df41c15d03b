"""What is watched: the session, stretches of the film, and the moments worth jumping to."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query
from starlette.responses import Response

from townlet.server.protocol.event_feed import FeedSegment, TimelineMarker
from townlet.server.protocol.messages import SessionInfo
from townlet.server.routes.dependencies import ReadModelParam, RunSessionParam
from townlet.server.schema import build_wire_schema

router = APIRouter(prefix="/api", tags=["film"])

MAX_SEGMENT_HOURS = 24
"""The most that one reel holds; a longer one is cut there, and says so in its `to_step`."""

FromStepQuery = Annotated[int, Query(ge=0, lt=2**53, description="The first step.")]
ToStepQuery = Annotated[int | None, Query(ge=0, lt=2**53, description="The step before which it ends.")]


@router.get("/session")
async def get_session_info(stage: RunSessionParam) -> SessionInfo:
    """What is being watched."""
    return stage.session


@router.get("/schema")
def get_wire_schema() -> dict[str, Any]:
    """JSON Schemas of all messages of the WebSocket, and of everything that the API answers."""
    return build_wire_schema()


@router.get("/reel", response_model=FeedSegment)
def get_feed_segment(watching: ReadModelParam, from_step: FromStepQuery, to_step: ToStepQuery = None) -> Response:
    """A stretch of the film: how the town stands at `from_step`, and what happens before `to_step`.

    Without `to_step` it is a game hour. It ends where the run does, and after 24 hours at most. Whole hours (multiples
    of an hour's steps) are kept, so ask for those.
    """
    if from_step > watching.until:
        raise HTTPException(404, f"Step {from_step} has not happened yet; the run has come to step {watching.until}.")
    wanted = from_step + watching.hour if to_step is None else max(to_step, from_step)
    end = min(wanted, watching.until, from_step + MAX_SEGMENT_HOURS * watching.hour)
    return Response(watching.reel(from_step, end), media_type="application/json")


@router.get("/marks")
def get_timeline_markers(
    watching: ReadModelParam, from_step: FromStepQuery = 0, to_step: ToStepQuery = None, who: str = ""
) -> list[TimelineMarker]:
    """Moments worth jumping to, of everybody or of one person: talks, reflections, reactions, commands, states."""
    return watching.marks.between(from_step, watching.until if to_step is None else to_step, who)
