"""Jurat: a workbench for drafting with models that run on one's own machines.

Everything under this package obeys the import order that `pyproject.toml` states and import-linter checks.
"""
