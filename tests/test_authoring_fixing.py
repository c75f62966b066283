"""What ``author lint --fix`` changes in a file, and that nothing else in it changes."""

import json
import os
import re
from random import Random

import pytest
from click.testing import CliRunner

from spiderpos import formats
from spiderpos.author import fixing
from spiderpos.author.findings import Change, Edit, Finding
from spiderpos.author.lint import lint
from spiderpos.catalogue import find_problem
from spiderpos.catalogue.yamltext import parse
from spiderpos.cli import authoring, main
from spiderpos.goals.goal import parse as parse_goal
from spiderpos.solver import evidence
from spiderpos.solver.prover.answer import Answer, Searched
from spiderpos.text.source import Place

#: A whole position, in which a space is made by one move.
WHOLE = find_problem("woods-3")


def data():
    """A problem with something to mend of each kind: id, partial, solves, line."""
    return {
        "id": "flow",
        "title": "my flow: flow, and, over: flow",
        "author": "Somebody",
        "source": {"text": "An example, {with} [signs] # in it", "year": 2026},
        "partial": True,
        "notes": "ten years of precious notes",
        "difficulty": {"rating": 3},
        "stipulation": "Move on.\nNothing  else,\n  as it is.\n",
        "goal": "uncover 5s in column 8",
        "position": {"text": formats.dumps(WHOLE.start, "fen").strip()},
        "lines": [
            {
                "id": "the-line",
                "title": "title: the line",
                "origin": "found",
                "script": "4c from 8 to 6\n",
            }
        ],
        "claims": [
            {
                "id": "one",
                "statement": "So, it is",
                "goal": "uncover 5s in column 8",
                "verdict": "solved",
            }
        ],
    }


class Layout:
    """Writes data as YAML in a layout of chance, with numbered comments in it."""

    def __init__(self, random):
        self.random = random
        self.comments = 0

    def written(self, data):
        flow = self.random.random() < 0.4
        text = self.flow(data, 0) + "\n" if flow else self.block(data, 0)
        return (self.remark() + "\n" if self.random.random() < 0.5 else "") + text

    def remark(self):
        self.comments += 1
        return f"# remark {self.comments}, partial: true, id: flow"

    def line_end(self):
        chance = self.random.random()
        if chance < 0.2:
            return " " * self.random.randint(1, 3) + self.remark() + "\n"
        return " \n" if chance < 0.4 else "\n"

    def scalar(self, value, flow):
        if not isinstance(value, str):
            return str(value).lower()
        plain = not any(sign in value for sign in ":#{}[],\n'|")
        if plain and self.random.random() < 0.5:
            return value
        if "\n" not in value and self.random.random() < 0.5:
            return f"'{value}'"
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'

    def key(self, key):
        return self.random.choice([key, key, key, f'"{key}"', f"'{key}'"])

    def block(self, data, indent):
        text = ""
        for key, value in data.items():
            start = " " * indent + self.key(key) + ":"
            if isinstance(value, dict) and self.random.random() < 0.5:
                text += start + self.line_end() + self.block(value, indent + 2)
            elif isinstance(value, list) and self.random.random() < 0.6:
                text += start + self.line_end()
                for item in value:
                    if self.random.random() < 0.3:
                        text += " " * indent + "- " + self.flow(item, indent + 2) + self.line_end()
                    else:
                        text += " " * indent + "- " + self.block(item, indent + 2).lstrip(" ")
            elif isinstance(value, dict | list):
                text += start + " " + self.flow(value, indent) + self.line_end()
            elif isinstance(value, str) and "\n" in value and self.random.random() < 0.7:
                head = self.random.choice(["|2", f"|2 {self.remark()}"])
                lines = value.removesuffix("\n").split("\n")
                # Blanks at the end of such a line are data.
                text += start + " " + head + "\n"
                text += "".join(" " * (indent + 2) + line + "\n" for line in lines)
            else:
                text += start + " " + self.scalar(value, False) + self.line_end()
            if self.random.random() < 0.1:
                text += " " * indent + self.remark() + "\n"
        return text

    def flow(self, value, indent):
        if isinstance(value, list):
            return "[" + ", ".join(self.flow(item, indent) for item in value) + "]"
        if not isinstance(value, dict):
            return self.scalar(value, True)
        parts = [f"{self.key(key)}: {self.flow(item, indent)}" for key, item in value.items()]
        text = "{"
        for number, part in enumerate(parts):
            text += part
            if number < len(parts) - 1:
                text += self.random.choice([",", ",", " ,"])
            if self.random.random() < 0.4:
                text += self.line_end() + " " * (indent + 2)
            else:
                text += " "
        return text + "}"


