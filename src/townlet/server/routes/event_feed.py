"""HTTP routes for watching: the session, segments of the event feed, and timeline markers."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.responses import Response

from townlet.server.protocol.event_feed import FeedSegment, TimelineMarker
from townlet.server.protocol.messages import SessionInfo
from townlet.server.routes.dependencies import MayDirectParam, ReadModelParam, RunSessionParam, require_known_step
from townlet.server.schema import build_wire_schema

router = APIRouter(prefix="/api", tags=["event feed"])

MAX_SEGMENT_HOURS = 24
"""The longest segment, in game hours; a longer request is cut to this, as the answer's `to_step` shows."""

FromStepQuery = Annotated[int, Query(ge=0, lt=2**53, description="The first step included.")]
ToStepQuery = Annotated[int | None, Query(ge=0, lt=2**53, description="The first step not included.")]


@router.get("/session")
async def get_session_info(session: RunSessionParam, may_direct: MayDirectParam) -> SessionInfo:
    """Describe the run that is shown."""
    return session.info(may_direct)


@router.get("/schema")
def get_wire_schema() -> dict[str, Any]:
    """Return the JSON Schema of all WebSocket messages, requests and responses."""
    return build_wire_schema()


@router.get("/reel", response_model=FeedSegment)
def get_feed_segment(read_model: ReadModelParam, from_step: FromStepQuery, to_step: ToStepQuery = None) -> Response:
    """Return a segment of the event feed: the town at `from_step`, and the events until before `to_step`.

    Without `to_step` the segment lasts a game hour. It ends with the run, and after 24 hours at most. Whole hours that
    start at a multiple of an hour's steps are cached, so ask for those.
    """
    require_known_step(read_model, from_step)
    requested = from_step + read_model.hour if to_step is None else max(to_step, from_step)
    end = min(requested, read_model.next_step, from_step + MAX_SEGMENT_HOURS * read_model.hour)
    return Response(read_model.segment_json(from_step, end), media_type="application/json")


@router.get("/marks")
def get_timeline_markers(
    read_model: ReadModelParam, from_step: FromStepQuery = 0, to_step: ToStepQuery = None, who: str = ""
) -> list[TimelineMarker]:
    """List the moments worth jumping to, of everybody or of one person.

    These are talks, reflections, changed plans, commands and changes of objects.
    """
    return read_model.markers.between(from_step, read_model.next_step if to_step is None else to_step, who)
