"""The page to play on: a local web server, and the games that it keeps on the disk.

The rules engine decides every move; the page draws positions, and sends which cards are dragged
where.  From the inside out:

- :mod:`~spiderpos.play.opening`: where a game begins: a problem, a deal, a text in any notation;
- :mod:`~spiderpos.play.store`: the folder that holds the games;
- :mod:`~spiderpos.play.table`: one game with what a player can do to it;
- :mod:`~spiderpos.play.watch`: what is said of a problem's stipulation while it's played;
- :mod:`~spiderpos.play.view`: a game as the page gets it, without what a player doesn't see;
- :mod:`~spiderpos.play.guard`: who may ask at all;
- :mod:`~spiderpos.play.app`: the addresses; :mod:`~spiderpos.play.server`: the server.
"""
