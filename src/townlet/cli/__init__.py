"""The commands."""


def main() -> None:
    """Run the command line."""
    from townlet.cli.app import app

    app()
