from __future__ import annotations

from pathlib import Path

from townlet.cli.execution.summary import format_news

from .typed import done, typed


def test_how_far_each_fact_got_is_told(made: Path) -> None:
    told = format_news(made)
    assert told.startswith("News: picnic, known to 1 at the start and to ")
    assert told.endswith(" of 4 now.")


def test_a_town_without_facts_has_no_news(tmp_path: Path) -> None:
    done("new", str(tmp_path / "mine"))
    (tmp_path / "mine" / "facts.toml").unlink()
    run = tmp_path / "a.townlet"
    done("run", str(tmp_path / "mine"), "--days", "0.01", "--out", str(run), "--json")
    assert format_news(run) == ""


def test_faulty_facts_are_told_before_anybody_lives(tmp_path: Path) -> None:
    done("new", str(tmp_path / "mine"))
    (tmp_path / "mine" / "facts.toml").write_text('[[facts]]\nname = "fair"\n', encoding="utf-8")
    run = tmp_path / "a.townlet"
    outcome = typed("run", str(tmp_path / "mine"), "--days", "0.01", "--out", str(run))
    first, *defects = outcome.stderr.splitlines()
    assert (outcome.status, "2 defects" in first) == (2, True)
    assert [line.split("'")[1] for line in defects] == ["facts.0.source", "facts.0.match"]
    assert not run.exists()
