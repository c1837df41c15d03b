"""`townlet cost`."""

from __future__ import annotations

from typing import Annotated

import typer

from townlet.cli.options import AsJson, ConfigFile, RunFile


def cost(
    run: RunFile,
    everybody: Annotated[bool, typer.Option("--all", help="All people, not only the dearest ten.")] = False,
    config: ConfigFile = None,
    as_json: AsJson = False,
) -> None:
    """Tell what a run's calls took: tokens and money, by kind of prompt, by person and by model.

    A run that is under way can be asked, too. Money is what the calls cost at the prices of their time.

    Examples:

      townlet cost my.townlet

      townlet cost my.townlet --json
    """
    from townlet.cli.bill_table import print_bill
    from townlet.cli.config import read_config
    from townlet.cli.money import prices_of, unpriced
    from townlet.cli.printing import print_json
    from townlet.engine.simulation import opened, settings_now
    from townlet.study.bill import bill_of

    with opened(run) as reader:
        settings = settings_now(reader)
    bill, unknown = bill_of(run), unpriced(settings, prices_of(read_config(config)))
    if as_json:
        print_json(bill.as_json() | {"unpriced": list(unknown)})
    else:
        print_bill(bill, unknown, everybody)
