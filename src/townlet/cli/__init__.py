"""The command line: commands, options, and what they print."""

import signal
import sys
import traceback
from io import TextIOWrapper
from types import FrameType

from townlet.language.secrets import learn_secrets_of_environment, redact, redact_logs


def main() -> None:
    """Run the command line.

    Characters that the console cannot write appear as question marks, and characters that would control it as '\ufffd'.
    Secrets are redacted from all output. SIGTERM does what Ctrl-C does.
    """
    if signal.getsignal(signal.SIGTERM) == signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _act_like_ctrl_c)
    try:
        _run_command_line()
    except KeyboardInterrupt:
        # Ctrl-C before the command has begun or after it has ended. Commands handle it themselves.
        sys.stderr.write("Stopped.\n")
        sys.exit(130)


def _run_command_line() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    learn_secrets_of_environment()
    redact_logs()
    from townlet.cli.app import app
    from townlet.cli.output import guard_output
    from townlet.cli.telemetry import export_telemetry

    with guard_output():
        try:
            with export_telemetry():
                app()
        except Exception:  # noqa: BLE001 - a bug in Townlet: print the traceback as Python does, without secrets
            sys.stderr.write(redact(traceback.format_exc()))
            sys.exit(1)


def _act_like_ctrl_c(number: int, frame: FrameType | None) -> None:
    """Call whatever handles Ctrl-C at this moment: the command, asyncio or the web server."""
    handle = signal.getsignal(signal.SIGINT)
    # A shell that starts a process in the background lets it ignore Ctrl-C; SIGTERM is still to be heard then.
    (handle if callable(handle) else signal.default_int_handler)(number, frame)
