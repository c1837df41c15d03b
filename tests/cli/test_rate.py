"""`townlet rate serve` and `authors`: what cannot be done is told in one line."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from evaluation.rating.made import QUESTIONS, rows
from townlet.evaluation.interviews.answers import AnswerRow, append_answers, interviews_path, read_answers
from townlet.evaluation.interviews.battery import PAPER_BATTERY, load_battery
from townlet.evaluation.interviews.conditions import NO_MEMORY
from townlet.evaluation.rating.journal import BeganEntry, DidEntry, JournalEntry, WatchedEntry, append_entry
from townlet.evaluation.rating.plan import RatingPlan, journal_path, lock_rating_study, write_rating_plan
from townlet.evaluation.rating.tasks import OrderTask, WriteTask
from townlet.runfile import study_path
from townlet.runfile.files import open_reader

from .typed import done, refused, typed

NOW = "2030-01-01T12:00:00+00:00"
LONG_AGO = "2020-01-01T12:00:00+00:00"
NELL = "Nell Hart"


@pytest.fixture
def asked(own: Path) -> Path:
    """A run with made-up answers of two people beside it."""
    append_answers(_rows(own), interviews_path(own))
    return own


@pytest.fixture
def written(asked: Path) -> Path:
    """The same, with an author who has answered everything."""
    row = _rows(asked)[0]
    plan = RatingPlan(
        run=row.run,
        battery=row.battery,
        model=row.model,
        step=row.step,
        conditions=("full", "no-memory"),
        people=(NELL,),
        seed=1,
        authors=(NELL,),
    )
    write_rating_plan(plan, asked)
    tasks = tuple(WriteTask(id=each, asked=f"What of {each}?") for each in QUESTIONS)
    did = [DidEntry(at=NOW, place=place, text=f"I would say {place}.") for place in range(len(QUESTIONS))]
    entries: list[JournalEntry] = [BeganEntry(at=NOW, person=NELL, consent="", tasks=tasks), WatchedEntry(at=NOW), *did]
    for entry in entries:
        append_entry(entry, journal_path(asked, "a01"))
    return asked


def _rows(run: Path) -> list[AnswerRow]:
    with open_reader(run) as reader:
        made = rows((NELL, "Owen Hart"), reader.header.id)
    return [replace(row, battery=load_battery(PAPER_BATTERY).name) for row in made]


def test_without_answers_it_says_what_to_do_first(own: Path) -> None:
    line = refused("rate", "serve", str(own))
    assert line.endswith(f"run this first: townlet interview {own} --condition all")


def test_one_condition_is_not_enough(own: Path) -> None:
    append_answers([row for row in _rows(own) if row.condition == NO_MEMORY.name], interviews_path(own))
    assert "under at least two conditions" in refused("rate", "serve", str(own))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--person", "nobody"], "There is no person called 'nobody'"),
        (["--author", "zoe"], "There is no person called 'zoe'"),
        (["--address", "study.example"], "Write it as https://study.example"),
        (["--address", "https://study.example/here"], "Write it as https://study.example"),
        (["--model", "another"], "run this first: townlet interview"),
        (["--battery", "none.toml"], "There is no battery 'none.toml'"),
        (["--consent", "none.txt"], "none.txt"),
    ],
)
def test_what_cannot_be_set_up_is_told_in_one_line(asked: Path, words: list[str], told: str) -> None:
    assert told in refused("rate", "serve", str(asked), "--no-open", *words)


def test_a_study_has_one_server(asked: Path) -> None:
    with lock_rating_study(asked):
        line = refused("rate", "serve", str(asked), "--no-open")
        assert f"is being served by process {os.getpid()} on " in line
        assert "send raters there" in line
    consent = asked.with_name("consent.txt")
    consent.touch()
    assert "is empty" in refused("rate", "serve", str(asked), "--consent", str(consent))


def test_what_cannot_be_served_leaves_nothing_behind(own: Path) -> None:
    refused("rate", "serve", str(own))
    assert not study_path(own).exists()


def test_an_empty_consent_is_refused(asked: Path, tmp_path: Path) -> None:
    (tmp_path / "consent.txt").write_text("\n \n", encoding="utf-8")
    assert "is empty" in refused("rate", "serve", str(asked), "--consent", str(tmp_path / "consent.txt"))


def test_a_damaged_table_of_answers_is_told_with_its_lines(asked: Path) -> None:
    with interviews_path(asked).open("a", encoding="utf-8") as file:
        file.write("{}\n")
    outcome = typed("rate", "serve", str(asked))
    assert (outcome.status, outcome.stdout) == (2, "")
    assert f"line {len(_rows(asked)) + 1}:" in outcome.stderr


def test_without_authors_it_says_how_there_can_be_some(own: Path) -> None:
    assert f"townlet rate serve {own} --author NAME" in refused("rate", "authors", str(own))


def test_raters_are_listed_with_how_far_they_are(asked: Path) -> None:
    assert f"Set one up with `townlet rate serve {asked}`" in refused("rate", "raters", str(asked))
    row = _rows(asked)[0]
    of = {"run": row.run, "battery": row.battery, "model": row.model, "step": row.step, "seed": 1, "raters": 3}
    write_rating_plan(RatingPlan(**of, conditions=("full", "no-memory"), people=(NELL,)), asked)
    assert done("rate", "raters", str(asked)).stdout == "0 of 3 links have been used.\n"
    order = OrderTask(id="past-0", asked="What?", texts=("a", "b"), conditions=("full", "no-memory"))
    for who, did in (("r001", [DidEntry(at=LONG_AGO, place=0, order=(0, 1))]), ("r003", [])):
        began = BeganEntry(at=LONG_AGO, person=NELL, consent="", tasks=(order,), turn=int(who[-1]))
        for entry in (began, WatchedEntry(at=LONG_AGO), *did):
            append_entry(entry, journal_path(asked, who))
    assert done("rate", "raters", str(asked)).stdout.splitlines() == [
        f"r001  {NELL}: finished (1 of 1 tasks, {LONG_AGO})",
        f"r003  {NELL}: broken off (0 of 1 tasks, {LONG_AGO})",
        "2 of 3 links have been used.",
    ]
    assert [each["turn"] for each in done("rate", "raters", str(asked), "--json").json] == [1, 3]


def test_an_author_is_judged_by_the_first_answer(written: Path) -> None:
    shown = done("rate", "authors", str(written)).stdout
    assert shown.splitlines() == [
        f"a01  {NELL}: has written all, to be judged",
        f"     What of {QUESTIONS[0]}?",
        "     I would say 0.",
    ]
    [listed] = done("rate", "authors", str(written), "--json").json
    assert (listed["id"], listed["answer"]) == ("a01", "I would say 0.")


def test_accepted_answers_become_a_condition_once(written: Path) -> None:
    before = read_answers(interviews_path(written))
    done("rate", "authors", str(written), "--accept", "a01")
    new = read_answers(interviews_path(written))[len(before) :]
    assert [row.answer for row in new] == [f"I would say {place}." for place in range(len(QUESTIONS))]
    assert {(row.person, row.condition, row.model) for row in new} == {(NELL, "people", "people")}
    assert "already been judged: accepted" in refused("rate", "authors", str(written), "--accept", "a01")
    assert "already been judged: accepted" in refused("rate", "authors", str(written), "--refuse", "a01")
    assert len(read_answers(interviews_path(written))) == len(before) + len(new)


def test_refused_answers_do_not(written: Path) -> None:
    before = interviews_path(written).read_bytes()
    assert "--author" in done("rate", "authors", str(written), "--refuse", "a01").stdout
    assert interviews_path(written).read_bytes() == before
    assert "a01  Nell Hart: refused" in done("rate", "authors", str(written)).stdout


def test_who_is_unknown_cannot_be_judged(written: Path) -> None:
    assert "There is no author 'a07'. The authors are a01." in refused(
        "rate", "authors", str(written), "--accept", "a07"
    )
    assert "one author at a time" in refused("rate", "authors", str(written), "--accept", "a01", "--refuse", "a01")
