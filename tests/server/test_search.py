"""Searching a served run for words: lines that were said, and memories, wherever they are in the run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from townlet.runfile.view import RunView
from townlet.server.views.search import cut_around, search_run, without_accents


def found(client: TestClient, query: str, **parameters: Any) -> dict[str, Any]:
    answer = client.get("/api/search", params={"query": query, **parameters})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_a_line_is_found_by_its_words_in_any_order_and_with_other_capitals(client: TestClient, run: Path) -> None:
    line = max(RunView(run).lines(), key=lambda line: len(line.text))
    words = line.text.split()
    lines = found(client, f"{words[-1]} {words[0]}".upper(), limit=100)["lines"]
    expected = [
        each
        for each in RunView(run).lines()
        if all(without_accents(w) in without_accents(each.text) for w in (words[0], words[-1]))
    ]
    assert lines["total"] == len(expected)
    assert [(each["step"], each["who"], each["talk"]) for each in lines["hits"]] == [
        (each.step, each.speaker, each.talk) for each in expected
    ]
    assert (line.step, line.speaker, line.talk) in [(each["step"], each["who"], each["talk"]) for each in lines["hits"]]


def test_memories_are_found_once_and_no_more_than_asked_for(client: TestClient, run: Path) -> None:
    name = RunView(run).residents[0].split()[0]
    memories = [
        each
        for each in RunView(run).memories_by_step()
        if not each.utterance and without_accents(name) in without_accents(each.text)
    ]
    few = found(client, name, limit=3)["memories"]
    assert few["total"] == len(memories) > 3
    assert [(each["step"], each["who"], each["kind"]) for each in few["hits"]] == [
        (each.id.step, each.id.agent, each.kind) for each in memories[:3]
    ]


def test_nothing_after_the_step_that_the_run_has_come_to_is_found(run: Path) -> None:
    view = RunView(run)
    name = view.residents[0].split()[0]
    whole = search_run(view, name, 100)
    early = search_run(view, name, 100, until=view.until // 2)
    assert 0 < early.memories.total < whole.memories.total
    assert all(each.step < view.until // 2 for each in early.memories.hits + early.lines.hits)


@pytest.mark.parametrize("query", ["", "  ", "\u0301", "no such word xyzzy", "<script>", "%_'\""])
def test_what_is_in_no_text_is_not_found(client: TestClient, query: str) -> None:
    assert [group["total"] for group in found(client, query).values()] == [0, 0]


@pytest.mark.parametrize(
    "parameters", [{}, {"query": "x" * 201}, {"query": "x", "limit": 0}, {"query": "x", "limit": 101}]
)
def test_bad_queries_are_refused(client: TestClient, parameters: dict[str, Any]) -> None:
    assert client.get("/api/search", params=parameters).status_code == 422


def test_capitals_and_accents_do_not_matter() -> None:
    assert without_accents("Café STRASSE Åsa") == "cafe strasse asa"
    assert without_accents("Straße") == "strasse"


def test_a_long_text_is_cut_around_the_match() -> None:
    text = "before " * 100 + "Thé party " + "after " * 100
    cut = cut_around(text, ["the"])
    assert cut.startswith("…before")
    assert cut.endswith("after…")
    assert "Thé party" in cut
    assert len(cut) <= 242
    assert cut_around("short", ["short"]) == "short"
