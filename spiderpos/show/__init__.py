"""Positions and problems to look at: pictures, and pages."""
