"""Scripts in all notations: the meaning of a text in a position, and the writing of moves."""

from spiderpos import scripts
from spiderpos.game.replay import replay
from spiderpos.scripts import words

from . import tables
from .boards import read


@tables.of("scripts")
def test_the_moves_of_a_script(position, notation, text):
    """Replay a script in a notation (or "any"); return its moves in words and assumptions."""
    script = scripts.loads(text, None if notation == "any" else notation)
    done = replay(read(position), script)
    return [*map(words.describe, done.steps), *(f"note: {note}" for note in done.assumed)]


@tables.of("script-words")
def test_words(text):
    """Parse a script in Woods' words; return the instructions or the error."""
    return [instruction.words() for instruction in words.loads(text).instructions]


@tables.of("script-written")
def test_written_scripts(position, notation, text):
    steps = replay(read(position), scripts.loads(text)).steps
    written = scripts.dumps(steps, notation)
    assert replay(read(position), scripts.loads(written, notation)).steps == steps
    return written


@tables.of("script-recognised")
def test_recognising(text):
    results = [format for format in scripts.SCRIPT_FORMATS.values() if format.recognises(text)]
    assert scripts.recognise(text) is (results[0] if results else None)
    return [format.name for format in results] or "none"
