"""Measurements: each figure beside its reference.  ``python -m benchmarks --help`` says how."""
