"""One risk that means the same for every release: what an adversary gains by it about people who are in it."""

from setrisk.pipelines.assessment.assess import assess
from setrisk.pipelines.assessment.membership import audit_membership

__all__ = ["assess", "audit_membership"]
