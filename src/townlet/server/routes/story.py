"""HTTP route for the story of the run."""

from __future__ import annotations

from fastapi import APIRouter

from townlet.server.protocol.story import StoryView
from townlet.server.routes.dependencies import RunSessionParam

router = APIRouter(prefix="/api/story", tags=["story"])


@router.get("")
def get_story(session: RunSessionParam) -> StoryView:
    """Tell the story of the run so far: the moments worth telling, found by rules and not by a language model."""
    read_model = session.read_model
    story = read_model.teller.story(read_model.next_step, session.mode != "replay")
    return StoryView.model_validate(story, from_attributes=True)
