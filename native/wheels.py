"""Build wheels for all platforms of zig's compiler: ``native/wheels.py [FOLDER [PLATFORM...]]``.

This needs the extra ``wheels``.  Each wheel is built from the sdist.  For Linux with glibc,
auditwheel checks that the wheel is compatible with the platform in its name.  Wheels that this
machine can run are installed in a new environment, where they must check a problem of the
catalogue and not find a claim wrong.
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

#: A command that tries to prove the claims of a problem with the core.
PROOF = ["problems", "check", "woods-6", "--prove", "--time", "5"]


def main(folder: Path, chosen: list[str]) -> int:
    """Build and check wheels for the ``chosen`` platforms, or for all; return how many failed."""
    folder.mkdir(parents=True, exist_ok=True)
    _run([sys.executable, "-m", "build", "--sdist", "--outdir", str(folder), str(ROOT)])
    [sdist] = folder.glob("*.tar.gz")
    failed = 0
    for target in chosen or TARGETS:
        wheel = _build(sdist, folder, target)
        results = [f"{wheel.stat().st_size / 2**20:.1f} MiB"]
        try:
            # auditwheel reads the symbol versions of glibc, so it can't check musl or other
            # systems.
            if target.startswith("manylinux"):
                results.append(_audited(wheel))
            results.append(_used(wheel) if _runs_here(target) else "not run: another platform")
        except RuntimeError as error:
            failed += 1
            results.append(f"FAILED: {error}")
        print(f"{wheel.name}: {', '.join(results)}", flush=True)
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
    arguments = sys.argv[1:] or ["dist/wheels"]
    sys.exit(main(Path(arguments[0]).resolve(), arguments[1:]))
