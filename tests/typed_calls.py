"""Calls that type checkers accept, and calls that they refuse: `make lint` runs mypy on this file.

mypy reports an `ignore` that it has no use for, so each of them says that the call is refused, and why.
"""

import setrisk

con = setrisk.connect(":memory:")

setrisk.load(con, "baskets", "retail.dat", format="fimi")
setrisk.load(con, "baskets", "retail.dat", format="magic")  # type: ignore[arg-type]

setrisk.protect(con, "baskets", "r1", "coat", k=5, privacy_constraints=[["bread", "milk"]], seed=None)
setrisk.protect(con, "baskets", "r1", setrisk.methods.Coat(k=5), replace=True)
setrisk.protect(con, "baskets", "r1", "coat", k="5")  # type: ignore[arg-type]
setrisk.protect(con, "baskets", "r1", "coat", kay=5)  # type: ignore[call-arg]
setrisk.methods.Coat(k="5")  # type: ignore[arg-type]
setrisk.methods.Coat(k=5, kay=5)  # type: ignore[call-arg]

setrisk.attack(con, "r1", method=["ra", "mda"], draws=20, labelled=False)
setrisk.attack(con, "r1", draws=0.5)  # type: ignore[arg-type]
setrisk.attack(con, "r1", drawn=20)  # type: ignore[call-arg]

setrisk.audit("diffpart", epsilon=1, seed=1)
setrisk.audit(setrisk.methods.DiffPart(epsilon=1, c1=0.5), releases=1000)
setrisk.audit("diffpart")  # type: ignore[call-overload]
setrisk.audit("diffpart", epsilon="1")  # type: ignore[call-overload]
setrisk.audit(setrisk.methods.DiffPart(epsilon=1), epsilon=1)  # type: ignore[call-overload]
setrisk.audit(setrisk.methods.AttributeLinkage())  # type: ignore[call-overload]

form: setrisk.Format = "fimi"
setrisk.load(con, "baskets", "retail.dat", format=form)
setrisk.load(con, "baskets", "retail.dat", format="fimmi")  # type: ignore[arg-type]

setrisk.whatif(con, "baskets", method="disassociation", k=[2, 3], m=range(1, 3), seed=1, refine=[True, False])
setrisk.whatif(con, "baskets", method=["anony", "aplkiller"], r_th="2..6", epsilon="0.1,0.5", sensitive=["HIV"])
setrisk.whatif(con, "baskets", k={2, 3})  # type: ignore[arg-type]
setrisk.whatif(con, "baskets", kay=[2, 3])  # type: ignore[call-arg]
