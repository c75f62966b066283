"""The page to play on: a local web server, and the games that it keeps on the disk.

The page plays by the same core as the pages of problems (:mod:`spiderpos.show.web`), and tells the
server how the game went on; the rules engine checks that before it's kept.  From the inside out:

- :mod:`~spiderpos.play.store`: the folder that holds the games;
- :mod:`~spiderpos.play.table`: one game, and what may become of it;
- :mod:`~spiderpos.play.view`: a game as the page gets it;
- :mod:`~spiderpos.play.guard`: who may ask at all;
- :mod:`~spiderpos.play.app`: the addresses; :mod:`~spiderpos.play.server`: the server.
"""
