"""The command line: commands, options, and what they print."""

import sys
import traceback
from io import TextIOWrapper

from townlet.language.secrets import learn_secrets_of_environment, redact, redact_logs


def main() -> None:
    """Run the command line.

    Characters that the console cannot write appear as question marks. Secrets are redacted from all output.
    """
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
    except Exception:  # noqa: BLE001 - a bug in Townlet: print the traceback as Python does, without secrets
        sys.stderr.write(redact(traceback.format_exc()))
        sys.exit(1)
