"""The command bayeschess-dask."""

import argparse
import contextlib
import os
import sys
import time
import warnings

from .errors import DaskRunError
from .manifest import number_of_parts
from .merge import merge
from .parts import run

# How often parts that were damaged after they were done are done again.
ROUNDS = 3

# Dask watches itself many times a second, which takes a twentieth of two cores from the parts.
QUIET = {
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.admin.tick.interval": "1s",
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.worker.memory.monitor-interval": "5s",
    "distributed.worker.profile.enabled": False,
}

EXAMPLES = """\
examples:
  bayeschess shard plan --out games.shards --parts 40 -- selfplay --games 200000
  bayeschess-dask games.shards --dir parts --out games.db --local 4
  bayeschess-dask games.shards --dir parts --out games.db --scheduler tcp://head:8786
  bayeschess-dask games.shards --dir parts --out games.db --ssh one,two,three
  bayeschess-dask games.shards --dir parts --out games.db --slurm jobs=20 cores=4 memory=4GB walltime=08:00:00

Parts that are there are not done again, so the same command goes on after any interruption. All machines see the
working folder, and have the program that made the manifest.

exit codes: 0 all is done, 2 it could not be done, 130 stopped by Ctrl-C
"""


def parser():
    """Returns the reader of the command line."""
    command = argparse.ArgumentParser(
        prog="bayeschess-dask",
        description="Does the parts of a manifest on a Dask cluster, and merges them.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.add_argument("manifest", metavar="MANIFEST", help="the file that 'bayeschess shard plan' wrote")
    command.add_argument("--dir", required=True, metavar="D", help="the folder of the parts")
    command.add_argument("--out", required=True, metavar="F", help="the result to write")
    command.add_argument("--force", action="store_true", help="replace the result if it exists")
    cluster = command.add_mutually_exclusive_group()
    cluster.add_argument("--scheduler", metavar="ADDRESS", help="a running scheduler, such as tcp://head:8786")
    cluster.add_argument("--local", type=positive, metavar="N", help="N workers on this machine [default: one a core]")
    cluster.add_argument("--ssh", metavar="HOSTS", help="workers on these hosts, with commas; the first has the scheduler")
    cluster.add_argument(
        "--slurm", nargs="+", metavar="KEY=VALUE", help="jobs=N and arguments of dask_jobqueue.SLURMCluster, such as cores=4"
    )
    command.add_argument("--program", metavar="FILE", help="bayeschess here and on the workers [default: $BAYESCHESS, else on the PATH]")
    command.add_argument("--threads", type=positive, default=1, metavar="N", help="threads of one part [default: 1]")
    command.add_argument("--retries", type=natural, default=3, metavar="N", help="how often a part that fails is tried again [default: 3]")
    command.add_argument("--wait", type=positive, metavar="SECONDS", help="how long to wait for a scheduler or a worker [default: 60, with --slurm without end]")
    return command


def positive(text):
    """Reads a whole number from 1."""
    number = natural(text)
    if number == 0:
        raise argparse.ArgumentTypeError("0: at least 1")
    return number


def natural(text):
    """Reads a whole number from 0."""
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text}: not a whole number")
    return int(text)


def slurm_arguments(pairs):
    """Returns the number of jobs and the arguments of SLURMCluster."""
    values = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not key or not equals:
            raise DaskRunError(f"--slurm {pair}: give KEY=VALUE, such as cores=4")
        values[key] = int(value) if value.isdigit() and key != "memory" else value
    jobs = values.pop("jobs", 1)
    if not isinstance(jobs, int) or jobs == 0:
        raise DaskRunError(f"--slurm jobs={jobs}: give a number of jobs")
    values.setdefault("cores", 1)
    values.setdefault("memory", "1GB")
    # A job that may end loses at most a part, which another does again.
    values.setdefault("processes", values["cores"])
    values.setdefault("job_script_prologue", [f"export {name}={value}" for name, value in environment(QUIET).items()])
    return jobs, values


def environment(config):
    """Returns the variables of the environment that stand for settings of Dask."""
    return {f"DASK_{name.replace('.', '__').replace('-', '_').upper()}": str(value) for name, value in config.items()}


