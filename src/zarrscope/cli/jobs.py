"""Judging folders in several processes, with the same answers in the same order as in one.

A task is some folders to look through. Whoever looks through them hands back what it found, and the rest where that is
much; the rest is cut into tasks again. Answers wait until it is their turn, and only so many may wait.
"""

from __future__ import annotations

import signal
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from zarrscope.cli.judging import NOTHING, is_silent
from zarrscope.cli.stores import Document, Folder, Link, Trouble, follow, given, look_into, nothing_in
from zarrscope.problems import Report

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from multiprocessing.connection import Connection

    from zarrscope.cli.judging import Judged

    Judge = Callable[[Document], Report | Trouble]

METHOD = "fork" if sys.platform == "linux" else "spawn"
FIRST = 200  # documents that the first process judges alone, so that the others start with what it has made
MOST = 1000  # documents of one task
LONG = 256  # folders in a folder that is cut into tasks
FOLDERS = 64  # folders of one task
WAITING = 16  # answers a process that may wait for their turn


class Silent(NamedTuple):
    """Documents, one after the other, about which there is nothing to say.

    Attributes:
        places: the path, the node and the kind of each, or of the last for all.
        number: how many each of these stands for.
    """

    places: list[tuple[str, str | None, str]]
    number: int

    @classmethod
    def of(cls, places: list[tuple[str, str | None, str]], together: bool) -> Silent:
        """Documents one by one, or `together`."""
        return cls(places[-1:], len(places)) if together else cls(places, 1)

    def documents(self) -> Iterator[Judged]:
        """Each of them, or the last of them for all."""
        for place in self.places:
            yield Document(*place, b""), NOTHING, self.number


def look_through(places: list[Folder], judge: Judge, most: int, together: bool) -> Iterator[Any]:
    """Judge what is in some folders and below them, in order.

    Gives documents as tuples, those together about which there is nothing to say, troubles, and lists of places that
    are left to others.
    """
    pending: list[Any] = places[::-1]
    silent: list[tuple[str, str | None, str]] = []
    count = 0
    while pending and count < most:
        for item in look_into(pending.pop()):
            if isinstance(item, list) and len(item) <= LONG and all(isinstance(place, Folder) for place in item):
                pending += reversed(item)
                continue
            result = None
            if isinstance(item, Document):
                count += 1
                result = judge(item)
                if is_silent(result):
                    silent.append((item.path, item.node, item.kind))
                    continue
            if silent:
                yield Silent.of(silent, together)
                silent = []
            yield item if result is None else _packed(item, result)
    if silent:
        yield Silent.of(silent, together)
    if pending:
        yield pending[::-1]


def _packed(document: Any, result: Report | Trouble) -> tuple[Any, ...]:
    """A document and its report as little as is needed to write what is to be said."""
    said = result.__replace__(fields={}) if isinstance(result, Report) else result
    return document.path, document.node, document.kind, document.data, said


class Task:
    """Folders to look through, and the answer when it is there."""

    __slots__ = ("answer", "is_given", "places")

    def __init__(self, places: list[Folder]) -> None:
        """Wait for someone to take the task."""
        self.places = places
        self.is_given = False
        self.answer: list[Any] | None = None


class Crew:
    """Worker processes, started when they are first needed."""

    def __init__(self, judge: Judge, jobs: int, together: bool) -> None:
        """Start nothing yet."""
        self._judge = judge
        self._together = together
        self._jobs = jobs
        self._processes: list[Any] = []
        self._idle: list[Any] = []
        self._busy: dict[Any, Task] = {}

    @property
    def is_at_work(self) -> bool:
        """Whether the processes were started."""
        return bool(self._processes)

    def give(self, agenda: list[Any]) -> None:
        """Give tasks of an agenda, whose last entry is the next, to whoever is idle."""
        waiting = 0
        for entry in reversed(agenda):
            if not isinstance(entry, Task):
                continue
            waiting += entry.answer is not None
            if waiting > WAITING * self._jobs or (self._processes and not self._idle):
                return
            if not entry.is_given and entry.answer is None:
                if not self._processes:
                    self._start()
                connection = self._idle.pop()
                connection.send(entry.places)
                entry.is_given = True
                self._busy[connection] = entry

    def wait(self) -> None:
        """Wait for an answer."""
        from multiprocessing.connection import wait

        ready: list[Any] = wait(list(self._busy))
        for connection in ready:
            self._busy.pop(connection).answer = connection.recv()
            self._idle.append(connection)

    def _start(self) -> None:
        from multiprocessing import get_context

        context: Any = get_context(METHOD)
        sys.stdout.flush()  # or each process would write what is buffered
        for _ in range(self._jobs):
            ours, theirs = context.Pipe()
            process = context.Process(target=work, args=(theirs, self._judge, self._together), daemon=True)
            process.start()
            theirs.close()
            self._processes.append(process)
            self._idle.append(ours)

    def dismiss(self) -> None:
        """End the processes, whatever they are at."""
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join()


def work(connection: Connection, judge: Judge, together: bool) -> None:
    """Do tasks until there are no more; what interrupts the first process ends the others through it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        while True:
            connection.send(list(look_through(connection.recv(), judge, MOST, together)))
    except (EOFError, BrokenPipeError):
        return


def judged_in_processes(paths: Iterable[str], judge: Judge, jobs: int, together: bool) -> Generator[Judged]:
    """The documents of each path in turn, each with its report and the number one.

    Where `together`, of documents one after the other about which there is nothing to say only the last, with their
    number.
    """
    crew = Crew(judge, jobs, together)
    try:
        for path in paths:
            top = given(path)
            if isinstance(top, Folder):
                yield from _below(top, crew, judge, jobs, together)
            else:
                yield top, top if isinstance(top, Trouble) else judge(top), 1
    finally:
        crew.dismiss()


def _below(top: Folder, crew: Crew, judge: Judge, jobs: int, together: bool) -> Iterator[Judged]:
    found = False
    entered: set[str] = set()
    first = Task([top])
    if not crew.is_at_work:
        first.answer = list(look_through([top], judge, FIRST, together))
    agenda: list[Any] = [first]
    while agenda:
        entry = agenda.pop()
        if isinstance(entry, Task):
            if entry.answer is None:
                agenda.append(entry)
                crew.give(agenda)
                crew.wait()
                crew.give(agenda)
            else:
                agenda += reversed(entry.answer)
        elif isinstance(entry, list):
            agenda += reversed(_tasks(entry, jobs))
            crew.give(agenda)
        elif isinstance(entry, Link):
            folder = follow(entry, entered)
            agenda += [] if folder is None else [Task([folder]) if isinstance(folder, Folder) else folder]
        elif isinstance(entry, Trouble):
            yield entry, entry, 1
        else:
            found = True
            if isinstance(entry, Silent):
                yield from entry.documents()
            else:
                *document, result = entry
                yield Document(*document), result, 1
    if not found:
        trouble = nothing_in(top)
        yield trouble, trouble, 1


def _tasks(places: list[Any], jobs: int) -> list[Any]:
    """Cut places into tasks; what is no folder stays as it is, in its place."""
    size = min(FOLDERS, 1 + len(places) // (16 * jobs))
    tasks: list[Any] = []
    run: list[Folder] = []
    for place in places:
        if isinstance(place, Folder):
            run.append(place)
        if run and (len(run) == size or not isinstance(place, Folder)):
            tasks.append(Task(run))
            run = []
        if not isinstance(place, Folder):
            tasks.append(place)
    return [*tasks, Task(run)] if run else tasks
