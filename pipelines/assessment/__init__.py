"""One risk that means the same for every release: what an adversary gains by it about people who are in it."""

from setrisk.pipelines.assessment.assess import assess

__all__ = ["assess"]
