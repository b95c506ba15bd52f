"""Whatever happens to workers, scheduler and parts: the table of one process, or a sentence."""

import contextlib
import os
import random
import re
import socket
import subprocess
import sys
import threading

import pytest
from distributed import Client, LocalCluster

import bayeschess_dask
from bayeschess_dask import DaskRunError, command
from conftest import PARTS, wait_until


@pytest.fixture(scope="module")
def two_workers():
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local, Client(local) as client:
        yield client


def merged(work, client, **options):
    report = bayeschess_dask.run(work.manifest, work.parts, client, program=work.program, **options)
    assert bayeschess_dask.merge(work.manifest, work.parts, work.out) == []
    assert work.content_hash() == work.expected
    return report


def test_two_workers_give_the_table_of_one_process(work, two_workers):
    heard = []
    report = merged(work, two_workers, progress=lambda report, workers, _: heard.append((report.done, workers)))
    assert sorted(report.written) == list(range(PARTS))
    assert heard[-1] == (PARTS, 2)
    work.assert_nothing_but_parts()
    # The same call again does nothing.
    again = bayeschess_dask.run(work.manifest, work.parts, two_workers, program=work.program)
    assert (again.written, sorted(again.already_there)) == ([], list(range(PARTS)))


def test_a_part_twice_and_a_part_damaged(work, two_workers):
    report = bayeschess_dask.run(
        work.manifest, work.parts, two_workers, numbers=[0, 1, 2], program=work.program
    )
    assert report.done == 3
    # Two workers do the same part at the same time.
    twice = [
        subprocess.Popen([work.program, "shard", "run", work.manifest, "3", "--dir", work.parts], stdout=subprocess.DEVNULL)
        for _ in range(2)
    ]
    assert [process.wait() for process in twice] == [0, 0]
    part = next(path for path in work.parts.iterdir() if "-000001-" in path.name)
    content = bytearray(part.read_bytes())
    content[len(content) // 2] ^= 1
    part.write_bytes(content)
    (work.parts / "notes.txt").write_text("a user's")
    assert bayeschess_dask.merge(work.manifest, work.parts, work.out) == [1, 4, 5, 6, 7]
    assert not work.out.exists()
    report = merged(work, two_workers)
    assert sorted(report.written) == [1, 4, 5, 6, 7]
    (work.parts / "notes.txt").unlink()
    work.assert_nothing_but_parts()


def test_workers_killed_at_random(work, cluster):
    draws = random.Random(3)
    for _ in range(2):
        cluster.start_worker()
    killed = 0

    def kill_one(report, _, __):
        nonlocal killed
        if report.done in (1, 3, 5) and killed < 3:
            alive = [process for process in cluster.workers if process.poll() is None]
            draws.choice(alive).kill()
            killed += 1
            cluster.start_worker()

    with Client(cluster.address, timeout=60) as client:
        merged(work, client, progress=kill_one)
    assert killed == 3


def test_the_scheduler_killed_and_started_again(work, cluster):
    cluster.start_worker()
    cluster.start_worker()
    killed = threading.Event()

    def kill_scheduler(report, _, __):
        if report.done >= 2 and not killed.is_set():
            killed.set()
            cluster.scheduler.kill()
            cluster.scheduler.wait()
            cluster.start_scheduler()
            # Workers end with their scheduler.
            cluster.start_worker()

    with Client(cluster.address, timeout=60) as client:
        merged(work, client, progress=kill_scheduler)
    assert killed.is_set()


def test_a_scheduler_that_stays_away_is_said_and_the_same_command_does_the_rest(work, cluster, capsys):
    cluster.start_worker()
    words = [work.manifest, "--dir", work.parts, "--out", work.out, "--wait", "3"]
    started = subprocess.Popen(
        [sys.executable, "-m", "bayeschess_dask", *words, "--scheduler", cluster.address],
        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
    )
    wait_until("two parts are there", lambda: work.parts.exists() and sum(n.endswith(".part") for n in work.names()) >= 2)
    cluster.stop()
    said = started.communicate(timeout=120)[1].strip().splitlines()[-1]
    assert started.returncode == 2
    assert "scheduler is gone" in said or "no worker came" in said
    assert "the same command does the rest" in said
    assert not work.out.exists()
    assert command.main([*map(str, words), "--local", "2"]) == 0
    assert work.content_hash() == work.expected


def other_version(work):
    """Copies the program with another bench signature, which is part of its version."""
    bytes_of_program = open(work.program, "rb").read()
    place = re.search(rb"modern:initial (?=\d+\nmodern:learned )", bytes_of_program).end()
    digit = bytes([bytes_of_program[place] ^ 1])
    copy = work.folder / "other-bayeschess"
    copy.write_bytes(bytes_of_program[:place] + digit + bytes_of_program[place + 1 :])
    copy.chmod(0o755)
    return str(copy)


def test_a_worker_of_another_version_gets_no_parts(work, cluster):
    other = other_version(work)
    cluster.start_worker(BAYESCHESS=other)
    cluster.start_worker(BAYESCHESS=work.program)
    said = []
    with Client(cluster.address, timeout=60) as client:
        client.wait_for_workers(2, timeout=60)
        report = bayeschess_dask.run(work.manifest, work.parts, client, progress=lambda *news: said.append(news[2]))
    assert sorted(report.written) == list(range(PARTS))
    assert bayeschess_dask.merge(work.manifest, work.parts, work.out) == []
    assert work.content_hash() == work.expected
    assert len(report.set_aside) == 1
    assert any(sentence and "the plan was made by" in sentence for sentence in said)


def test_only_workers_of_another_version_are_refused_in_a_sentence(work, two_workers):
    with pytest.raises(DaskRunError, match="no worker can do the parts: the plan was made by .*, and this is .*0 of 8 parts"):
        bayeschess_dask.run(work.manifest, work.parts, two_workers, program=other_version(work))
    assert work.names() == []


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda work: work.manifest.write_text("games = 3\n"), "not a manifest"),
        (lambda work: work.manifest.write_text(work.manifest.read_text().replace('"24"', '"26"')), "was changed"),
        (lambda work: work.manifest.unlink(), "No such file"),
        (lambda work: work.out.write_text("mine"), "the file exists"),
        (lambda work: work.parts.write_text("mine"), "parts"),
    ],
)
def test_what_cannot_be_done_is_said_before_a_cluster_is_asked(work, change, sentence, capsys, monkeypatch):
    monkeypatch.setattr(command, "connected", lambda _: pytest.fail("a cluster was asked"))
    change(work)
    before = sorted(work.folder.rglob("*"))
    words = [work.manifest, "--dir", work.parts, "--out", work.out, "--local", "2"]
    assert command.main(list(map(str, words))) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1, said
    assert [path for path in sorted(work.folder.rglob("*")) if path != work.parts] == [
        path for path in before if path != work.parts
    ]


