"""``python -m spiderpos`` is the ``spiderpos`` command."""

from .cli import main

if __name__ == "__main__":
    main(prog_name="spiderpos")
