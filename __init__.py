"""setrisk measures how safe a release of set-valued data is, in SQL, inside DuckDB.

Each function takes a DuckDB connection first and returns a DuckDB relation or a small dataclass::

    import setrisk

    con = setrisk.connect("my.duckdb")
    setrisk.load(con, "baskets", "baskets.dat", format="fimi")
    setrisk.protect(con, "baskets", "r1", setrisk.methods.Coat(k=4, random_constraints=0.05))
    setrisk.attack(con, "r1", method="rba", measure="self")
    print(setrisk.risk(con, "r1"))
"""

from setrisk import checkout, errors
from setrisk.errors import SetriskError
from setrisk.pipelines import methods
from setrisk.pipelines.attach import attach, connect
from setrisk.pipelines.dropping import drop
from setrisk.pipelines.exchange import export, import_release
from setrisk.pipelines.gate import check
from setrisk.pipelines.histogram.auditing import audit
from setrisk.pipelines.histogram.budget import budget
from setrisk.pipelines.load import load
from setrisk.pipelines.methods import METHODS, plugins
from setrisk.pipelines.notebook import show
from setrisk.pipelines.report import report
from setrisk.pipelines.run import attack, evaluate, may_publish, protect, risk, risk_summary, utility
from setrisk.pipelines.semantics import corpus, embed
from setrisk.pipelines.serial.segen import segen
from setrisk.pipelines.whatif import recommend, whatif
from setrisk.version import __version__

checkout.warn_where_it_hides_another()
plugins.load()

__all__ = [
    "METHODS",
    "SetriskError",
    "__version__",
    "attach",
    "attack",
    "audit",
    "budget",
    "check",
    "connect",
    "corpus",
    "drop",
    "embed",
    "errors",
    "evaluate",
    "export",
    "import_release",
    "load",
    "may_publish",
    "methods",
    "protect",
    "recommend",
    "report",
    "risk",
    "risk_summary",
    "segen",
    "show",
    "utility",
    "whatif",
]
