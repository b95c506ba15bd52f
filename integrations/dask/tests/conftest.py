"""A program, a folder with a manifest, and a cluster of processes that tests may kill."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

GAMES = "selfplay --games 24 --nodes 150 --alternate --seed 5 --max-plies 100".split()
PARTS = 8


def program_under_test():
    given = os.environ.get("BAYESCHESS") or Path(__file__).parents[3] / "target/debug/bayeschess"
    found = shutil.which(str(given))
    if not found:
        pytest.exit(f"{given}: build it by 'cargo build', or name a program in BAYESCHESS", returncode=2)
    return str(Path(found).absolute())


@pytest.fixture(scope="session")
def program():
    return program_under_test()


class Work:
    """A folder with a manifest, and what one process makes of the same command."""

    def __init__(self, folder, program):
        self.folder, self.program = folder, program
        self.manifest, self.parts, self.out = folder / "games.shards", folder / "parts", folder / "sum.db"

    def bayeschess(self, *arguments, code=0):
        ended = subprocess.run([self.program, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True)
        assert ended.returncode == code, ended.stderr
        return ended

    def content_hash(self, database=None):
        return json.loads(self.bayeschess("db", "info", database or self.out, "--json").stdout)["content_hash"]

    def names(self):
        return sorted(path.name for path in self.parts.iterdir())

    def assert_nothing_but_parts(self):
        numbers = [re.fullmatch(r"[0-9a-f]{16}-(\d{6})-[0-9a-f]{32}\.part", name) for name in self.names()]
        # Two files of one part, which two workers did at the same time, have the same content.
        assert sorted({int(found[1]) for found in numbers}) == list(range(PARTS))


@pytest.fixture
def work(tmp_path, program, expected_hash, monkeypatch):
    monkeypatch.setenv("BAYESCHESS", program)
    monkeypatch.setenv("BAYESCHESS_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    made = Work(tmp_path, program)
    made.bayeschess("shard", "plan", "--out", made.manifest, "--parts", PARTS, "--", *GAMES)
    made.expected = expected_hash
    return made


@pytest.fixture(scope="session")
def expected_hash(tmp_path_factory, program):
    whole = Work(tmp_path_factory.mktemp("whole"), program)
    whole.bayeschess(*GAMES, "--db", whole.folder / "whole.db", "--threads", "1")
    return whole.content_hash(whole.folder / "whole.db")


class Cluster:
    """A scheduler and workers as processes of their own."""

    def __init__(self, folder):
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.scheduler, self.workers = None, []

    def start(self, name, *arguments, **environment):
        log = (self.folder / f"{name}-{time.time_ns()}.log").open("w")
        command = [sys.executable, "-m", "distributed.cli." + name, *arguments, "--no-dashboard"]
        return subprocess.Popen(
            command, cwd=self.folder, stdout=log, stderr=log, env={**os.environ, **environment}
        )

    def start_scheduler(self):
        self.scheduler = self.start("dask_scheduler", "--host", "127.0.0.1", "--port", str(self.port))

    def start_worker(self, **environment):
        arguments = [self.address, "--nthreads", "1", "--no-nanny", "--host", "127.0.0.1"]
        self.workers.append(self.start("dask_worker", *arguments, **environment))
        return self.workers[-1]

    def stop(self):
        for process in [*self.workers, self.scheduler]:
            if process is not None and process.poll() is None:
                process.send_signal(signal.SIGKILL)
        for process in [*self.workers, self.scheduler]:
            if process is not None:
                process.wait()


@pytest.fixture
def cluster(tmp_path_factory):
    started = Cluster(tmp_path_factory.mktemp("cluster"))
    started.start_scheduler()
    yield started
    started.stop()


def wait_until(what, condition, seconds=120):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain until {what}"
        time.sleep(0.02)
