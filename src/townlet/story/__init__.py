"""The story of a run: chapters and threads found in the run file by story sifting, without a language model."""

from townlet.story.chapter import Beat, Evidence, Quote, Story, StoryChapter, Thread
from townlet.story.sifter import CHAPTERS, StorySifter, find_thread, tell_story

__all__ = [
    "CHAPTERS",
    "Beat",
    "Evidence",
    "Quote",
    "Story",
    "StoryChapter",
    "StorySifter",
    "Thread",
    "find_thread",
    "tell_story",
]
