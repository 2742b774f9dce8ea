"""Work in other processes: a pool of workers, and a bounded stream of results."""

from app.jobs.pool import Abandoned, WorkerDied, WorkerPool, WorkTimedOut
from app.jobs.spread import spread

__all__ = ["Abandoned", "WorkTimedOut", "WorkerDied", "WorkerPool", "spread"]
