"""setrisk measures how safe a release of set-valued data is, in SQL, inside DuckDB.

Each function takes a DuckDB connection first and returns a DuckDB relation or a small dataclass::

    import setrisk

    con = setrisk.connect("my.duckdb")
    setrisk.load(con, "baskets", "baskets.dat", format="fimi")
    setrisk.protect(con, "baskets", "r1", setrisk.methods.Coat(k=4, random_constraints=0.05))
    setrisk.attack(con, "r1", method="rba", knowledge="self")
    print(setrisk.risk(con, "r1"))
"""

from setrisk import checkout, errors, methods
from setrisk.errors import (
    AlreadyExists,
    BadInput,
    BudgetExceeded,
    InfeasibleConstraint,
    MissingExtra,
    NoiseSpent,
    Refused,
    SetriskError,
    UnknownDataset,
    UnknownFormat,
    UnknownKnowledge,
    UnknownMethod,
    UnknownRelease,
    WrongVersion,
)
from setrisk.pipelines.advice import Advice, advise
from setrisk.pipelines.assessment import assess, audit_membership
from setrisk.pipelines.database.attach import attach
from setrisk.pipelines.database.connect import connect
from setrisk.pipelines.exchange.export import export
from setrisk.pipelines.exchange.import_release import import_release
from setrisk.pipelines.generalisation.calibration import calibrate
from setrisk.pipelines.histogram.audit import Audited, audit
from setrisk.pipelines.histogram.budget import budget, set_budget
from setrisk.pipelines.methods import plugins
from setrisk.pipelines.methods.description import METHODS
from setrisk.pipelines.releases.attack import attack
from setrisk.pipelines.releases.drop import drop
from setrisk.pipelines.releases.protect import Protected, protect
from setrisk.pipelines.report import report
from setrisk.pipelines.report.info import info
from setrisk.pipelines.report.notebook import Shown, show
from setrisk.pipelines.risk.evaluate import evaluate
from setrisk.pipelines.risk.gate import check
from setrisk.pipelines.risk.risk import risk, risk_summary
from setrisk.pipelines.semantics.embedding import Embedding, embed
from setrisk.pipelines.semantics.load_corpus import Corpus, load_corpus
from setrisk.pipelines.serial.may_publish import may_publish
from setrisk.pipelines.serial.sample_series import Snapshots, sample_series
from setrisk.pipelines.transactions.layout import Format
from setrisk.pipelines.transactions.load import Loaded, load
from setrisk.pipelines.transactions.profile import profile
from setrisk.pipelines.utility.utility import utility
from setrisk.pipelines.whatif import recommend, whatif
from setrisk.version import __version__

checkout.warn_if_it_hides_another()
plugins.load()

__all__ = [
    "METHODS",
    "Advice",
    "AlreadyExists",
    "Audited",
    "BadInput",
    "BudgetExceeded",
    "Corpus",
    "Embedding",
    "Format",
    "InfeasibleConstraint",
    "Loaded",
    "MissingExtra",
    "NoiseSpent",
    "Protected",
    "Refused",
    "SetriskError",
    "Shown",
    "Snapshots",
    "UnknownDataset",
    "UnknownFormat",
    "UnknownKnowledge",
    "UnknownMethod",
    "UnknownRelease",
    "WrongVersion",
    "__version__",
    "advise",
    "assess",
    "attach",
    "attack",
    "audit",
    "audit_membership",
    "budget",
    "calibrate",
    "check",
    "connect",
    "drop",
    "embed",
    "errors",
    "evaluate",
    "export",
    "import_release",
    "info",
    "load",
    "load_corpus",
    "may_publish",
    "methods",
    "profile",
    "protect",
    "recommend",
    "report",
    "risk",
    "risk_summary",
    "sample_series",
    "set_budget",
    "show",
    "utility",
    "whatif",
]
