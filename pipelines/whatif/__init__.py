"""What if: make releases of one data set by several methods and parameters on a copy of the database, attack and
measure them, and keep only the numbers.
"""

from setrisk.pipelines.whatif.recommend import recommend
from setrisk.pipelines.whatif.run_grid import whatif

__all__ = ["recommend", "whatif"]
