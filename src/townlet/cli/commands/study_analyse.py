"""`townlet study analyse`, `export` and `freeze`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from townlet.cli.commands.study import StudyArgument, WorkersOption
from townlet.cli.errors import BAD_INPUT
from townlet.cli.options import ConfigFileOption, JsonOption
from townlet.cli.output import print_result
from townlet.cli.progress import show_progress

if TYPE_CHECKING:
    from townlet.studies.reproduction import CheckedStudy


def study_analyse_command(study: StudyArgument, as_json: JsonOption = False) -> None:
    """Compare the worlds of a study within pairs.

    Seeds are the unit: the differences of a seed are averaged first. Each comparison gets a 95 % interval and p
    by flips of signs, secondary ones after Holm; what can show nothing is not tested, and it is said why. For each pair
    it is told where its worlds part: the first act and the first line that differ, with the chain of memories and lines
    that leads there from what was done.

    The study's folder gets report.html, which answers the study on one page and opens from disk, the figures as SVG and
    PDF, and the tables. Facts and outcomes that were added to the file are measured by `townlet
    study run` without living anything again.

    Example:

      townlet study analyse rumour.toml
    """
    from townlet.studies.face import Study

    found = Study(study).analysed()
    folder = found.study.folder
    files = [path.name for path in found.write()]
    print_result(found.data | {"folder": str(folder), "files": list(files)}, as_json, found.text)
    if not as_json:
        typer.echo(f"{folder / 'report.html'} shows it on one page. Beside it: {', '.join(files)}.", err=True)


def study_audit_command(
    study: StudyArgument,
    workers: WorkersOption = None,
    config: ConfigFileOption = None,
    as_json: JsonOption = False,
) -> None:
    """Audit each claim of a study: ROBUST, SHIFTED or FRAGILE.

    A claim is a comparison that shows a difference, or that there is none that matters. It should hold without any one
    seed, in each wording, a little earlier, with other people in the roles, with the town's files in another order, and
    with the settings under [audit]. Words that do not matter should not make it, and what nothing could have changed
    should not differ. The audit lives at most three times the worlds of the study, in the study's folder. With a
    language model it asks and pays for that, within the study's budget.

    The exit status is 0 whatever the verdict. What cannot be audited is told with what is missing.

    Example:

      townlet study audit rumour.toml
    """
    from townlet.engine.model_options import ModelOptions
    from townlet.studies.face import Study

    opened = Study(study)
    found = opened.audit(workers, ModelOptions(config=config))
    data = {
        "study": str(study),
        "claims": {claim: found.verdict(claim) for claim in found.claims},
        "findings": found.table().as_json(),
        "missing": list(found.missing),
        "cost": round(found.cost, 2),
    }
    print_result(data, as_json, found.as_text())


def study_export_command(
    study: StudyArgument,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to write; it must be new or empty.")],
    replays: Annotated[
        bool, typer.Option("--replays", help="Also write the two worlds of each pair as replays side by side.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Write what a reader needs to check a study.

    The folder holds the study file, the page, the figures as SVG and PDF, the tables as CSV and Parquet, the analysis
    as text and JSON, a paragraph on methods, a CITATION.cff to complete, and the manifest: the hashes of the file and
    of every world, who played which role, and every act with step, person and words. Run files are not part of it.

    With --replays, a page for each pair of the primary comparison plays its two worlds side by side from where they
    part. The pages open from disk.

    Examples:

      townlet study export rumour.toml --out rumour-data

      townlet study export rumour.toml --out rumour-data --replays
    """
    from townlet.server.standalone_page.export import export_page
    from townlet.studies.face import Study

    def write_replay(run: Path, page: Path) -> None:
        with show_progress("Writing the page") as watch:
            export_page(run, page, on_progress=watch)

    files = Study(study).export(out, write_replay if replays else None)
    print_result({"folder": str(out), "files": list(files)}, as_json, f"{out} holds {', '.join(files)}.")


def study_freeze_command(study: StudyArgument, as_json: JsonOption = False) -> None:
    """Register a study file before it is run.

    The file is kept as it is now, and what changes afterwards is told with every result. So nobody can say that its
    comparisons were chosen after the results were seen.

    Example:

      townlet study freeze rumour.toml
    """
    from townlet.studies.face import Study
    from townlet.studies.record import describe_registration

    opened = Study(study)
    frozen = opened.freeze()
    data = {"study": str(study), "sha256": frozen.digest, "frozen": frozen.frozen, "cells_done": frozen.cells_done}
    print_result(data, as_json, f"{' '.join(describe_registration(opened.plan.study))} SHA-256: {frozen.digest}")


def study_verify_command(study: StudyArgument, as_json: JsonOption = False) -> None:
    """Check that rows and runs of a study are as they were written.

    Each row is compared with its own hash, with the run that it rests on and with what that run gives when it is
    measured again; each run with its seal. The exit status is 2 if something differs. `study run` measures a changed
    row again.

    Example:

      townlet study verify rumour.toml
    """
    from townlet.studies.face import Study

    found = Study(study).verify()
    _print_check(
        found, as_json, f"{found.checked} worlds are as they were measured, and their runs as they were lived."
    )


def study_reproduce_command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder that `townlet study export` wrote.")],
    workers: WorkersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make an exported study again, and compare it byte by byte.

    The worlds are lived again in a folder of their own that is deleted afterwards. Models are not asked: their recorded
    replies are in the folder. The exit status is 2 if a file differs, and it is named.

    Example:

      townlet study reproduce rumour-data
    """
    from townlet.studies.face import Study

    found = Study.reproduce(folder, workers)
    _print_check(
        found, as_json, f"{found.checked} files of {folder} are the same when they are made again, byte for byte."
    )


def _print_check(found: CheckedStudy, as_json: bool, good: str) -> None:
    data = {"checked": found.checked, "problems": list(found.problems)}
    print_result(data, as_json, "\n".join(found.problems) or good)
    if found.problems:
        raise typer.Exit(BAD_INPUT)
