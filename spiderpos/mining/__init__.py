"""Finding problems: positions from play or from a construction, held against criteria.

A *job* (:mod:`spiderpos.mining.jobs`) says where positions come from and what is looked for.  It
is plain text, and :func:`spiderpos.mining.jobs.work` turns it into plain text that says what was
found: the same on one core, on all, and on other machines (:mod:`spiderpos.mining.running`).
What comes of it is kept in one SQLite file (:mod:`spiderpos.mining.store`).

:mod:`spiderpos.mining.sources` makes positions, :mod:`spiderpos.mining.criteria` says which of
them are problems, :mod:`spiderpos.mining.writing` writes these down.
"""
