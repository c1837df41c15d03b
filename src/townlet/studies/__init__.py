"""Studies: many worlds of one town that differ in what a study file says, and what comes of the difference."""
