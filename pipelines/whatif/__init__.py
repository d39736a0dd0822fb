"""What if: releases of one data set by several methods and parameters, made, attacked and measured on a copy of the
database, so that nothing of them stays but the numbers.
"""

from setrisk.pipelines.whatif.trying import recommend, whatif

__all__ = ["recommend", "whatif"]
