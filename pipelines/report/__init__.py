"""The report: one HTML file that says of a release, a series or a what-if grid what was found, and by which SQL."""

from setrisk.pipelines.report.write import report

__all__ = ["report"]
