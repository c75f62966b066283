"""Benchmarks, each with a reference for comparison; see ``python -m benchmarks --help``."""