@pytest.mark.parametrize("seed", range(60))
def test_all_other_data_and_all_comments_stay(seed):
    random = Random(seed)
    said = data()
    said["stipulation"] = said["stipulation"].replace("else,", "else, " * random.randint(1, 2))
    items = list(said.items())
    random.shuffle(items)
    layout = Layout(random)
    text = layout.written(dict(items))
    text = text.rstrip("\n") if random.random() < 0.2 else text
    text = text.replace("\n", "\r\n") if random.random() < 0.3 else text
    before = parse(text, "new-name.yaml").data
    changed = mended = text
    for _ in range(4):
        found = lint(mended, name="new-name.yaml")
        assert found.readable, found.findings
        mended, done = fixing.fixed(mended, found.findings, name="new-name.yaml")
        if not done:
            break
        changed = mended
    after = dict(parse(changed, "new-name.yaml").data)
    assert "partial" not in after
    assert after["id"] == "new-name"
    assert after["lines"][0]["solves"] is True
    assert after["claims"][0]["line"] == "the-line"
    expected = dict(before) | {"id": "new-name"}
    del expected["partial"]
    expected["lines"] = ({**before["lines"][0], "solves": True},)
    expected["claims"] = ({**before["claims"][0], "line": "the-line"},)
    if not text.endswith("\n"):
        # A text at the very end gets its line end.
        last = list(before)[-1]
        for key in {last} & {"stipulation"}:
            assert after[key].rstrip("\n") == expected[key].rstrip("\n")
            expected[key] = after[key]
        if last == "lines":
            script = after["lines"][0]["script"]
            expected["lines"] = ({**expected["lines"][0], "script": script},)
    assert after == expected
    assert re.findall("# remark.*flow", changed) == re.findall("# remark.*flow", text)
    assert ("\r\n" in changed) == ("\r\n" in text)
    assert "\n" not in changed.replace("\r\n", "") or "\r\n" not in text


FLOW = """\
{id: %s, title: %s,
partial: true, notes: "ten years of precious notes", difficulty: {rating: 3},
author: Somebody, source: {text: An example, year: 2026}, stipulation: Move on.,
goal: turn up a card, position: {text: "%s"}}
"""


def mended(tmp_path, text, *, name="flow.yaml", code=0):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    done = CliRunner().invoke(main, ["author", "lint", "--fix", "--time", "0", str(path)])
    assert done.exit_code == code, done.output
    return path.read_bytes().decode(), done.output


@pytest.mark.parametrize(
    ("id", "title"),
    [
        ("beginners", "flow for beginners"),
        ("my-id", "my-id is the title"),
        ("title", "x"),
        ("'b'", "b"),
        ('"b"', "b"),
    ],
)
def test_an_id_in_braces_is_the_one_that_changes(tmp_path, id, title):
    position = formats.dumps(WHOLE.start, "fen").strip()
    text, said = mended(tmp_path, FLOW % (id, title, position))
    quote = id[0] if id[0] in "'\"" else ""
    assert text == (FLOW % (f"{quote}flow{quote}", title, position)).replace("partial: true, ", "")
    assert said.count(": fixed: ") == 2


@pytest.mark.parametrize("indent", [None, 2])
def test_what_is_written_as_json_stays_json(tmp_path, indent):
    text = json.dumps(data() | {"id": "other"}, indent=indent) + "\n"
    after, said = mended(tmp_path, text)
    assert said.count(": fixed: ") == 4
    expected = data()
    del expected["partial"]
    expected["lines"][0]["solves"] = True
    expected["claims"][0]["line"] = "the-line"
    assert json.loads(after) == expected


