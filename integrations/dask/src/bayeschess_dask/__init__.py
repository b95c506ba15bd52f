"""Starts the parts of ``bayeschess shard plan`` on a Dask cluster and merges them.

The cluster starts programs and nothing else: what is counted, and that nothing is counted twice, is the program's own work. So a
part may be done twice, in any order, on any machine, and workers or the scheduler may die at any moment.

All machines see one folder with the manifest, the files that its command reads, and the parts.
"""

from .errors import DaskRunError
from .manifest import number_of_parts
from .merge import merge
from .parts import Report, run

__all__ = ["DaskRunError", "Report", "merge", "number_of_parts", "run"]
