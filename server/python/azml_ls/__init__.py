"""The azml-ls program, as a Python package: ``python -m azml_ls`` runs it."""

from ._program import find_program

__all__ = ["find_program"]
