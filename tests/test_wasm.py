"""The core for pages: it belongs to its sources, and answers in Node as the native core does."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from spiderpos.catalogue import find_problem
from spiderpos.show.web import asset
from spiderpos.solver.prover import native
from spiderpos.solver.prover.problem import request

ROOT = Path(__file__).parent.parent
WEB = ROOT / "spiderpos/show/web"

_spec = importlib.util.spec_from_file_location("build_wasm", ROOT / "native/build_wasm.py")
assert _spec
assert _spec.loader
build_wasm = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(build_wasm)


def in_node(script: str, given: object) -> object:
    """What a script says as JSON that is given ``given`` and the core, opened."""
    if shutil.which("node") is None:
        pytest.skip("Node isn't installed")
    text = f"""
      import {{ readFileSync }} from "node:fs";
      {asset("core.js")}
      const given = JSON.parse(readFileSync(0, "utf8"));
      const wasm = readFileSync({json.dumps(str(WEB / "spiderpos.wasm"))});
      {script}
    """
    done = subprocess.run(
        ["node", "--input-type=module", "-e", text],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_built_file_belongs_to_the_sources():
    built = build_wasm.WASM.read_bytes()
    assert built.endswith(build_wasm.section()), "run: python native/build_wasm.py"
    assert len(built) < 210_000


def test_a_proof_has_the_digest_of_the_native_core():
    problem = find_problem("woods-6")
    claim = problem.claim("spades-without-space")
    asked = request(problem.position(), claim.goal)
    found = in_node(
        """
          const machine = await Machine.open(wasm);
          const answer = machine.search("spiderpos_solve", given, 60, 2 ** 30);
          console.log(JSON.stringify(answer.slice(0, 8).map(String)));
        """,
        [*asked.words, 0, 0],
    )
    assert isinstance(found, list)
    status, _, _, classes, _, _, digest, _ = map(int, found)
    if native.available():
        reply = native.search(asked.words, seconds=60, size=1 << 30)
        assert (status, classes, digest % 2**64) == (reply.status, reply.classes, reply.digest)
