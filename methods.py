"""The methods, each a frozen dataclass whose fields are its parameters: `setrisk.methods.Coat(k=5)`."""

# In the order in which help lists them. Each module lists its methods in `__all__`, which type checkers and IDEs read.
# isort: off
from setrisk.pipelines.generalisation.methods import *  # noqa: F403
from setrisk.pipelines.disassociation.methods import *  # noqa: F403
from setrisk.pipelines.serial.methods import *  # noqa: F403
from setrisk.pipelines.uncertainty.methods import *  # noqa: F403
from setrisk.pipelines.histogram.methods import *  # noqa: F403

# isort: on
# A name that is imported as itself belongs to this module for type checkers.
from setrisk.pipelines.methods.attack_run import AttackRun as AttackRun
from setrisk.pipelines.methods.description import METHODS as METHODS
from setrisk.pipelines.methods.description import AttackMethod as AttackMethod
from setrisk.pipelines.methods.description import Guess as Guess
from setrisk.pipelines.methods.description import Method as Method
from setrisk.pipelines.methods.description import ReleaseMethod as ReleaseMethod
from setrisk.pipelines.methods.families import FAMILIES as FAMILIES
from setrisk.pipelines.methods.families import Family as Family
from setrisk.pipelines.methods.made import Made as Made
from setrisk.pipelines.methods.parameters import Itemsets as Itemsets
from setrisk.pipelines.methods.parameters import Parameter as Parameter
from setrisk.pipelines.methods.parameters import parameter as parameter
