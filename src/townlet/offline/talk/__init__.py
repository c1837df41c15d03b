"""The offline model's talk: what one says next, and what a talk leaves behind."""

from townlet.offline.talk.after_talk import after_talk
from townlet.offline.talk.converse import converse
from townlet.offline.talk.jointly import joint_dialogue
from townlet.offline.talk.last_line import farewell
from townlet.offline.talk.speech import speech_acts

__all__ = ["after_talk", "converse", "farewell", "joint_dialogue", "speech_acts"]
