"""`python -m townlet`."""

from townlet.cli import main

if __name__ == "__main__":
    main()
