"""Hostile files: the catalogue that test_hostile runs, and the messages that they give."""
