"""Find problems: take positions from play or a construction, and select them by criteria.

A *job* (:mod:`spiderpos.author.mining.jobs`) has a source of positions and the options of the
search; jobs run on one core, on all, or on other machines, and their results are stored in one
file.  :mod:`spiderpos.author.mining.sources` takes positions from play, and
:mod:`spiderpos.author.mining.constructing` makes them.  :mod:`spiderpos.author.mining.asking`
lists goals for a position, :mod:`spiderpos.author.mining.criteria` selects those that are
problems, and :mod:`spiderpos.author.mining.writing` writes the files.
"""
