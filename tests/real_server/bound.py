"""Runs a program that ends when whoever started it does, however that ended: told to, killed, or crashed.

    python bound.py PROGRAM ARGUMENT...

Its standard input is a pipe whose other end the starter holds: it closes with the starter, on any system.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading


def main(command: list[str]) -> int:
    """The exit status of the program."""
    # Told to end, it leaves by way of `finally`.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(number))
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL)

    def end_with_starter() -> None:
        os.read(sys.stdin.fileno(), 1)
        process.terminate()

    threading.Thread(target=end_with_starter, daemon=True).start()
    try:
        return process.wait()
    finally:
        process.terminate()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
