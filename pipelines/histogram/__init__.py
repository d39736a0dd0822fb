"""The family histogram: distinct itemsets with how often they occur, noisy or as they are."""

from setrisk.pipelines.histogram.identity import identity_release
from setrisk.pipelines.histogram.linkage import link_release
from setrisk.pipelines.histogram.noisy import MOST_C, aplkiller_release, diffpart_release, privbayes_release

__all__ = ["MOST_C", "aplkiller_release", "diffpart_release", "identity_release", "link_release", "privbayes_release"]
