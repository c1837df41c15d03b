"""The commands."""

import sys
from io import TextIOWrapper


def main() -> None:
    """Run the command line. What a console cannot write it shows as a question mark."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    from townlet.cli.app import app

    app()
