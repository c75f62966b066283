"""Makes wheels for all machines that zig compiles for: ``native/wheels.py [FOLDER [MACHINE...]]``.

It needs the extra ``wheels``.  Each wheel is made from the sdist.  Those for Linux with glibc
are held by auditwheel against what their names promise; those that this machine can run are
installed in a fresh environment and have to prove a claim of the catalogue.  Of the others it is
said that they weren't run.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from hatch_build import TARGETS  # noqa: E402

#: A proof by the compiled core: its digest is the same with every build.
PROOF = ["problems", "check", "woods-6", "--prove", "--time", "5"]


def main(folder: Path, chosen: list[str]) -> int:
    """Make and check the wheels, of all machines if none is chosen; return how many fell short."""
    folder.mkdir(parents=True, exist_ok=True)
    _run([sys.executable, "-m", "build", "--sdist", "--outdir", str(folder), str(ROOT)])
    [sdist] = folder.glob("*.tar.gz")
    failed = 0
    for target in chosen or TARGETS:
        wheel = _build(sdist, folder, target)
        said = [f"{wheel.stat().st_size / 2**20:.1f} MiB"]
        try:
            if target.startswith(
                "manylinux"
            ):  # auditwheel looks for the libraries of this machine
                said.append(_audited(wheel))
            said.append(_used(wheel) if _runs_here(target) else "not run: another machine")
        except RuntimeError as error:
            failed += 1
            said.append(f"FAILED: {error}")
        print(f"{wheel.name}: {', '.join(said)}", flush=True)
    return failed


def _build(sdist: Path, folder: Path, target: str) -> Path:
    with TemporaryDirectory() as made:
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
        _run([*command, "--wheel-dir", made, "--no-build-isolation", str(sdist)], target)
        [wheel] = Path(made).glob("*.whl")
        return wheel.replace(folder / wheel.name)


def _audited(wheel: Path) -> str:
    shown = " ".join(_run([sys.executable, "-m", "auditwheel", "show", str(wheel)]).split())
    if f'"{wheel.stem.split("-")[-1]}"' not in shown:
        raise RuntimeError(shown)
    return "auditwheel agrees"


def _runs_here(target: str) -> bool:
    machine = platform.machine().lower()
    if sys.platform.startswith("linux"):
        libc = "manylinux" if "gnu" in sysconfig.get_config_var("HOST_GNU_TYPE") else "musllinux"
        return target.startswith(libc) and target.endswith(f"_{machine}")
    system = {"win32": "win", "darwin": "macosx"}.get(sys.platform, "?")
    return target.startswith(system) and target.endswith(f"_{machine}")


def _used(wheel: Path) -> str:
    with TemporaryDirectory() as place:
        venv.create(place, with_pip=True)
        scripts = Path(place, "Scripts" if os.name == "nt" else "bin")
        _run([str(scripts / "python"), "-m", "pip", "install", "--quiet", str(wheel)])
        core = "from spiderpos.solver.prover import native_core; assert native_core()"
        _run([str(scripts / "python"), "-P", "-c", core])
        _run([str(scripts / "spiderpos"), *PROOF], allowed=(0, 3))
    return "used in a fresh environment"


def _run(command: list[str], target: str = "", allowed: tuple[int, ...] = (0,)) -> str:
    environment = {**os.environ, "SPIDERPOS_TARGET": target}
    done = subprocess.run(  # noqa: S603
        command, capture_output=True, text=True, check=False, cwd=ROOT.parent, env=environment
    )
    if done.returncode not in allowed:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr or done.stdout}")
    return done.stdout


if __name__ == "__main__":
    told = sys.argv[1:] or ["dist/wheels"]
    sys.exit(main(Path(told[0]).resolve(), told[1:]))
