"""Finding problems: positions from play or from a construction, held against criteria.

A *job* (:mod:`spiderpos.author.mining.jobs`) says where positions come from and what is looked
for; many are done on one core, on all, or on other machines, and what they find is kept in one
file.  :mod:`spiderpos.author.mining.sources` takes positions from play,
:mod:`spiderpos.author.mining.constructing` makes them.  :mod:`spiderpos.author.mining.asking` says
what can be asked of a position, :mod:`spiderpos.author.mining.criteria` which of them are
problems, and :mod:`spiderpos.author.mining.writing` writes these down.
"""