def test_a_program_that_is_missing_or_another_one_is_said(work, two_workers):
    for program, sentence in [("no-such-program", "No such file"), ("true", "not the program")]:
        with pytest.raises(DaskRunError, match=sentence):
            bayeschess_dask.run(work.manifest, work.parts, two_workers, program=program)
        with pytest.raises(DaskRunError, match=sentence):
            bayeschess_dask.merge(work.manifest, work.parts, work.out, program=program)


def test_a_scheduler_that_cannot_be_reached_is_said(work, capsys):
    words = [work.manifest, "--dir", work.parts, "--out", work.out, "--wait", "1"]
    assert command.main([*map(str, words), "--scheduler", "tcp://127.0.0.1:9"]) == 2
    assert "the cluster cannot be reached" in capsys.readouterr().err


def test_a_program_that_is_killed_is_tried_again_and_then_given_up(work, two_workers):
    killer = work.folder / "killer"
    killer.write_text(
        f'#!/bin/sh\nif mkdir "{work.folder}/once" 2> /dev/null; then kill -9 $$; fi\nexec "{work.program}" "$@"\n'
    )
    killer.chmod(0o755)
    report = bayeschess_dask.run(work.manifest, work.parts, two_workers, program=str(killer))
    assert (report.done, report.retries) == (PARTS, 1)
    killer.write_text("#!/bin/sh\nkill -9 $$\n")
    with pytest.raises(DaskRunError, match="part 0 failed on .*killed by signal 9; 0 of 1 parts are done"):
        bayeschess_dask.run(work.manifest, work.folder / "other", two_workers, numbers=[0], program=str(killer), retries=1)


def test_settings_of_slurm_are_those_of_its_cluster():
    jobs, values = command.slurm_arguments(["jobs=3", "cores=2", "memory=4GB", "walltime=08:00:00"])
    assert (jobs, values["cores"], values["processes"], values["memory"], values["walltime"]) == (3, 2, 2, "4GB", "08:00:00")
    assert "export DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED=False" in values["job_script_prologue"]
    script = pytest.importorskip("dask_jobqueue").slurm.SLURMJob("tcp://head:8786", name="worker", **values).job_script()
    assert "#SBATCH -t 08:00:00" in script
    assert "export DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED=False" in script
    for wrong in (["cores"], ["jobs=0"], ["=3"]):
        with pytest.raises(DaskRunError):
            command.slurm_arguments(wrong)


@pytest.fixture
def usual_port_taken():
    """Takes the port of Dask's web page, unless another cluster has it already."""
    with socket.socket() as taken:
        with contextlib.suppress(OSError):
            taken.bind(("", 8787))
            taken.listen()
        yield


def test_slurm_that_takes_no_job_is_one_sentence(work, usual_port_taken):
    pytest.importorskip("dask_jobqueue")
    refused = "sbatch: error: Batch job submission failed: Invalid account or account/partition combination specified"
    programs = work.folder / "programs"
    programs.mkdir()
    words = [sys.executable, "-m", "bayeschess_dask", str(work.manifest), "--dir", str(work.parts), "--out", str(work.out)]
    words += ["--slurm", "jobs=2", "cores=1", "memory=1GB"]
    for script, sentence in [
        (f"#!/bin/sh\necho 'sbatch: a warning' >&2\necho '{refused}' >&2\nexit 1\n", "Invalid account or account/partition combination specified"),
        ("#!/bin/sh\nexit 3\n", "it gave no reason"),
        (None, "No such file or directory"),
    ]:
        sbatch = programs / "sbatch"
        sbatch.unlink(missing_ok=True)
        if script:
            sbatch.write_text(script)
            sbatch.chmod(0o755)
        environment = {**os.environ, "PATH": str(programs)}
        ended = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=100)
        assert (ended.returncode, ended.stdout) == (2, ""), ended.stderr
        [said] = [line for line in ended.stderr.splitlines() if line.strip()]
        assert said.startswith("bayeschess-dask: sbatch takes no job: "), said
        assert said.endswith(f"{sentence}; 0 of {PARTS} parts are done, and the same command does the rest"), said
    assert work.names() == []
