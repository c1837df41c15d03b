"""The story of a run as the page shows it."""

from __future__ import annotations

from townlet.analysis.story import Evidence, Story, StoryChapter
from townlet.server.protocol.story import StoryChapterView, StoryLine, StoryReason, StoryView


def build_story_view(story: Story) -> StoryView:
    """Return the chapters of a story for the page."""
    return StoryView(
        title=story.title,
        until=story.until,
        chapters=[_chapter(each) for each in story.chapters],
        gaps=list(story.gaps),
    )


def _chapter(chapter: StoryChapter) -> StoryChapterView:
    quote = chapter.quote
    return StoryChapterView(
        id=chapter.id,
        title=chapter.title,
        sentences=list(chapter.sentences),
        step=chapter.step,
        from_step=chapter.start,
        to_step=chapter.end,
        people=list(chapter.people),
        place=chapter.where,
        tile=chapter.tile,
        talk=chapter.talk,
        quote=StoryLine(who=quote.who, text=quote.text) if quote else None,
        because=[_reason(each) for each in chapter.because],
    )


def _reason(evidence: Evidence) -> StoryReason:
    return StoryReason(step=evidence.step, who=evidence.who, text=evidence.text, talk=evidence.talk)
