"""What a worker does: it starts the program for one part and says how that ended.

Sent to the workers by value, so that they need Dask and the program, and not this package.
"""

import json
import os
import subprocess
import tempfile
import threading


def do_part(manifest, number, folder, program, working_folder, threads):
    """Does one part; returns how it ended, the program's last sentence, and on which worker that was.

    ``end`` is ``done``, ``refused`` (the program or its inputs do not fit: another worker may), ``failed`` (worth another try) or
    ``stopped``.
    """
    from distributed import get_worker

    worker = get_worker()

    def ended(end, sentence=""):
        return {"end": end, "sentence": sentence, "worker": worker.address}

    command = [program or os.environ.get("BAYESCHESS") or "bayeschess", "shard", "run", manifest, str(number)]
    command += ["--dir", folder, "--threads", str(threads), "--json"]
    if not os.path.isdir(working_folder):
        return ended("refused", f"{working_folder}: there is no such folder on {worker.address}")
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        try:
            process = subprocess.Popen(
                command, cwd=working_folder, stdin=subprocess.DEVNULL, stdout=output, stderr=errors
            )
        except OSError as error:
            return ended("refused", f"{command[0]}: {error.strerror} on {worker.address}")
        try:
            wait_while_wanted(process, worker)
        finally:
            # The program keeps nothing of a part that is stopped.
            if process.poll() is None:
                process.terminate()
                process.wait()
        output.seek(0)
        errors.seek(0)
        answer = output.read().decode(errors="replace")
        said = errors.read().decode(errors="replace").strip()
    if process.returncode == 0:
        try:
            return ended("done", json.loads(answer)["state"])
        except (ValueError, KeyError, TypeError):
            return ended("refused", f"{command[0]}: this is not the program that plans and does parts")
    if process.returncode == 2:
        return ended("refused", last_sentence(said) or "the program gave no reason")
    if process.returncode < 0:
        return ended("failed", f"the program was killed by signal {-process.returncode}")
    return ended("stopped" if process.returncode == 130 else "failed", last_sentence(said) or f"exit code {process.returncode}")


def last_sentence(said):
    """Returns the last line of what the program said, without its name."""
    return said.rsplit("\n", 1)[-1].removeprefix("bayeschess: ")


def wait_while_wanted(process, worker):
    """Waits for the end of a process, as long as the worker lives and its task is wanted."""
    # Wakes at once when the program ends, on every system.
    watcher = threading.Thread(target=process.wait, daemon=True)
    watcher.start()
    while watcher.is_alive():
        try:
            task = worker.get_current_task()
            state = worker.state.tasks[task].state
        except (AttributeError, KeyError, ValueError):
            return
        if state == "cancelled" or worker.status.name in ("closing", "closing_gracefully", "closed", "failed"):
            return
        watcher.join(0.5)
