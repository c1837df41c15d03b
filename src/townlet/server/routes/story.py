"""HTTP route for the story of the run."""

from __future__ import annotations

from fastapi import APIRouter

from townlet.server.protocol.story import StoryView
from townlet.server.routes.dependencies import RunSessionParam
from townlet.server.views.story import build_story_view

router = APIRouter(prefix="/api/story", tags=["story"])


@router.get("")
def get_story(session: RunSessionParam) -> StoryView:
    """Tell the story of the run so far: the moments worth telling, found by rules and not by a language model."""
    read_model = session.read_model
    return build_story_view(read_model.teller.story(read_model.next_step, session.mode != "replay"))
