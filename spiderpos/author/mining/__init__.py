"""Finding problems: positions from play or from a construction, held against criteria.

A *job* (:mod:`spiderpos.author.mining.jobs`) says where positions come from and what is looked
for.  It is plain text, and :func:`spiderpos.author.mining.jobs.work` turns it into plain text
that says what was found: the same on one core, on all, and on other machines
(:mod:`spiderpos.author.mining.running`). What comes of it is kept in one SQLite file
(:mod:`spiderpos.author.mining.store`).

:mod:`spiderpos.author.mining.sources` takes positions from play, and
:mod:`spiderpos.author.mining.constructing` makes them.  :mod:`spiderpos.author.mining.aims` says
what can be asked of a position, :mod:`spiderpos.author.mining.criteria` which of them are
problems, and
:mod:`spiderpos.author.mining.writing` writes these down.
"""
