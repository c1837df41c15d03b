"""Writes steps and calls to the run file it is given until it is killed, and prints what is safe by then."""

import sys
from itertools import count
from pathlib import Path

from townlet.runfile.files import open_writer
from townlet.runfile.rows import PromptText

sys.path.insert(0, str(Path(__file__).parents[1]))

from runfile.made import call, commit

with open_writer(Path(sys.argv[1]), steps_a_commit=int(sys.argv[2])) as run:
    last = run.last_step()
    for step in count(0 if last is None else last + 1):
        prompt = PromptText(f"What now, at {step}?")
        attempt = sum(1 for row in run.calls() if row.step == step)
        run.record_calls([call(step, attempt, prompt_sha=prompt.sha)], [prompt])
        print("call", step, flush=True)
        commit(run, step)
        print("step", step, flush=True)
