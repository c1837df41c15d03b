from __future__ import annotations

import re
from pathlib import Path

import pytest

from townlet.errors import BadInput
from townlet.language.settings import Settings, read_config, with_settings

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(autouse=True)
def _folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_without_a_file_nothing_is_set() -> None:
    assert read_config().models.default is None


def test_the_file_in_the_current_folder_is_read_and_another_may_be_named() -> None:
    Path("townlet.toml").write_text('[models]\ndefault = "ollama:here"\n', encoding="utf-8")
    Path("other.toml").write_text('[models]\ndefault = "ollama:there"\n', encoding="utf-8")
    assert read_config().models.default == "ollama:here"
    assert read_config(Path("other.toml")).models.default == "ollama:there"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"[models\n", "not valid TOML"),
        (b"\xff\xfe", "not valid TOML"),
        (b"[modles]\n", "modles"),
        (b"[models]\nspeech = 'a'\n", "models.speech"),
        (b"[models]\ntimeout = -1\n", "models.timeout"),
        (b"[models]\ntemperature = 'hot'\n", "models.temperature"),
    ],
)
def test_what_cannot_be_read_is_told_in_one_line_that_names_the_file(text: bytes, told: str) -> None:
    Path("mine.toml").write_bytes(text)
    with pytest.raises(BadInput) as refused:
        read_config(Path("mine.toml"))
    assert str(refused.value).startswith("mine.toml")
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_that_was_named_has_to_be_there() -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        read_config(Path("none.toml"))


def test_the_documentation_shows_files_that_can_be_used() -> None:
    shown = re.findall(r"```toml\n(.*?)```", (DOCS / "models" / "index.md").read_text(encoding="utf-8"), re.DOTALL)
    assert shown
    for text in shown:
        Path("shown.toml").write_text(text, encoding="utf-8")
        read_config(Path("shown.toml"))


FOUND: Settings = {("models",): {"default": "ollama:m"}, ("options", "ollama:m"): {"context": 4096}}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '[models]\ndefault = "ollama:m"\n\n[options."ollama:m"]\ncontext = 4096\n'),
        (
            "# mine\n[models]\ntimeout = 9\n\n[prices]\n",
            '# mine\n[models]\ndefault = "ollama:m"\ntimeout = 9\n\n[prices]\n\n[options."ollama:m"]\ncontext = 4096\n',
        ),
        (
            "[options.'ollama:m']\ncontext = 8192 # as told\n[models]\ndefault='ollama:m'\n",
            "[options.'ollama:m']\n# context = 8192 # as told\ncontext = 4096\n[models]\ndefault='ollama:m'\n",
        ),
        (
            '[models]\ndefault = "ollama:m"\n[options."OLLAMA:m"]\nmax_tokens = 900\n',
            '[models]\ndefault = "ollama:m"\n[options."OLLAMA:m"]\ncontext = 4096\nmax_tokens = 900\n',
        ),
    ],
)
def test_settings_are_put_into_a_file_and_nothing_there_is_lost(before: str, after: str) -> None:
    assert with_settings(before, FOUND) == after
    assert with_settings(after, FOUND) == after


@pytest.mark.parametrize("text", ['models = {default = "ollama:other"}\n', 'models.default = "ollama:other"\n'])
def test_a_file_that_cannot_be_changed_by_itself_is_refused_with_the_lines(text: str) -> None:
    with pytest.raises(BadInput, match=r'put these lines in: \[models\] / default = "ollama:m"'):
        with_settings(text, FOUND)