def test_a_new_key_is_quoted_as_its_neighbours(tmp_path):
    text = FLOW % ("flow", "x", formats.dumps(WHOLE.start, "fen").strip())
    text = text.replace("partial: true, ", "").replace("turn up a card", "uncover 5s in column 8")
    text = text.removesuffix("}\n") + (
        ", lines: [{'id': a, 'title': x, origin: found, script: 4c from 8 to 6}],\n"
        "claims: [{'id': b, statement: x, goal: uncover 5s in column 8, verdict: 'solved'}]}\n"
    )
    after, _ = mended(tmp_path, text)
    expected = text.replace("'title': x", "'title': x, 'solves': true")
    assert after == expected.replace("verdict: 'solved'", "verdict: 'solved', line: 'a'")


REMARKS = """\
id: flow
title: x
partial: true # five lines of
              # remarks
author: Somebody
source: {text: An example, year: 2026}
stipulation: Move on.
goal: turn up a card
position: {text: "%s"}
"""


def test_a_remark_beside_what_goes_stays(tmp_path):
    text = REMARKS % formats.dumps(WHOLE.start, "fen").strip()
    after, said = mended(tmp_path, text)
    assert after == text.replace("partial: true # five", "# five")
    assert said.count(": fixed: ") == 1


def test_what_can_not_be_mended_alone_is_left_and_told(tmp_path):
    text = REMARKS % formats.dumps(WHOLE.start, "fen").strip()
    text = text.replace("id: flow", "id: |-\n  b")
    text = text.replace("partial: true # five", "? partial # of all\n: true\n# five")
    after, said = mended(tmp_path, text)
    assert after == text
    assert said.count("not fixed, since more would change by it: ") == 2
    assert "[id]" in said
    assert "[partial]" in said


def test_line_ends_and_the_mark_at_the_beginning_stay(tmp_path):
    text = FLOW % ("b", "x", formats.dumps(WHOLE.start, "fen").strip())
    data = b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()
    after, said = mended(tmp_path, data)
    expected = text.replace("id: b", "id: flow").replace("partial: true, ", "")
    assert after == "\ufeff" + expected.replace("\n", "\r\n")
    assert "blanks" not in said


@pytest.mark.parametrize(
    ("ends", "said"),
    [
        (("\n", "\r\n"), "the end of 1 line is CRLF, not LF"),
        (("\n", "\r"), "the end of 1 line is CR, not LF"),
        (("\r\n", "\n"), "the end of 1 line is LF, not CRLF"),
        (("\r\n", "\r"), "the end of 1 line is CR, not CRLF"),
    ],
)
def test_line_ends_of_several_kinds_become_the_usual_one(tmp_path, ends, said):
    usual, other = ends
    text = BLOCKS % formats.dumps(WHOLE.start, "fen").strip()
    text = re.sub("[ \t]+\n", "\n", text)
    after = text.replace("\n", usual)
    before = after.replace(f"on.{usual}", f"on.{other}")
    path = tmp_path / "blocks.yaml"
    path.write_bytes(before.encode())
    told = CliRunner().invoke(main, ["author", "lint", "--time", "0", str(path)])
    assert told.exit_code == 0
    assert f"blocks.yaml:8: hint: {said} [blanks]" in told.output
    mends, output = mended(tmp_path, before, name="blocks.yaml")
    assert mends == after
    assert f"fixed: {said}" in output
    # YAML reads them all alike.
    assert parse(before, "x").data == parse(after, "x").data


def test_tabs_at_line_ends_are_blanks_like_others(tmp_path):
    text = BLOCKS % formats.dumps(WHOLE.start, "fen").strip()
    text = re.sub("[ \t]+\n", "\n", text) + "# the end\n"
    before = text.replace("id: blocks", "id: blocks \t").replace("title: x", 'title: "x"\t # x\t')
    before = before.replace("Somebody\n", "Somebody\t\n\t\n").replace("}", "}\t", 1)
    after, said = mended(tmp_path, before.replace("card\n", "card\t\r\n"), name="blocks.yaml")
    expected = text.replace("title: x", 'title: "x"\t # x').replace("Somebody\n", "Somebody\n\t\n")
    assert after == expected
    assert "blanks at the end of 5 lines" in said
    assert parse(before, "x").data == parse(text, "x").data


