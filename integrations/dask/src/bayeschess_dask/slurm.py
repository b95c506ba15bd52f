"""Workers as Slurm jobs, where a refused job is noticed."""

from dask_jobqueue import SLURMCluster
from dask_jobqueue.slurm import SLURMJob
from distributed.deploy.spec import ProcessInterface


class Submissions:
    """How the submissions of jobs ended."""

    def __init__(self):
        self.accepted = 0
        # The last sentence of sbatch about a job that it did not take.
        self.refusal = None

    def hopeless(self):
        """Returns why no worker will ever come, or None while one may."""
        if self.refusal is None or self.accepted:
            return None
        return f"sbatch takes no job: {self.refusal}"


def slurm_cluster(values, submissions):
    """Starts a SLURMCluster with the arguments ``values``, which tells ``submissions`` of each job.

    dask_jobqueue only logs that a job was refused, and waits for its workers without end.
    """

    class WatchedJob(SLURMJob):
        async def start(self):
            try:
                await super().start()
                submissions.accepted += 1
            except (OSError, RuntimeError) as error:
                # Not raised again: it would be written as a traceback, and the cluster could not be closed.
                submissions.refusal = reason_of(error)
                await ProcessInterface.start(self)

        async def close(self):
            await super().close()
            await ProcessInterface.close(self)

    class WatchedCluster(SLURMCluster):
        job_cls = WatchedJob

    return WatchedCluster(**values)


def reason_of(error):
    """Returns the last sentence that sbatch wrote, from the error of dask_jobqueue that quotes it."""
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    _, _, written = str(error).rpartition("stderr:")
    lines = [line.strip() for line in written.splitlines() if line.strip()]
    return lines[-1].removeprefix("sbatch: ").removeprefix("error: ") if lines else "it gave no reason"
