"""`townlet report`: a run's measures as one page that a person wants to read, each number linked to its evidence."""
