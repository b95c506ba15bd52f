"""Doing all parts of a manifest on a cluster."""

import os
import time
from dataclasses import dataclass, field
from pathlib import Path

import cloudpickle
from distributed import CancelledError

from . import worker
from .errors import DaskRunError
from .manifest import number_of_parts

# Workers need not have this package.
cloudpickle.register_pickle_by_value(worker)

# A worker that refuses so many parts in a row gets no more of them: it has another program, or lacks an input.
REFUSALS = 2

# Seconds between two looks at the tasks, and at the workers.
PAUSE = 0.1
LOOK = 0.5


@dataclass
class Report:
    """What became of the parts."""

    parts: int
    written: list = field(default_factory=list)
    already_there: list = field(default_factory=list)
    # Number of times that a part was started again.
    retries: int = 0
    # The last sentence of each worker that gets no more parts.
    set_aside: dict = field(default_factory=dict)

    @property
    def done(self):
        """Number of parts that are in the folder."""
        return len(self.written) + len(self.already_there)


def run(manifest, folder, client, *, numbers=None, program=None, threads=1, retries=3, wait=None, hopeless=None, progress=None):
    """Does the parts of ``manifest`` in ``folder`` as tasks of ``client``; parts that are there are not done again.

    ``numbers`` are the parts to do, by default all. ``program`` is the path of bayeschess on the workers, by default their
    environment's ``BAYESCHESS``, else the one on their ``PATH``. A part is tried ``retries`` times more after the program was killed
    or failed; what one worker refuses another gets. ``wait`` bounds the seconds without any worker, and
    ``hopeless`` returns a sentence once it is known that none will come. ``progress`` is called with a Report, the number of usable
    workers, and a sentence or None.

    Raises DaskRunError if parts stay undone; the same call then does the rest.
    """
    count = number_of_parts(manifest)
    folder = Path(folder).absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DaskRunError(f"{folder}: {error.strerror}") from error
    arguments = (str(Path(manifest).absolute()), str(folder), program, os.getcwd(), threads)
    numbers = list(range(count)) if numbers is None else list(numbers)
    patience = (wait, hopeless or (lambda: None))
    dispatch = Dispatch(client, arguments, numbers, retries, patience, progress or (lambda *_: None), count)
    try:
        return dispatch.run()
    finally:
        dispatch.cancel()


class Dispatch:
    """The parts that are open, and the tasks that do them."""

    def __init__(self, client, arguments, numbers, retries, patience, progress, count):
        self.client, self.arguments = client, arguments
        self.retries, self.progress = retries, progress
        self.wait, self.hopeless = patience
        self.report = Report(parts=count)
        self.open = list(numbers)
        self.wanted = len(self.open)
        # Future of each part that was handed over, and the workers that it is bound to, None for all.
        self.tasks = {}
        self.failures = dict.fromkeys(self.open, 0)
        self.refusals = {}
        self.last_sentence = ""
        self.last_worker_seen = time.monotonic()
        self.alive, self.looked = set(), 0.0

    def run(self):
        """Hands over and collects until all parts are there."""
        while self.report.done < self.wanted:
            workers = self.workers()
            self.free_bound_tasks(workers)
            if workers and self.client.status == "running":
                self.hand_over(workers)
            for number, (future, _) in list(self.tasks.items()):
                if future.done():
                    self.collect(number, future)
            time.sleep(PAUSE)
        return self.report

    def cancel(self):
        """Stops what is not done."""
        futures = [future for future, _ in self.tasks.values()]
        if futures and self.client.status == "running":
            self.client.cancel(futures, force=True)

    def workers(self):
        """Returns the addresses of the workers that may get parts; raises if there is no hope of any."""
        if self.client.status in ("closing", "closed"):
            raise DaskRunError(f"the scheduler is gone; {self.rest()}")
        now = time.monotonic()
        if now - self.looked >= LOOK:
            self.looked = now
            self.alive = addresses(self.client)
        usable = self.alive - self.report.set_aside.keys()
        if usable:
            self.last_worker_seen = now
        elif self.alive:
            raise DaskRunError(f"no worker can do the parts: {self.last_sentence}; {self.rest()}")
        elif reason := self.hopeless():
            raise DaskRunError(f"{reason}; {self.rest()}")
        elif self.wait is not None and now - self.last_worker_seen > self.wait:
            raise DaskRunError(f"no worker came in {self.wait:g} seconds; {self.rest()}")
        return usable

    def hand_over(self, workers):
        """Makes a task of every open part."""
        bound = sorted(workers) if self.report.set_aside else None
        for number in self.open:
            manifest, folder, program, working_folder, threads = self.arguments
            future = self.client.submit(
                worker.do_part, manifest, number, folder, program, working_folder, threads,
                key=f"part-{number}-{time.time_ns()}", pure=False, workers=bound,
            )
            self.tasks[number] = (future, bound)
        self.open = []

    def free_bound_tasks(self, workers):
        """Takes tasks back that are bound to workers which are all gone."""
        for number, (future, bound) in list(self.tasks.items()):
            if bound is not None and not future.done() and workers.isdisjoint(bound):
                future.cancel()
                self.again(number)

    def again(self, number):
        """Opens a part again."""
        self.tasks.pop(number, None)
        self.open.append(number)
        self.report.retries += 1

    def collect(self, number, future):
        """Takes the result of a task."""
        if future.status == "cancelled":
            # The connection to the scheduler was lost, or somebody cancelled the task.
            self.again(number)
            return
        if future.status == "error":
            # The workers that had the part died, one after another.
            self.failed(number, str(future.exception()).split("\n", 1)[0], None)
            return
        try:
            result = future.result(timeout=60)
        except (CancelledError, OSError, TimeoutError):
            # The worker died with its answer.
            self.again(number)
            return
        end, sentence, address = result["end"], result["sentence"], result["worker"]
        if end == "done":
            self.tasks.pop(number)
            self.refusals.pop(address, None)
            (self.report.written if sentence == "written" else self.report.already_there).append(number)
            self.tell(None)
        elif end == "refused":
            self.refused(number, sentence, address)
        else:
            self.failed(number, sentence, address)

    def failed(self, number, sentence, address):
        """Tries a part again, if it may be."""
        self.failures[number] += 1
        where = f" on {address}" if address else ""
        if self.failures[number] > self.retries:
            raise DaskRunError(f"part {number} failed{where}: {sentence}; {self.rest()}")
        self.again(number)
        self.tell(f"part {number} is started again, it failed{where}: {sentence}")

    def refused(self, number, sentence, address):
        """Gives a part to another worker, and sets this one aside if it refuses again."""
        self.last_sentence = sentence
        self.again(number)
        if address in self.report.set_aside:
            return
        self.refusals[address] = self.refusals.get(address, 0) + 1
        if self.refusals[address] >= REFUSALS or self.wanted == 1:
            self.report.set_aside[address] = sentence
            self.tell(f"{address} gets no more parts: {sentence}")

    def tell(self, sentence):
        """Reports progress."""
        self.progress(self.report, len(self.alive - self.report.set_aside.keys()), sentence)

    def rest(self):
        """Says how much is done, and what to do."""
        return f"{self.report.done} of {self.wanted} parts are done, and the same command does the rest"


def addresses(client):
    """Returns the addresses of the workers; none while the scheduler cannot be asked."""
    if client.status != "running":
        return set()
    try:
        return set(client.scheduler_info(n_workers=-1)["workers"])
    except (CancelledError, OSError, TimeoutError):
        return set()
