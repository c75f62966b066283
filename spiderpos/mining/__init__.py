"""Finding problems: positions from play or from a construction, held against criteria.

A *job* (:mod:`spiderpos.mining.jobs`) says where positions come from and what is looked for.  It
is plain text, and :func:`spiderpos.mining.jobs.work` turns it into plain text that says what was
found: the same on one core, on all, and on other machines (:mod:`spiderpos.mining.running`).
What comes of it is kept in one SQLite file (:mod:`spiderpos.mining.store`).

:mod:`spiderpos.mining.sources` takes positions from play, and
:mod:`spiderpos.mining.constructing` makes them.  :mod:`spiderpos.mining.aims` says what can be
asked of a position, :mod:`spiderpos.mining.criteria` which of them are problems, and
:mod:`spiderpos.mining.writing` writes these down.
"""
