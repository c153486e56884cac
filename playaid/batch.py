"""Many builds: one after the other or in several processes, told in the order they were asked for.

What comes of a scenario depends on nothing but its files and the request, so neither the number of processes nor their
speed changes a byte. A scenario that cannot be built, or ends the process that builds it, stops no other.
"""

import gc
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from playaid.diagnostics import Diagnostic, Rejected, Report, Severity
from playaid.folders import find_scenarios, is_pack, slug_for
from playaid.request import Request
from playaid.telling import BUG, NOT_OURS, UNWRITABLE, USAGE, WRONG_FILES, PlayaidError, of_system

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from playaid.build import Built

FEW = 8
"""So few scenarios are built in one process: starting others would cost more than it spares."""

TIDY = 10
"""After so many builds memory is tidied."""

AHEAD = 64
"""So many scenarios a process may be ahead of the slowest one: what is done and not told yet is kept."""

Status = Literal["built", "unchanged", "failed"]


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What came of one scenario, in plain values that go from process to process.

    `text` are the diagnostics for a reader and `diagnostics` the same for programs, as the readers of the build may see
    them; `message` and `help` say what is wrong with the world; `exit_code` is that of this build alone.
    """

    scenario: str
    status: Status
    folder: str = ""
    files: tuple[str, ...] = ()
    count: int = 0
    audiences: tuple[str, ...] = ()
    text: str = ""
    diagnostics: tuple[dict[str, Any], ...] = ()
    hidden: bool = False
    notes: tuple[str, ...] = ()
    exit_code: int = 0
    message: str = ""
    help: str = ""

    @property
    def errors(self) -> tuple[dict[str, Any], ...]:
        """The diagnostics that stopped the build."""
        return tuple(found for found in self.diagnostics if found["severity"] == Severity.ERROR)

    @property
    def warnings(self) -> int:
        """How many warnings there were."""
        return len(self.diagnostics) - len(self.errors)

    def as_json(self) -> dict[str, Any]:
        """Give the entry of a report file."""
        wrong = {"message": self.message, "help": self.help, "exit_code": self.exit_code}
        return {
            "scenario": self.scenario,
            "status": self.status,
            "folder": self.folder or None,
            "files": self.count,
            "diagnostics": list(self.diagnostics),
            **({"error": wrong} if self.message else {}),
        }


def jobs_for(count: int) -> int:
    """Give how many processes build so many scenarios where nobody says: one for few, one a core for many."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return 1 if count < FEW else min(usable, count)


def build_all(
    files: Sequence[Path], request: Request, jobs: int, key: str = "", *, again: bool = False
) -> Generator[Outcome, None, None]:
    """Build scenarios and give what came of each, in their order.

    With a `key` of `ledger.key_of` each build is recorded, and one whose record still holds is not made again, unless
    `again` is asked for. Close the iterator to stop: nothing half-written is left, and no process stays.
    """
    taken: dict[str, Path] = {}
    tasks: list[Path | Outcome] = []
    for file in files:
        other = taken.setdefault(slug_for(file), file)
        tasks.append(file if other is file else _clash(file, other, request))
    work = _Work(request, key, again)
    if jobs <= 1:
        for number, task in enumerate(tasks, 1):
            yield task if isinstance(task, Outcome) else work(task)
            _tidy(number)
    else:
        yield from _shared(tasks, work, jobs)


def _tidy(number: int) -> None:
    """Let go of what finished builds left, now and then: the command line looks for that too seldom for a batch."""
    if number == 1:
        gc.collect()
        gc.freeze()  # what was loaded stays, and need not be looked through again
    elif number % TIDY == 0:
        gc.collect()


@dataclass(frozen=True)
class _Work:
    """What is done with each scenario, in whatever process."""

    request: Request
    key: str
    again: bool

    def __call__(self, file: Path) -> Outcome:
        """Build one scenario, unless its output is there; give what came of it. Bugs of ours are told like the rest."""
        from playaid.ledger import unchanged

        name = file.as_posix()
        folder = self.request.output / slug_for(file)
        try:
            kept = unchanged(self.key, file, folder) if self.key and not self.again else None
            if kept is not None:
                return Outcome(
                    scenario=name,
                    status="unchanged",
                    folder=folder.as_posix(),
                    count=kept.files,
                    audiences=kept.audiences,
                    diagnostics=kept.diagnostics,
                )
            return build_one(file, self.request, self.key)
        except Exception as error:
            if os.environ.get("PLAYAID_DEBUG"):
                raise
            said = f"{name}: this is a bug of playaid ({type(error).__name__})"
            help = "build it alone with PLAYAID_DEBUG=1 to see where"
            return Outcome(scenario=name, status="failed", exit_code=BUG, message=said, help=help)


def build_one(file: Path, request: Request, key: str = "") -> Outcome:
    """Build one scenario and give what came of it; bugs of ours are raised."""
    from playaid.build import UnknownAudience, build

    failed = Outcome(scenario=file.as_posix(), status="failed")
    try:
        if file.is_dir() or is_pack(file):  # one without scenarios, or that is not in order, says so itself
            (file,) = find_scenarios(file)
        return _built(file, build(file, request, key))
    except Rejected as rejected:
        found = rejected.report.diagnostics
        hidden = any(d.place.secret and not d.place.excerpt for d in found)
        return replace(_with(failed, rejected.report), exit_code=WRONG_FILES, hidden=hidden)
    except UnknownAudience as error:
        return replace(failed, exit_code=USAGE, message=str(error))
    except PlayaidError as error:
        return replace(failed, exit_code=error.exit_code, message=error.message, help=error.help)
    except OSError as error:
        help = "check the name and your access to it"
        return replace(failed, exit_code=UNWRITABLE, message=of_system(error), help=help)