@contextlib.contextmanager
def connected(arguments):
    """Starts or finds the cluster; yields a client, and a function that says why no worker will ever come."""
    import dask
    from distributed import Client, LocalCluster

    wait = arguments.wait or 60
    hopeless = None
    with contextlib.ExitStack() as stack:
        stack.enter_context(dask.config.set(QUIET))
        # Another cluster on this machine has Dask's usual port for its web page; the page goes to the next free one.
        stack.enter_context(warnings.catch_warnings())
        warnings.filterwarnings("ignore", message="Port .* is already in use")
        try:
            if arguments.scheduler:
                cluster = arguments.scheduler
            elif arguments.ssh:
                from distributed import SSHCluster

                hosts = [host for host in arguments.ssh.split(",") if host]
                if not hosts:
                    raise DaskRunError("--ssh: name at least one host")
                cluster = stack.enter_context(SSHCluster([hosts[0], *hosts], worker_options={"nthreads": 1}))
            elif arguments.slurm:
                from .slurm import Submissions, slurm_cluster

                jobs, values = slurm_arguments(arguments.slurm)
                submissions = Submissions()
                hopeless = submissions.hopeless
                cluster = stack.enter_context(slurm_cluster(values, submissions))
                cluster.scale(jobs=jobs)
            else:
                workers = arguments.local or os.cpu_count() or 1
                cluster = stack.enter_context(
                    LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
                )
            client = stack.enter_context(Client(cluster, timeout=wait, set_as_default=False))
        except ImportError as error:
            extra = "slurm" if arguments.slurm else "ssh"
            raise DaskRunError(f"{error.name} is missing: pip install 'bayeschess-dask[{extra}]'") from error
        except (OSError, RuntimeError, TypeError, ValueError) as error:
            reason = str(error).split("\n", 1)[0] or type(error).__name__
            raise DaskRunError(f"the cluster cannot be reached: {reason}") from error
        yield client, hopeless


class ProgressLine:
    """One line on a terminal that is written again and again; elsewhere a line now and then."""

    def __init__(self, stream=sys.stderr):
        self.stream, self.is_terminal = stream, stream.isatty()
        self.begun = self.last = time.monotonic()
        self.length = 0

    def __call__(self, report, workers, sentence):
        now = time.monotonic()
        if sentence:
            self.write(f"bayeschess-dask: {sentence}", "\n")
        elif self.is_terminal or now - self.last >= 30:
            self.last = now
            text = f"{report.done} of {report.parts} parts, {workers} workers"
            if report.written:
                left = (now - self.begun) / len(report.written) * (report.parts - report.done)
                text += f", {round(left / 60)} min left" if left >= 90 else f", {round(left)} s left"
            self.write(text, "" if self.is_terminal else "\n")

    def write(self, text, end):
        """Writes a line over the last one."""
        start = "\r" if self.is_terminal else ""
        padding = " " * (self.length - len(text)) if self.is_terminal else ""
        self.stream.write(start + text + padding + end)
        self.stream.flush()
        self.length = 0 if end else len(text)

    def end(self):
        """Clears the line."""
        if self.length:
            self.write("", "")
            self.stream.write("\r")


def work(arguments):
    """Does what is missing and merges; returns the number of parts that were done now."""
    number_of_parts(arguments.manifest)
    try:
        os.makedirs(arguments.dir, exist_ok=True)
    except OSError as error:
        raise DaskRunError(f"{arguments.dir}: {error.strerror}") from error
    merging = {"program": arguments.program, "force": arguments.force}
    # Before a cluster is asked: whether the program, the manifest and the place of the result fit, and what is missing.
    missing = merge(arguments.manifest, arguments.dir, arguments.out, **merging)
    if not missing:
        return 0
    written = 0
    line = ProgressLine()
    wait = arguments.wait or (None if arguments.slurm else 60)
    with connected(arguments) as (client, hopeless):
        for _ in range(ROUNDS):
            report = run(
                arguments.manifest, arguments.dir, client, numbers=missing, program=arguments.program,
                threads=arguments.threads, retries=arguments.retries, wait=wait, hopeless=hopeless, progress=line,
            )
            line.end()
            written += len(report.written)
            missing = merge(arguments.manifest, arguments.dir, arguments.out, **merging)
            if not missing:
                return written
    numbers = " ".join(map(str, missing))
    raise DaskRunError(
        f"{arguments.dir}: parts {numbers} are not here though workers did them: is this folder the same on all machines?"
    )


def main(words=None):
    """Runs the command; returns its exit code."""
    arguments = parser().parse_args(words)
    try:
        written = work(arguments)
    except DaskRunError as error:
        print(f"bayeschess-dask: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("bayeschess-dask: stopped; the same command does the rest", file=sys.stderr)
        return 130
    count = number_of_parts(arguments.manifest)
    print(f"{count} parts merged into {arguments.out}, {written} of them done now")
    return 0