def test_a_folder_is_what_it_is_to_every_command(tmp_path):
    """In the order of the numbers, and without folders that are called as files are."""
    for name in ("p-10", "p-9"):
        (tmp_path / f"{name}.yaml").write_text(f"id: {name}\n")
    (tmp_path / "notes.yaml").mkdir()
    done = CliRunner().invoke(main, ["author", "lint", str(tmp_path)])
    assert done.exit_code == 2
    files = list(dict.fromkeys(re.findall(r"[^/]*\.yaml(?=:\d)", done.output)))
    assert files == ["p-9.yaml", "p-10.yaml"]


BLOCKS = """\
id: blocks
title: x \x20
author: Somebody
source: {text: An example, year: 2026}\x20\x20
stipulation: |\x20
  Move  \t
\x20\x20
  on. \x20
notes: "to be  \x20
  folded" \x20
goal: turn up a card
position: {text: "%s"}
"""


def test_blanks_in_a_text_are_data(tmp_path):
    text = BLOCKS % formats.dumps(WHOLE.start, "fen").strip()
    expected = text.replace("x  \n", "x\n").replace("}  \n", "}\n").replace('" \x20\n', '"\n')
    expected = expected.replace("| \n", "|\n").replace("be  \x20\n", "be\n")
    after, said = mended(tmp_path, text, name="blocks.yaml")
    assert after == expected
    assert "blanks at the end of 5 lines" in said


def test_a_text_at_the_very_end_gets_its_end(tmp_path):
    text = BLOCKS % formats.dumps(WHOLE.start, "fen").strip()
    text = re.sub(" +\n", "\n", text) + "notes: |\n  So it is."
    text = text.replace('notes: "to be\n  folded"\n', "")
    after, said = mended(tmp_path, text, name="blocks.yaml")
    assert after == text + "\n"
    assert "the last line has no end" in said


@pytest.mark.parametrize("late", [False, True])
def test_what_is_saved_meanwhile_is_not_overwritten(tmp_path, monkeypatch, late):
    text = FLOW % ("b", "x", formats.dumps(WHOLE.start, "fen").strip())
    other = "# mine\n" + text
    there, name = (os, "fsync") if late else (authoring, "fixed")
    usual = getattr(there, name)

    def interrupted(*args, **more):
        (tmp_path / "flow.yaml").write_text(other)
        return usual(*args, **more)

    monkeypatch.setattr(there, name, interrupted)
    after, said = mended(tmp_path, text, code=2)
    assert after == other
    assert "was written while it was being mended" in said
    assert "fixed:" not in said


def test_edits_that_change_more_than_they_say_are_not_made():
    text = FLOW % ("b", "x # y", formats.dumps(WHOLE.start, "fen").strip())
    for old, new, change in [
        ("id: b", "id: c", None),
        ("id: b", "id: c", Change(("title",), "c")),
        ("rating: 3", "rating: 3.0", None),
        ("partial: true", "partial: 1", None),
        ("# y", "", None),
        ("id: b", "id: b # z\n", None),
        ("id: b", "id: [", Change(("id",), "[")),
    ]:
        at = text.index(old)
        edit = Edit(at, at + len(old), new)
        finding = Finding("id", "so it is", Place("x", 1, 1), (edit,), change)
        assert fixing.fixed(text, [finding]) == (text, ())


def test_an_id_with_records_stays(tmp_path):
    """Under another one nothing would find them again."""
    text = FLOW % ("old", "x", formats.dumps(WHOLE.start, "fen").strip())
    (tmp_path / "evidence").mkdir()
    records = tmp_path / "evidence" / "old.json"
    goal, answer = parse_goal("turn up a card"), Answer.cut_short(Searched())
    record = evidence.dumps(WHOLE.start, goal, answer, claim="older:a")
    records.write_text(record)
    after, said = mended(tmp_path, text, code=1)
    assert after.startswith("{id: old,")
    assert "but evidence/old.json is there: rename the file, or the records too [id]" in said
    assert "a record in old.json is about 'older:a', which nothing looks at [stray]" in said
    records.write_text("{")
    after, said = mended(tmp_path, text, code=1)
    assert "[evidence]" in said
    records.unlink()
    after, said = mended(tmp_path, text)
    assert after.startswith("{id: flow,")
