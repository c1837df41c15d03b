"""The kernel of a run: its events and their fold, minds, who is due when, snapshots. No files, no database."""
