"""The Ask AI Protocol 1.0, written from SPEC.md with the standard library alone."""
