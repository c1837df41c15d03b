"""Ablation study: ask agents questions whose true answer is in the run file, under each memory condition."""
