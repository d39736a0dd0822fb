"""A method of one's own: the histogram as it is, under a licence. `python docs/own_method.py` makes a release by it."""

import setrisk
from setrisk.methods import Made, ReleaseMethod, parameter


def make_licensed_release(con, dataset, release, arguments, progress):
    """Write the release as `identity` does, and publish the licence among its parameters."""
    identity = setrisk.methods.Identity.method
    made = identity.run(con, dataset, release, {}, progress)
    return Made({"licence": arguments["licence"]}, made.marks, made.summary)


class Licensed(
    ReleaseMethod,
    name="licensed",
    family="histogram",
    run=make_licensed_release,
    paper="our own",
    promise="Nothing: it shows the data as they are, under {licence}.",
):
    """The histogram as it is, under a licence."""

    licence: str = parameter("what readers may do with it", default="CC0")


if __name__ == "__main__":
    with setrisk.connect() as con:
        setrisk.load(con, "baskets", con.sql("SELECT ['bread', 'milk'] AS items FROM range(9)"))
        setrisk.protect(con, "baskets", "open", Licensed(licence="CC BY 4.0"))
        print(con.sql("SELECT r.method, r.parameters FROM setrisk.release AS r").fetchall())
