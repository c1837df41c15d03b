"""The page of `townlet report`: one HTML file with the run's measures, each number linked to its evidence."""