def _built(file: Path, built: "Built") -> Outcome:
    done = Outcome(
        scenario=file.as_posix(),
        status="built",
        folder=built.folder.as_posix(),
        files=built.files,
        count=len(built.files),
        audiences=built.audiences,
        notes=built.notes,
    )
    return _with(done, built.report)


def _with(outcome: Outcome, report: Report) -> Outcome:
    found = tuple(map(Diagnostic.as_json, report.diagnostics))
    return replace(outcome, text=report.as_text(), diagnostics=found)


def _clash(file: Path, other: Path, request: Request) -> Outcome:
    """Refuse a scenario whose output folder is that of another: the later would replace the earlier."""
    folder = (request.output / slug_for(file)).as_posix()
    said = f"{file.as_posix()}: its output {folder} is that of {other.as_posix()} too"
    help = "rename one of the two folders, or build them apart with -o"
    return Outcome(scenario=file.as_posix(), status="failed", exit_code=NOT_OURS, message=said, help=help)


# Processes.


@dataclass
class _Worker:
    """A process that builds, our end of the pipe to it, and the place of what it is building."""

    process: "BaseProcess"
    link: "Connection[Any, Any]"
    place: int | None = None


def _shared(
    tasks: Sequence[Path | Outcome], work: Callable[[Path], Outcome], jobs: int
) -> Generator[Outcome, None, None]:
    """Do the tasks in several processes; the outcomes come in the order of the tasks."""
    from multiprocessing.connection import wait

    done = {place: task for place, task in enumerate(tasks) if isinstance(task, Outcome)}
    waiting = deque(place for place in range(len(tasks)) if place not in done)
    crew: list[_Worker] = []
    due, orderly = 0, False
    try:
        while due < len(tasks):
            _hand_out(tasks, waiting, due, crew, work, jobs)
            for link in wait([worker.link for worker in crew if worker.place is not None]) if due not in done else ():
                worker = next(one for one in crew if one.link is link)
                place = worker.place or 0
                try:
                    done[place] = worker.link.recv()
                    worker.place = None
                except (EOFError, OSError):
                    crew.remove(worker)
                    _dismiss([worker], at_once=True)
                    done[place] = _ended(str(tasks[place]), worker.process.exitcode)
            while due in done:
                yield done.pop(due)
                due += 1
        orderly = True
    finally:
        _dismiss(crew, at_once=not orderly)


def _hand_out(
    tasks: Sequence[Path | Outcome],
    waiting: deque[int],
    due: int,
    crew: list[_Worker],
    work: Callable[[Path], Outcome],
    jobs: int,
) -> None:
    """Give every worker that is free a task; hire one where there are fewer than asked for."""
    while waiting and waiting[0] < due + AHEAD * jobs:
        worker = next((one for one in crew if one.place is None), None)
        if worker is None:
            if len(crew) >= jobs:
                return
            worker = _hired(work, [one.link for one in crew])
            crew.append(worker)
        worker.place = waiting.popleft()
        with suppress(OSError):  # it ended meanwhile, which reading from it will tell
            worker.link.send(tasks[worker.place])


def method() -> str:
    """Give how processes are started: by a fork where that is sound, as here with one thread; else anew."""
    return "spawn" if sys.platform in ("win32", "darwin") else "fork"


def _hired(work: Callable[[Path], Outcome], others: "list[Connection[Any, Any]]") -> _Worker:
    """Start a process. It inherits nothing but the work: the pipes of the others are closed in it."""
    import multiprocessing

    context: Any = multiprocessing.get_context(method())
    ours, theirs = context.Pipe()
    # Started anew, Python would look for its own modules in the working folder, where what was downloaded may lie.
    kept = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        inherited = [*others, ours] if method() == "fork" else []
        process = context.Process(target=_serve, args=(theirs, inherited, work), daemon=True)
        process.start()
    finally:
        if kept is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = kept
    theirs.close()
    return _Worker(process, ours)


def _serve(
    link: "Connection[Any, Any]", inherited: "list[Connection[Any, Any]]", work: Callable[[Path], Outcome]
) -> None:
    """Build what the pipe asks for until it is closed. Ctrl-C is the first process's business; it ends the others."""
    for other in inherited:
        other.close()
    gc.set_threshold(100_000, 50, 50)  # as the command line does
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _told_to_stop)
    with suppress(EOFError, OSError, KeyboardInterrupt):
        for number in count(1):
            link.send(work(link.recv()))
            _tidy(number)


def _told_to_stop(*_: object) -> None:
    """Leave what is being built as Ctrl-C would: a build that is cut short takes back what it wrote."""
    raise KeyboardInterrupt


def _dismiss(crew: Sequence[_Worker], *, at_once: bool) -> None:
    """Let processes end: those that wait when their pipe is closed, those that build when they are told to."""
    for worker in crew:
        worker.link.close()
        if at_once and sys.platform != "win32":
            worker.process.terminate()
    for worker in crew:
        worker.process.join(PATIENCE)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()


PATIENCE = 20
"""Seconds that a process has to end when it is told to; on Windows it ends what it is building first."""


def _ended(scenario: str, code: int | None) -> Outcome:
    """Say that a process ended without an answer."""
    how = f"was ended by signal {-code}" if code is not None and code < 0 else f"ended with code {code}"
    said = f"{Path(scenario).as_posix()}: the process that built it {how}; its output is as it was"
    return Outcome(
        scenario=Path(scenario).as_posix(),
        status="failed",
        exit_code=BUG,
        message=said,
        help="build it alone; where it ends again, look at the memory it takes",
    )
