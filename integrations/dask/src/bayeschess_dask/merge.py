"""Summing the parts, by the program itself."""

import json
import os
import subprocess

from .errors import DaskRunError
from .worker import last_sentence


def merge(manifest, folder, out, *, program=None, force=False):
    """Sums the parts in ``folder`` into ``out``; returns the numbers of the parts that are missing or damaged.

    If there are such parts nothing is written.
    """
    command = [program or os.environ.get("BAYESCHESS") or "bayeschess", "shard", "merge", str(manifest)]
    command += ["--dir", str(folder), "--out", str(out), "--json"] + (["--force"] if force else [])
    try:
        ended = subprocess.run(command, capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL)
    except OSError as error:
        raise DaskRunError(f"{command[0]}: {error.strerror}; name the program with --program or BAYESCHESS") from error
    if ended.returncode in (0, 1):
        try:
            return json.loads(ended.stdout)["missing"]
        except (ValueError, KeyError, TypeError) as error:
            raise DaskRunError(f"{command[0]}: this is not the program that plans and merges parts") from error
    raise DaskRunError(last_sentence(ended.stderr.strip()) or f"{command[0]}: 'shard merge' ended with exit code {ended.returncode}")
