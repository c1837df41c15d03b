"""Generative agents on one page, with nothing but the standard library. Run it: python examples/nano.py [SEED]

Three people live one day. One of them knows a piece of news. Nothing here says who will hear of it, or from whom.
One rule holds it all together: thinking changes nothing. A mind reads frozen values and returns a `Turn`; the `Engine`
alone lets turns happen and logs them. The state is the fold of that log, so a run can be killed and resumed.
After Park et al., "Generative Agents" (UIST 2023). "In the house" names the file of Townlet that does the same in full.
"""

import json
import re
import sys
from collections import namedtuple
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from random import Random
from types import SimpleNamespace
from typing import Any

# 1. VALUES, which nobody changes. In the house: townlet/world/state.py, townlet/cognition/state.py
Do = namedtuple("Do", "place thing doing")  # such as Do("bakery", "counter", "selling bread")
Say = namedtuple("Say", "step speaker to text leave")  # leave: whether the talk ends with this line
Turn = namedtuple("Turn", "name step remembered recalled plan felt action")  # In the house: townlet/cognition/mind.py


@dataclass(frozen=True)
class Memory:  # In the house: townlet/memory/record.py
    number: int  # its place in the memory stream
    text: str  # a sentence
    source: str  # seed (known from the start), seen, done, said, heard, planned or thought; no model sets it
    created: int  # a step
    accessed: int  # the step in which it was last recalled
    importance: int  # from 1 (mundane) to 10 (never forgotten)
    heard_from: str = ""
    evidence: tuple[int, ...] = ()  # the numbers of the memories that it rests on


@dataclass(frozen=True)
class Person:
    body: Do
    talk: tuple[Say, ...] = ()  # the talk they are in
    last_line: Say | None = None  # the latest line that they said or were told
    stream: tuple[Memory, ...] = ()  # the memory stream, oldest first
    plan: dict[int, Do] = field(default_factory=dict)  # what to do in each hour
    felt: int = 0  # summed importance of what happened since the last reflection


# 2. THE TOWN: places with their objects, and what each person knows in the morning. In the house: townlet/towns
STEPS_AN_HOUR, WAKES, SLEEPS = 6, 7, 21  # a step is ten minutes, the day lasts from 7:00 to 21:00
TREE = {
    "bakery": ("oven bench", "counter", "window table"),
    "boatyard": ("slipway", "workbench", "jetty"),
    "workshop": ("lathe", "long table", "window seat"),
    "square": ("well", "stone bench", "old stage"),
}
KNOWN = """
Dilnoza is at the bakery from 7 to 12, baking bread. Dilnoza is at the bakery from 12 to 17, selling bread.
Dilnoza is at the square from 17 to 21, watching the swallows. Ximena is a carver of puppets.

Kofi is at the boatyard from 7 to 12, building boats. Kofi is at the bakery from 12 to 13, having lunch.
Kofi is at the boatyard from 13 to 21, painting boats. Dilnoza is a baker of bread.

Ximena is at the workshop from 7 to 9, painting puppets. Ximena is at the bakery from 9 to 10, having breakfast.
Ximena is at the workshop from 10 to 17, carving puppets. Ximena is at the square from 17 to 21, putting up a curtain.
I know that tonight at 19:00 there is a play with puppets at the square.
"""
SEEDS = {text.split()[0]: re.split(r"(?<=\.)\s", text) for text in KNOWN.strip().split("\n\n")}
START = {name: Person(Do(f"{name}'s room", "bed", "asleep")) for name in SEEDS}


# 3. MEMORY: what is recent, important and relevant comes to mind. In the house: townlet/memory/retrieval.py
def retrieve(stream: Sequence[Memory], query: str, step: int, top: int = 8) -> list[Memory]:
    """The memories with the highest sum of three scores, each stretched to [0, 1] over the whole stream."""
    recency = normalised([0.995 ** ((step - memory.accessed) / STEPS_AN_HOUR) for memory in stream])
    importance = normalised([memory.importance for memory in stream])
    relevance = normalised([similarity(query, memory.text) for memory in stream])
    scores = [sum(parts) for parts in zip(recency, importance, relevance, strict=True)]
    return sorted(stream, key=lambda memory: (scores[memory.number], memory.number), reverse=True)[:top]


def normalised(values: Sequence[float]) -> list[float]:
    low, high = min(values), max(values)
    return [(value - low) / (high - low) if high > low else 0.0 for value in values]


