"""Section 8: which rules a prompt breaks."""

from .linter import lint

__all__ = ['lint']
