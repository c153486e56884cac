"""Would the tests notice? Small faults are put into a copy of the package, one at a time, and the tests are run on it.

    python benchmarks/mutants.py                              all modules below, 40 faults of each
    python benchmarks/mutants.py engine seal --sample 100     two of them
    python benchmarks/mutants.py engine --show                with every fault that no test noticed

A fault turns a comparison round or moves its limit, exchanges `and` and `or`, `+` and `-`, adds one to a number, alters
a word that is looked up, drops a `not`, gives None, or takes a statement out; which faults are drawn depends on the
seed. A fault counts as noticed when a test fails or takes far too long. Each module is tried on the tests below,
those that know it best first; the checkout itself is never changed. POSIX only.
"""

import argparse
import ast
import compileall
import copy
import importlib
import os
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from math import ceil
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
LIMIT = 600
"""CPU seconds that tests may take without a fault; with one they may take three times as long as that, and a little."""
PATIENCE = 20
"""So many times longer than its CPU seconds may a run last, on a machine with other work or where a test waits."""

TESTS: dict[str, tuple[str, ...]] = {
    "engine": ("tables", "engine", "rules cards ruler"),
    "checks": ("rules:PA2 or PA317 or PA301", "rules reading hostile"),
    "positions": (
        "rules:PA301 or PA302 or PA314 or PA315 or PA316 or PA318 or PA321",
        "reading",
        "oracle_places rules",
    ),
    "muster": ("rules:PA30 or PA31 or PA32 or PA213 or PA216", "seal rules"),
    "forces": ("rules:PA202 or PA215 or PA217", "rules reading hostile"),
    "betrayals": ("rules:PA323 or PA324 or PA325", "deploy rules"),
    "audiences": ("views", "secrecy", "drawn maps build"),
    "reveal": ("seal", "roster secrecy"),
    "seal": ("seal", "drawn"),
    "proof": ("seal", "hostile"),
}
"""For each module files of tests, those that know it best and cost least first; behind a colon, which of theirs."""

PRELOADED = "pytest hypothesis numpy shapely pydantic yaml jinja2 PIL.Image reportlab.pdfgen.canvas pikepdf pypdfium2"
"""What each run would import anew otherwise; nothing of the package."""

TURNED = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
SWAPPED = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
WORD = re.compile(r"[\w.:-]{1,40}")
"""A text that is looked up or compared, not one that is shown."""


class Fault(NamedTuple):
    """A node of a module, by its place among all nodes, and which of its faults."""

    node: int
    variant: int


# ---- the faults


def variants(node: ast.AST) -> list[ast.AST]:
    """Give what a node becomes in each of its faults."""
    made: list[ast.AST] = []
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        made += [ast.Compare(node.left, [op()], node.comparators) for op in TURNED[type(node.ops[0])]]
    elif isinstance(node, ast.Compare):
        for place, old in enumerate(node.ops):
            ops = [TURNED[type(old)][0]() if place == number else op for number, op in enumerate(node.ops)]
            made.append(ast.Compare(node.left, ops, node.comparators))
    elif isinstance(node, ast.BoolOp):
        made.append(ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values))
    elif isinstance(node, ast.BinOp) and type(node.op) in SWAPPED:
        made.append(ast.BinOp(node.left, SWAPPED[type(node.op)](), node.right))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        made.append(node.operand)
    elif isinstance(node, ast.Constant):
        made += constants(node.value)
    else:
        made += statements(node)
    return made


def constants(value: object) -> list[ast.AST]:
    """Give other constants for one."""
    if isinstance(value, bool):
        return [ast.Constant(not value)]
    if isinstance(value, int):
        return [ast.Constant(value + 1)]
    if isinstance(value, str) and WORD.fullmatch(value):
        return [ast.Constant(f"{value}x")]
    return []


def statements(node: ast.AST) -> list[ast.AST]:
    """Give what a statement or a condition becomes."""
    if isinstance(node, ast.Return) and not (node.value is None or is_none(node.value)):
        return [ast.Return(ast.Constant(None))]
    if isinstance(node, (ast.If, ast.IfExp, ast.While)):
        turned = copy.copy(node)
        turned.test = ast.UnaryOp(ast.Not(), node.test)
        for_types = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        return [turned] if not (for_types or isinstance(node.test, (ast.Compare, ast.UnaryOp))) else []
    if isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant):
        return [ast.Pass()]
    return [ast.Pass()] if isinstance(node, (ast.AugAssign, ast.Raise, ast.Continue, ast.Break)) else []


def is_none(node: ast.AST) -> bool:
    """Tell whether an expression is None itself."""
    return isinstance(node, ast.Constant) and node.value is None


def judged(node: ast.AST) -> Iterator[ast.AST]:
    """Give the nodes that run: no annotations, decorators, docstrings, imports or parts of texts."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for child in value if isinstance(value, list) else (value,):
            text = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            skipped = isinstance(child, (ast.JoinedStr, ast.Import, ast.ImportFrom, ast.ClassDef)) and not any(
                isinstance(part, ast.FunctionDef) for part in ast.walk(child)
            )
            if isinstance(child, ast.AST) and not text and not skipped and not is_all(child):
                yield from judged(child)


def is_all(node: ast.AST) -> bool:
    """Tell whether a node only says what a module offers, or names a type."""
    return isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "__all__"


def faults(tree: ast.Module) -> list[Fault]:
    """Give every fault of a module."""
    return [Fault(n, v) for n, node in enumerate(judged(tree)) for v in range(len(variants(node)))]


class _Replace(ast.NodeTransformer):
    """Puts one node in place of another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return ast.copy_location(self.new, node) if node is self.old else self.generic_visit(node)