def similarity(one: str, other: str) -> float:
    """The cosine of two bags of words: the plainest embedding. In the house: townlet/language/hashed.py"""
    a, b = ({word for word in re.findall(r"\w+", text.lower()) if len(word) > 3} for text in (one, other))
    return len(a & b) / (len(a) * len(b)) ** 0.5 if a and b else 0.0


# 4. THINKING, a method for each faculty. In the house: townlet/cognition/thought.py, townlet/cognition/generative.py
class Thought:
    def __init__(self, name: str, state: dict[str, Person], step: int, model: Callable[[str], str]) -> None:
        """A mind knows itself, and sees what others do in the same place. In the house: townlet/world/view.py"""
        self.name, self.step, self.hour, self.me, self.model = name, step, step // STEPS_AN_HOUR, state[name], model
        self.stream, self.plan, self.felt, self.recalled = self.me.stream, self.me.plan, self.me.felt, set[int]()
        near = [other for other in state if other != name and state[other].body.place == self.me.body.place]
        self.in_sight = [f"{other} is {state[other].body.doing}." for other in near]

    def ask(self, task: str, question: str, **shown: Any) -> Any:
        """The model's answer. All that it gets is the text of a prompt. In the house: townlet/cognition/templates.py"""
        fields = json.dumps({"name": self.name, "hour": self.hour, **shown}, default=lambda memory: memory.text)
        return json.loads(self.model(f"{task}: {question}\n{fields}"))

    def remember(self, text: str, source: str, heard_from: str = "", evidence: Sequence[int] = ()) -> None:
        importance = self.ask("importance", "How much does this matter, from 1 (mundane) to 10?", memory=text)
        new = Memory(len(self.stream), text, source, self.step, self.step, importance, heard_from, tuple(evidence))
        self.stream = (*self.stream, new)
        self.felt += importance if source in ("seen", "done", "said", "heard") else 0

    def recall(self, *queries: str) -> list[Memory]:
        found = {memory.number: memory for query in queries for memory in retrieve(self.stream, query, self.step)}
        self.recalled.update(found)
        return list(found.values())

    def turn(self) -> Turn:
        """Think, and hand back what it comes to. Nothing of it has happened yet."""
        if not self.stream:
            for seed in SEEDS[self.name]:
                self.remember(seed, "seed")
            self.make_plan()
        noticed, action = self.perceive(), None
        if not self.me.talk:
            action = (self.react(noticed) if noticed else None) or self.proceed()
        elif self.me.talk[-1].to == self.name:
            action = self.speak(self.me.talk[-1].speaker)
        if self.felt >= 25:  # the paper waits for 150, in busier days
            self.reflect()
        new = self.stream[len(self.me.stream) :]
        return Turn(self.name, self.step, new, frozenset(self.recalled), self.plan, self.felt, action)

    def perceive(self) -> Sequence[Memory]:
        """Remember what was just said, and what is new in sight. In the house: townlet/cognition/perceive.py"""
        known, line = len(self.stream), self.me.last_line
        if line and line.step == self.step - 1 and line.speaker == self.name:
            self.remember(f"I said to {line.to}: {line.text}", "said")
        elif line and line.step == self.step - 1:
            self.remember(f"{line.speaker} said to me: {line.text}", "heard", heard_from=line.speaker)
        lately = [memory.text for memory in self.stream if self.step - memory.created < 2 * STEPS_AN_HOUR]
        for sight in [sight for sight in self.in_sight if sight not in lately]:
            self.remember(sight, "seen")
        return self.stream[known:]

    def make_plan(self) -> None:
        """A day in broad strokes, then its hours; the past stays. In the house: townlet/cognition/plan/day.py"""
        memories = self.recall(f"what {self.name} does from hour to hour", "what is on tonight")
        day = self.ask("day", "How does the rest of the day go (from, to, where, doing what)?", memories=memories)
        self.plan = {hour: do for hour, do in self.plan.items() if hour < self.hour}
        for start, end, place, doing in day:
            things = self.ask("hours", f"What is used in each hour of {doing}?", hours=end - start, things=TREE[place])
            self.plan |= {start + n: Do(place, thing, doing) for n, thing in enumerate(things)}
        told = ", ".join(f"{start}:00 {doing} at the {place}" for start, _, place, doing in day)
        self.remember(f"My day: {told}.", "planned")

    def proceed(self) -> Do:
        """Do what the plan has for this hour. In the house: townlet/cognition/plan/execution.py"""
        do = self.plan.get(self.hour, self.me.body)
        if do.doing != self.me.body.doing:
            self.remember(f"{self.name} is {do.doing} ({do.place}: {do.thing}).", "done")
        return do

    def react(self, noticed: Sequence[Memory]) -> Say | None:
        """Go on, begin a talk, or replan the day. In the house: townlet/cognition/react.py"""
        memories = self.recall(*[memory.text for memory in noticed], "what is on tonight")
        answer = self.ask("react", "Go on, talk, or replan?", noticed=noticed, plan=self.plan, memories=memories)
        if answer["do"] == "replan":
            self.make_plan()
        return self.speak(answer["to"]) if answer["do"] == "talk" else None

    def speak(self, other: str) -> Say:
        """A line made from memories and the talk so far. In the house: townlet/cognition/converse.py"""
        lines = [f"{line.speaker}: {line.text}" for line in self.me.talk]
        memories = self.recall(f"{self.name} and {other}", *lines[-1:], "what is on tonight")
        line = self.ask("line", "What is said next? Does it end the talk?", other=other, lines=lines, memories=memories)
        return Say(self.step, self.name, other, line["say"], line["leave"])

    def reflect(self) -> None:
        """Once enough has happened: questions, then insights. In the house: townlet/cognition/reflect.py"""
        self.felt = 0
        for question in self.ask("questions", "What can be asked about these memories?", memories=self.stream[-100:]):
            shown = self.recall(question)
            for insight in self.ask("insights", f"{question} Because of which of these?", memories=shown):
                if insight["text"] not in [memory.text for memory in self.stream]:
                    self.remember(insight["text"], "thought", evidence=[shown[n].number for n in insight["because"]])


