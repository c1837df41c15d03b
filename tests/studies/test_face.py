from __future__ import annotations

from pathlib import Path

import pytest

from townlet import Study
from townlet.runfile.study_files import StudyError

from .small import write_study
from .test_partings import CHANGES


def test_a_study_is_run_and_analysed_from_python(tmp_path: Path) -> None:
    study = Study(write_study(tmp_path, *CHANGES, ('until = "10:30"', 'until = "07:10"')))
    assert repr(study).startswith("who-tells: 0 of 2 cells done")
    assert study.run(workers=2).done == 2
    assert "PRIMARY" in study.analyse()
    assert len(study.outcomes) == 2 * 2
    assert len(study.partings) == 1
    for name in study.tables:
        assert list(getattr(study, name).columns)
    with pytest.raises(AttributeError, match="has no table 'frames'; it has outcomes"):
        _ = study.frames


def test_a_model_needs_its_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    study = Study(write_study(tmp_path, *CHANGES, ('seeds = "1"', 'seeds = "1"\nmodel = "openai:gpt-5-mini"')))
    progress = study.run(workers=1)
    assert progress.done == 0
    assert "set OPENAI_API_KEY" in progress.problems[0].message
    with pytest.raises(StudyError, match="No cell"):
        study.analyse()
