"""The papers' experiments on real data, by one command: tables and pictures for the documentation."""

from __future__ import annotations

from pathlib import Path

from setrisk.errors import BadInput
from setrisk.pipelines.common.progress import Progress, silent
from setrisk.pipelines.database.connect import connect
from setrisk.pipelines.showcase.experiments import histogram, serial, texts
from setrisk.pipelines.showcase.experiments.disassociation import disassociation
from setrisk.pipelines.showcase.experiments.generalisation import generalisation
from setrisk.pipelines.showcase.experiments.semantics import semantics

# Of each family: what runs, and the folders of data that it needs.
_EXPERIMENTS = {
    "semantics": (semantics, texts.FOLDERS),
    "generalisation": (generalisation, texts.FOLDERS),
    "disassociation": (disassociation, texts.FOLDERS),
    "serial": (serial.serial, serial.FOLDERS),
    "histogram": (histogram.histogram, histogram.FOLDERS),
}


def reproduce(family: str, data: str | Path, out: str | Path, *, progress: Progress = silent) -> list[Path]:
    """Run the experiments of a family on the real data sets and write tables and pictures.

    Args:
        family: `semantics` (scores against human judgement, THESIS 3.2), `generalisation` (recall, precision and F
            against k, CONTEXT Figure 13), `disassociation` (accuracy, breakages and Word Mover's Distance against k,
            density and cluster size, DISASSOC Figures 2 to 4), `serial` (records at risk, counterfeits, query errors
            and run time against sample size, repeat rate and r_th, SANONY Figures 6 to 9) or `histogram` (probability
            of attribute linkage, query errors and run time against epsilon, thresholds and occurrences, APL Figures 3
            to 5 and 7 to 11; an hour or more, on all cores: a script that calls it needs `if __name__ == "__main__"`).
        data: the folder of the data sets, with medical-abstracts, ohsumed, reuters, glove and wordsim in it; for
            `serial` bms-webview, for `histogram` msnbc, nltcs and foursquare-bangkok.
        out: the folder for the results, made where there is none.
        progress: called with each step.

    Returns:
        The files written.

    Raises:
        BadInput: no such family, or a data file is missing.
        MissingExtra: `setrisk[text]`, `setrisk[plot]` or `setrisk[wmd]` is not installed.
    """
    if family not in _EXPERIMENTS:
        raise BadInput(f"there are no experiments for {family!r}; there are {', '.join(_EXPERIMENTS)}")
    data, out = Path(data), Path(out)
    run, folders = _EXPERIMENTS[family]
    for name in folders:
        if not (data / name).is_dir():
            raise BadInput(f"{data}: has no folder {name}")
    out.mkdir(parents=True, exist_ok=True)
    con = connect()
    try:
        return run(con, data, out, progress)
    finally:
        con.close()
