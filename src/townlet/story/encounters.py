"""Talks between people: first meetings, remarks about somebody near, hearsay, secrets, disagreements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from townlet.cognition.wording import THOUGHT_LEAD
from townlet.measures.text.wording import capitalise_first
from townlet.measures.text.words import TEXTS_HELD, split_sentences
from townlet.memory.record import Memory
from townlet.runfile.traces import SpokenLine
from townlet.story.chapter import Evidence, StoryChapter, cite_line, cite_memory
from townlet.story.telling import SENTENCES, Moment, Telling

PHRASE_WORDS = 6
"""How many words in a row two lines must share for one to repeat the other. Formulas of speech are shorter."""
FEW_SPEAKERS = 3
"""A phrase that more people have said without hearing it first is common property, and repeats nobody."""
SHORTEST_REMARK = 6
"""How many words a remark about somebody near must have."""
LED_TO = 2
"""How many later talks make a first meeting worth telling, if nothing else came of it."""
_WORDS = re.compile(r"[\w'’]+")
_Phrase = tuple[str, ...]


def find_first_meetings(telling: Telling) -> Iterator[StoryChapter]:
    """Yield the first talk of two people who do not know of each other, if something came of it."""
    chronicle = telling.chronicle
    own = {name: _own_words(telling, name) for name in chronicle.people}
    thoughts = _thoughts_about(telling)
    promises = _promises(telling)
    for pair, talks in chronicle.talks_of.items():
        if not pair <= own.keys() or any(other in own[one] for one in pair for other in pair - {one}):
            continue
        lines = chronicle.talks[talks[0]]
        step, one, other = lines[0].step, lines[0].speaker, lines[0].to
        promise = next((each for each in promises.get(pair, ()) if each[0].id.step >= step), None)
        thought = next((each for each in thoughts.get(pair, ()) if each.id.step > step), None)
        if not promise and not thought and len(talks) <= LED_TO:
            continue
        say: list[str] = ["now"]
        evidence: list[Evidence] = [cite_line(lines[0])]
        slots: dict[str, object] = {}
        if promise:
            memory, to, what = promise
            say.append("promise")
            evidence.append(cite_memory(memory.id, memory.text))
            helper = telling.someone(memory.id.agent)
            slots |= {"helper": helper, "asker": telling.someone(to), "what": _bare(what, to, telling)}
        if thought:
            say.append("thought")
            evidence.append(cite_memory(thought.id, thought.text))
            bare = capitalise_first(thought.text.removeprefix(THOUGHT_LEAD))
            slots |= {"thinker": telling.someone(thought.id.agent), "thought": bare}
        if len(talks) > 1:
            say.append("times")
            evidence += [cite_line(chronicle.talks[talk][0]) for talk in talks[1:]]
        weight = 0.8 + 0.5 * bool(promise) + 0.3 * bool(thought) + min(len(talks), 6) / 20
        line = max(lines[:4], key=lambda each: len(each.text))
        yield telling.chapter(
            "first_meeting",
            say,
            Moment(step, (one, other), evidence, line, line.text, weight=weight),
            one=telling.someone(one),
            other=telling.someone(other),
            times=telling.times(len(talks)),
            end=telling.end,
            **slots,
        )


def _own_words(telling: Telling, name: str) -> str:
    """Return what a person knows from the start, and who lives with them, as one text."""
    persona = telling.chronicle.view.joined[name][1].persona
    named = sorted(telling.chronicle.named("\n".join(persona.seeds)))
    return "\n".join((*persona.seeds, *persona.household, *named))


def _thoughts_about(telling: Telling) -> dict[frozenset[str], list[Memory]]:
    """Return for each pair the reflections of one that name the other and nobody else."""
    found: dict[frozenset[str], list[Memory]] = {}
    for memory in telling.chronicle.memories.values():
        if memory.kind == "reflection":
            about = telling.chronicle.named(memory.text) - {memory.id.agent}
            if len(about) == 1:
                found.setdefault(frozenset((memory.id.agent, *about)), []).append(memory)
    return found


def _promises(telling: Telling) -> dict[frozenset[str], list[tuple[Memory, str, str]]]:
    found: dict[frozenset[str], list[tuple[Memory, str, str]]] = {}
    for memory in telling.chronicle.memories.values():
        cue = SENTENCES.cues["promise"].match(memory.text) if memory.kind == "plan" else None
        if cue and cue["to"] in telling.chronicle.view.joined:
            found.setdefault(frozenset((memory.id.agent, cue["to"])), []).append((memory, cue["to"], cue["what"]))
    return found


def _bare(what: str, asker: str, telling: Telling) -> str:
    """Return a promise without its hours, and with a pronoun for who was promised."""
    text = SENTENCES.cues["time"].split(what)[0]
    return text.replace(f"{asker}'s", telling.someone(asker).their)


def find_remarks(telling: Telling) -> Iterator[StoryChapter]:
    """Yield charged remarks about somebody who is near enough to hear them."""
    people = set(telling.chronicle.people)
    for line in telling.chronicle.lines.values():
        near = [name for name in line.hearers if name in people]
        if not near or line.typed or line.speaker not in people:
            continue
        for sentence in split_sentences(line.text):
            about = sorted(telling.chronicle.named(sentence) & set(near))
            long = len(sentence.split()) >= SHORTEST_REMARK and not sentence.endswith("?")
            if about and long and SENTENCES.cues["charged"].search(sentence):
                yield telling.chapter(
                    "about_them",
                    ["now"],
                    Moment(line.step, (about[0], line.speaker, line.to), (cite_line(line),), line, sentence),
                    speaker=telling.someone(line.speaker),
                    to=telling.someone(line.to),
                    subject=telling.someone(about[0]),
                )
                break


def find_gossip(telling: Telling) -> Iterator[StoryChapter]:
    """Yield that somebody repeats what another person told them, with that person's name, to somebody else.

    Provenance proves it: the memory of hearing it was in the prompt of the line, and the two lines share a phrase that
    the teller had not used before. For each teller and source, the last retelling is told.
    """
    found: dict[tuple[str, str], list[tuple[SpokenLine, SpokenLine, str]]] = {}
    candidates = list(_retellings(telling))
    common = _common_phrases(telling, frozenset().union(*(shared for _, _, shared in candidates)))
    told: set[str] = set()
    for line, heard, shared in candidates:
        sentence = _with_source(telling, line, heard.speaker, shared - common)
        if sentence and line.utterance not in told:
            told.add(line.utterance)
            found.setdefault((line.speaker, heard.speaker), []).append((line, heard, sentence))
    for (teller, source), retold in found.items():
        line, heard, sentence = retold[-1]
        before = list(
            dict.fromkeys(
                each.to for each, was, _ in retold[:-1] if each.to != line.to and was.utterance == heard.utterance
            )
        )
        say = ["heard", "now", *(["one_other"] if len(before) == 1 else ["others"] if before else [])]
        charged = 1.4 if SENTENCES.cues["charged"].search(sentence) else 0.8
        earlier = [cite_line(each) for each, was, _ in retold[:-1] if was.utterance == heard.utterance]
        yield telling.chapter(
            "gossip",
            say,
            Moment(
                line.step,
                (teller, source, line.to),
                (cite_line(heard), cite_line(line), *earlier),
                line,
                sentence,
                (cite_line(heard),),
                weight=charged + min(len(before), 4) / 20,
            ),
            teller=telling.someone(teller),
            source=telling.someone(source),
            to=telling.someone(line.to),
            when=telling.when(heard.step, line.step),
            count=len(before),
            names=telling.several(before),
        )


@lru_cache(TEXTS_HELD)
def _phrases(text: str) -> frozenset[_Phrase]:
    words = [word.lower() for word in _WORDS.findall(text)]
    return frozenset(tuple(words[at : at + PHRASE_WORDS]) for at in range(len(words) - PHRASE_WORDS + 1))


def _retellings(telling: Telling) -> Iterator[tuple[SpokenLine, SpokenLine, frozenset[_Phrase]]]:
    """Yield the lines that name somebody and share phrases with what their speaker had heard from them elsewhere.

    What tells a fact of the town is left to the patterns of news.
    """
    chronicle = telling.chronicle
    people = set(chronicle.people)
    for utterance, shown in chronicle.shown.items():
        line = chronicle.lines[utterance]
        named = chronicle.named(line.text) - {line.speaker, line.to}
        if line.typed or line.speaker not in people or not named:
            continue
        for each in shown:
            memory = chronicle.memories.get(each)
            heard = chronicle.lines.get(memory.utterance) if memory and memory.source == "heard" else None
            if heard is None or heard.talk == line.talk or heard.speaker not in named:
                continue
            shared = _phrases(line.text) & _phrases(heard.text)
            if shared and not any(fact.told_by(heard.text, heard.speaker) for fact in chronicle.facts):
                yield line, heard, shared


def _common_phrases(telling: Telling, phrases: frozenset[_Phrase]) -> frozenset[_Phrase]:
    """Return which of the phrases are formulas of speech: several people have used them without hearing them first."""
    chronicle = telling.chronicle
    speakers: dict[_Phrase, set[str]] = {}
    for utterance, line in chronicle.lines.items() if phrases else ():
        for phrase in _phrases(line.text) & phrases:
            memories = (chronicle.memories.get(each) for each in chronicle.shown.get(utterance, ()))
            heard = (chronicle.lines.get(memory.utterance) for memory in memories if memory and memory.utterance)
            if not any(other and phrase in _phrases(other.text) for other in heard):
                speakers.setdefault(phrase, set()).add(line.speaker)
    return frozenset(phrase for phrase, names in speakers.items() if len(names) > FEW_SPEAKERS)


def _with_source(telling: Telling, line: SpokenLine, source: str, shared: frozenset[_Phrase]) -> str:
    """Return the sentence of a line that has a shared phrase and names the source; empty if none does."""
    for sentence in split_sentences(line.text) if shared else ():
        if source in telling.chronicle.named(sentence) and _phrases(sentence) & shared:
            return sentence
    return ""


def find_secrets(telling: Telling) -> Iterator[StoryChapter]:
    """Yield a talk between somebody with a secret about a person and that person, with the secret in mind."""
    chronicle = telling.chronicle
    secrets = {
        (name, about): memory
        for name in chronicle.people
        for memory in chronicle.memories_of.get(name, ())
        if memory.source == "seed" and SENTENCES.cues["secret"].search(memory.text)
        for about in sorted(chronicle.named(memory.text) - {name})
    }
    for (name, about), memory in secrets.items():
        if (about, name) in secrets and about < name:
            continue
        talks = chronicle.talks_of.get(frozenset((name, about)), ())
        lines = [line for talk in talks for line in chronicle.talks[talk] if line.speaker == name]
        in_mind = [line for line in lines if memory.id in chronicle.shown.get(line.utterance, ())]
        if not in_mind:
            continue
        line = max(in_mind, key=lambda each: (len(_statement(each.text)), -each.step))
        longest = _statement(line.text) or line.text
        mutual = secrets.get((about, name))
        evidence = [cite_memory(memory.id, memory.text), cite_line(line)]
        if mutual:
            evidence.append(cite_memory(mutual.id, mutual.text))
        evidence += [cite_line(chronicle.talks[talk][0]) for talk in talks]
        yield telling.chapter(
            "secret",
            ["secret", *(["mutual"] if mutual else []), "now", *(["times"] if len(talks) > 1 else [])],
            Moment(line.step, (name, about), evidence, line, longest, weight=1.6 if mutual else 1.0),
            one=telling.someone(name),
            other=telling.someone(about),
            secret=memory.text,
            mutual=mutual.text if mutual else "",
            times=telling.times(len(talks)),
        )


def _statement(text: str) -> str:
    """Return the longest sentence of a line that is no question; empty if it only asks."""
    return max((part for part in split_sentences(text) if not part.endswith("?")), key=len, default="")


def find_disagreements(telling: Telling) -> Iterator[StoryChapter]:
    """Yield lines that contradict in so many words what the other person has just said."""
    for lines in telling.chronicle.talks.values():
        for before, line in pairwise(lines):
            if line.typed or before.speaker == line.speaker or line.speaker not in telling.chronicle.people:
                continue
            sentence = _cued(line.text, SENTENCES.cues["disagreeing"])
            if sentence:
                said = telling.quote(before, sentence).text
                yield telling.chapter(
                    "disagreement",
                    ["before", "now"],
                    Moment(
                        line.step, (line.speaker, before.speaker), (cite_line(before), cite_line(line)), line, sentence
                    ),
                    one=telling.someone(line.speaker),
                    other=telling.someone(before.speaker),
                    said=said,
                )


def _cued(text: str, cue: re.Pattern[str]) -> str:
    return next((sentence for sentence in split_sentences(text) if cue.search(sentence)), "")