def mutated(text: str, fault: Fault) -> tuple[str, str]:
    """Give a module's text with a fault, and the fault in words: line, what stood there, what stands there now."""
    tree = ast.parse(text)
    old = list(judged(tree))[fault.node]
    new = variants(old)[fault.variant]
    line, before = getattr(old, "lineno", 0), shown(old)
    said = f"{line}: {before}  ->  {shown(new)}"
    return ast.unparse(ast.fix_missing_locations(_Replace(old, new).visit(tree))), said


def shown(node: ast.AST) -> str:
    """Write a node in one line."""
    return " ".join(ast.unparse(ast.fix_missing_locations(copy.deepcopy(node))).split())[:110]


# ---- the runs


def copied(folder: Path) -> Path:
    """Copy the checkout, compiled, so that only the module with a fault is read anew."""
    target = folder / "copy"
    away = shutil.ignore_patterns(".git", ".venv", "output", "dist", "gallery", "__pycache__", ".*_cache")
    shutil.copytree(ROOT, target, ignore=away)
    compileall.compile_dir(target / "playaid", quiet=2)
    compileall.compile_dir(target / "tests", quiet=2)
    return target


class Run(NamedTuple):
    """How a run of tests ended."""

    passed: bool
    seconds: int


def run(folder: Path, tests: str, limit: int) -> Run:
    """Run files of tests in a child of this process, which may take so many CPU seconds."""
    names, _, chosen = tests.partition(":")
    files = [f"tests/test_{name}.py" for name in names.split()] + (["-k", chosen] if chosen else [])
    child = os.fork()
    if child == 0:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        os._exit(run_tests(folder, files))
    until = time.monotonic() + PATIENCE * limit
    while time.monotonic() < until:
        done, status, used = os.wait4(child, os.WNOHANG)
        if done:
            return Run(status == 0, ceil(used.ru_utime + used.ru_stime))
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return Run(False, limit)


class Trial:
    """A module in a copy of the checkout, on which tests are run with faults and without."""

    def __init__(self, folder: Path, module: str) -> None:
        """Remember the text as it is without a fault."""
        self.folder, self.file = folder, folder / "playaid" / f"{module}.py"
        self.text = self.file.read_text(encoding="utf-8")
        self.limits: dict[str, int] = {}

    def survives(self, changed: str, tests: str) -> bool:
        """Tell whether tests pass on a changed text; they must on the text as it was, which says how long they take."""
        if tests not in self.limits:
            sound = self.attempt(self.text, tests, LIMIT)
            if not sound.passed:
                raise SystemExit(f"these tests fail without any fault: {tests}")
            self.limits[tests] = 3 * sound.seconds + 10
        return self.attempt(changed, tests, self.limits[tests]).passed

    def attempt(self, text: str, tests: str, limit: int) -> Run:
        """Run tests on a text of the module."""
        self.file.write_text(text, encoding="utf-8")
        for cached in (self.folder / "playaid" / "__pycache__").glob(f"{self.file.stem}.*"):
            cached.unlink()
        try:
            return run(self.folder, tests, limit)
        finally:
            self.file.write_text(self.text, encoding="utf-8")


def run_tests(folder: Path, files: Sequence[str]) -> int:
    """Run tests of a copy here, silently, and give pytest's exit code."""
    sys.dont_write_bytecode = True
    os.environ |= {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    try:
        return int(sys.modules["pytest"].main(["-x", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", *files]))
    except BaseException:
        return 99


def score(folder: Path, module: str, given: argparse.Namespace) -> tuple[int, int]:
    """Try faults of a module; print and give how many were noticed, of how many."""
    trial = Trial(folder, module)
    stages = TESTS[module][:1] if given.quick else TESTS[module]
    chance = random.Random(f"{given.seed} {module}")  # noqa: S311  # repeatable on purpose
    known = faults(ast.parse(trial.text))
    drawn = sorted(chance.sample(known, min(given.sample, len(known))))
    noticed = 0
    for fault in drawn:
        changed, said = mutated(trial.text, fault)
        survives = all(trial.survives(changed, tests) for tests in stages)
        noticed += not survives
        if survives and given.show:
            print(f"  unnoticed: {module}.py:{said}", flush=True)
    share = f"{100 * noticed / max(1, len(drawn)):.0f} %"
    print(f"{module}: {noticed} of {len(drawn)} noticed ({share}), drawn from {len(known)}", flush=True)
    return noticed, len(drawn)


def main() -> None:
    """Try the modules and print the scores."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=f"of {', '.join(TESTS)}; all by default")
    parser.add_argument("--sample", type=int, default=40, help="faults of each module")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="print each fault that no test noticed")
    parser.add_argument("--quick", action="store_true", help="the first tests of each module only")
    given = parser.parse_args()
    for name in PRELOADED.split():
        importlib.import_module(name)
    with tempfile.TemporaryDirectory() as temporary:
        folder = copied(Path(temporary))
        counts = [score(folder, module, given) for module in given.modules or TESTS]
    noticed, drawn = (sum(count[place] for count in counts) for place in (0, 1))
    print(f"all: {noticed} of {drawn} noticed ({100 * noticed / max(1, drawn):.0f} %)")


if __name__ == "__main__":
    main()