# 5. THE ENGINE, the only writer. In the house: townlet/engine/engine.py
def apply(state: dict[str, Person], turn: Turn) -> dict[str, Person]:
    """The state after a turn: the one place where anything changes. In the house: townlet/state/run_state.py"""
    me, action = state[turn.name], turn.action
    stream = [replace(memory, accessed=turn.step) if memory.number in turn.recalled else memory for memory in me.stream]
    me = replace(me, stream=(*stream, *turn.remembered), plan=turn.plan, felt=turn.felt)
    if isinstance(action, Do):
        me = replace(me, body=action)
    elif isinstance(action, Say):
        talk = () if action.leave else (*me.talk, action)
        me, other = (replace(person, talk=talk, last_line=action) for person in (me, state[action.to]))
        state = {**state, action.to: other}
    return {**state, turn.name: me}


class Engine:
    def __init__(self, model: Callable[[str], str], mind: type[Thought] = Thought, log: Sequence[Turn] = ()) -> None:
        """Begin, or go on from the last whole step of a killed run. In the house: townlet/engine/simulation.py"""
        self.model, self.mind, self.log = model, mind, list(log[: len(log) - len(log) % len(START)])
        self.state = reduce(apply, self.log, START)

    def run(self) -> "Engine":
        """In each step everybody thinks about the same state; then, one after another, their turns happen."""
        for step in range(WAKES * STEPS_AN_HOUR + len(self.log) // len(START), SLEEPS * STEPS_AN_HOUR):
            frozen = self.state
            for turn in [self.mind(name, frozen, step, self.model).turn() for name in frozen]:
                self.log.append(turn if self.allows(turn, frozen) else turn._replace(action=None))
                self.state = apply(self.state, self.log[-1])
        return self

    def allows(self, turn: Turn, frozen: dict[str, Person]) -> bool:
        """Nobody talks to the absent, or acts when just spoken to. In the house: townlet/world/advance.py"""
        me, other = self.state[turn.name], self.state[getattr(turn.action, "to", turn.name)]
        return all((p.body.place, p.talk) == (me.body.place, frozen[turn.name].talk) for p in (me, other))


# 6. THE RULES, in place of a model: they read a prompt's text and nothing else. In the house: townlet/offline/model.py
class Rules(namedtuple("Rules", "seed")):
    NEWS = re.compile(r"tonight at (\d+):00 there is (.+?) at the (\w+)\.")
    TOPIC = re.compile(r"(?:ing|of) (\w{4,})")  # baking BREAD, a carver of PUPPETS

    def answer(self, prompt: str) -> str:
        task, question, fields = re.split(": |\n", prompt, maxsplit=2)
        shown = {"lines": [], "question": question, "random": Random(f"{self.seed} {prompt}"), **json.loads(fields)}
        return json.dumps(getattr(self, task)(SimpleNamespace(**shown)))

    def importance(self, shown: Any) -> int:
        marks = {"tonight at": 8, "come to think": 6, "said": 4}
        return next((marks[mark] for mark in marks if mark in shown.memory), 2)

    def day(self, shown: Any) -> list[tuple[Any, ...]]:
        text = "\n".join(shown.memories)
        habits = re.findall(rf"{shown.name} is at the (\w+) from (\d+) to (\d+), (.+)\.", text)
        events = [(at, start, int(start) + 2, f"enjoying {what}") for start, what, at in {*self.NEWS.findall(text)}]
        day = [(max(int(start), shown.hour), int(end), at, doing) for at, start, end, doing in [*habits, *events]]
        return sorted(part for part in day if part[0] < part[1])

    def hours(self, shown: Any) -> list[str]:
        return [shown.random.choice(shown.things) for _ in range(shown.hours)]

    def react(self, shown: Any) -> dict[str, str]:
        if any(what not in str(shown.plan) for _, what, _ in self.NEWS.findall("\n".join(shown.memories))):
            return {"do": "replan"}
        seen = re.findall(r"(\w+) is", "\n".join(shown.noticed))
        return next(({"do": "talk", "to": other} for other in seen if self.to_tell(shown, other)), {"do": "go on"})

    def line(self, shown: Any) -> dict[str, Any]:
        last, tell = "".join(shown.lines[-1:]), self.to_tell(shown, shown.other)
        replies = {"tonight": "I will be there.", "you live": "Perhaps I do.", "How are you": "Well, thank you."}
        reply = next((reply for mark, reply in replies.items() if mark in last), f"Hello, {shown.other}.")
        return {"say": " ".join([reply, *tell[:1]]), "leave": bool(last) and not tell}

    def to_tell(self, shown: Any, other: str) -> list[str]:
        """What the prompt holds for somebody and does not show to have been said between the two."""
        between = [text for text in shown.memories if re.match(f"I said to {other}|{other} said", text)]
        said, tell = "\n".join([*between, *shown.lines]), []
        for text in shown.memories:
            lead = f"{text.split()[0]} told me" if "said to me" in text else text.split(" that ")[0]
            for fact in re.findall(rf" that (tonight at .+?\.|{other} lives for .+?\.)", text):
                past = any(int(hour) <= shown.hour for hour in re.findall(r"at (\d+):", fact))
                fact = fact.replace(f"{other} lives", "you live")
                tell += [] if past or fact in said else [f"{lead} that {fact}"]
        return tell or ([] if said else ["How are you?"])

    def questions(self, shown: Any) -> list[str]:
        names = re.findall(r"^(\w\w+) (?:is|said)", "\n".join(shown.memories), re.MULTILINE)
        return [f"What does {name} live for?" for name in sorted(dict.fromkeys(names), key=names.count)[-3:]]

    def insights(self, shown: Any) -> list[dict[str, Any]]:
        who = shown.question.split()[2]
        about = {n: text for n, text in enumerate(shown.memories) if text.startswith(who)}
        text = "\n".join(about.values())
        most = max(self.TOPIC.findall(text), key=text.count, default="nothing")
        insight = f"I have come to think that {'I live' if who == shown.name else f'{who} lives'} for {most}."
        because = [n for n, text in about.items() if most in text]
        return [{"text": insight, "because": because}] if len(because) > 1 else []


if __name__ == "__main__":
    engine = Engine(Rules(int(sys.argv[1]) if len(sys.argv) > 1 else 1).answer).run()
    for turn in engine.log:
        moment = f"{turn.step // STEPS_AN_HOUR:2}:{turn.step % STEPS_AN_HOUR}0  {turn.name:8}"
        for memory in turn.remembered:
            if memory.source in ("planned", "done", "thought"):
                print(f"{moment} {memory.source:8} {memory.text}")
            for because in [engine.state[turn.name].stream[number] for number in memory.evidence]:
                print(f"{'because':>24} ({because.source}) {because.text}")
        if isinstance(turn.action, Say):
            print(f'{moment} says     to {turn.action.to}: "{turn.action.text}"')
    print("The log, folded again, gives the same state:", reduce(apply, engine.log, START) == engine.state)
    first = {n: m for n, p in engine.state.items() for m in reversed(p.stream) if "play with puppets" in m.text}
    known = [f"{n} (heard from {m.heard_from})" if m.heard_from else f"{n} (from the start)" for n, m in first.items()]
    print("Who knows of the play:", ", ".join(known))
