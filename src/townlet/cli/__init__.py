"""The commands."""

import sys
import traceback
from io import TextIOWrapper

from townlet.language.secrets import learn_secrets_of_environment, redact, redact_logs


def main() -> None:
    """Run the command line. What a console cannot write it shows as a question mark, and secrets not at all."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    learn_secrets_of_environment()
    redact_logs()
    from townlet.cli.app import app
    from townlet.cli.telemetry import export_telemetry

    try:
        with export_telemetry():
            app()
    except Exception:  # noqa: BLE001 - a defect of ours: told as Python does, but for what must not be shown
        sys.stderr.write(redact(traceback.format_exc()))
        sys.exit(1)
