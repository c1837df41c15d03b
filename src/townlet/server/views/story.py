"""The story of a run as the page shows it."""

from __future__ import annotations

from townlet.server.protocol.story import StoryChapterView, StoryLine, StoryReason, StoryView, ThreadBeat, ThreadView
from townlet.story import Evidence, Story, StoryChapter, Thread


def build_story_view(story: Story) -> StoryView:
    """Return the chapters of a story for the page."""
    return StoryView(
        title=story.title,
        until=story.until,
        chapters=[_chapter(each, story) for each in story.chapters],
        threads=[_thread(each) for each in story.threads],
        gaps=list(story.gaps),
    )


def _chapter(chapter: StoryChapter, story: Story) -> StoryChapterView:
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
        because=[_reason(each, story) for each in chapter.because],
    )


def _thread(thread: Thread) -> ThreadView:
    return ThreadView(
        id=thread.id,
        title=thread.title,
        spreads=thread.spreads,
        knew=list(thread.knew),
        beats=[ThreadBeat(step=beat.step, people=list(beat.people)) for beat in thread.beats],
    )


def _reason(evidence: Evidence, story: Story) -> StoryReason:
    tested = list(story.tested.get(evidence.id, ()))
    return StoryReason(step=evidence.step, who=evidence.who, text=evidence.text, talk=evidence.talk, tested=tested)
