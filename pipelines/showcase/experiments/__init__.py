"""The papers' experiments, and ours, on real data, by one command: tables and pictures for the documentation."""

from __future__ import annotations

import importlib
from pathlib import Path

from setrisk.errors import BadInput
from setrisk.pipelines.common.progress import Progress, ignore_progress
from setrisk.pipelines.database.connect import connect
from setrisk.pipelines.showcase import charts

_TEXTS = ("medical-abstracts", "ohsumed", "reuters", "glove", "wordsim")
# The folders of data that the experiments of each family need; they are in the module and function of its name.
_FOLDERS = {
    "assessment": ("retail", "bms-webview", "foursquare-bangkok", "nltcs", "msnbc"),
    "semantics": _TEXTS,
    "generalisation": _TEXTS,
    "disassociation": _TEXTS,
    "cover": ("retail", "bms-webview", "msnbc", "disease-symptom", *_TEXTS),
    "protection": ("retail", "bms-webview", "msnbc", "disease-symptom", *_TEXTS),
    "serial": ("bms-webview",),
    "synthesis": ("nltcs", "msnbc", "bms-webview", "retail"),
    "uncertainty": ("retail", "bms-webview", "msnbc", "disease-symptom", *_TEXTS),
    "histogram": ("msnbc", "nltcs", "foursquare-bangkok"),
}


def reproduce(
    family: str, *, data: str | Path, out: str | Path = "results", progress: Progress = ignore_progress
) -> list[Path]:
    """Run experiments on the real data sets, and write tables and pictures.

    Args:
        family: `assessment` (the fraction of people whom 1 to 10 known items single out), `semantics` (scores against
            human judgement, THESIS 3.2), `generalisation` (recall, precision and F against k, density and
            threshold, on dense records, and if only words that WordNet calls alike are generalised together, which is
            left out without WordNet's files in /usr/share/wordnet; how sure eliminations are; and run time against the
            size of a table, CONTEXT Figures 13 to 16, THESIS Figures 5.12 to 5.15),
            `disassociation` (accuracy, breakages and Word Mover's Distance against k, density and cluster size,
            DISASSOC Figures 2 to 4), `serial` (records at risk, counterfeits, query errors and run time against sample
            size, repeat rate and r_th, SANONY Figures 6 to 9) or `histogram` (probability of attribute linkage, query
            errors and run time against epsilon, thresholds and occurrences, APL Figures 3 to 5 and 7 to 11; an hour or
            more, on all cores), `cover` (what chunks tell for certain, and what its repair costs),
            `protection` (what releases that protect every pair cost, and give away), `synthesis` (what
            noisy histograms and synthetic records keep of narrow and wide data), or `uncertainty` (what is left if
            no sensitive item may be inferred with a confidence above 50 %). In Python, a script that calls it needs
            `if __name__ == "__main__"`.
        data: the folder of the data sets, with medical-abstracts, ohsumed, reuters, glove and wordsim in it; for
            `serial` bms-webview, for `histogram` msnbc, nltcs and foursquare-bangkok, for `assessment` all of these and
            retail; for `synthesis` nltcs, msnbc, bms-webview and retail; for `cover`, `protection` and `uncertainty`
            retail, bms-webview, msnbc and disease-symptom, too.
        out: the folder for the results, made if there is none.
        progress: called with each step.

    Returns:
        The files written.

    Raises:
        BadInput: no such family, or a data file is missing.
        MissingExtra: `setrisk[text]`, `setrisk[plot]` or `setrisk[wmd]` is not installed.
    """
    if family not in _FOLDERS:
        raise BadInput(f"there are no experiments for {family!r}; there are {', '.join(_FOLDERS)}")
    data, out = Path(data), Path(out)
    for name in _FOLDERS[family]:
        if not (data / name).is_dir():
            raise BadInput(f"{data}: has no folder {name}")
    # Some run for hours before they draw.
    charts.require_libraries()
    out.mkdir(parents=True, exist_ok=True)
    # Imported late, because numpy and pandas take longer to import than most commands run.
    run = getattr(importlib.import_module(f"{__name__}.{family}"), family)
    con = connect()
    try:
        return list(run(con, data, out, progress))
    finally:
        con.close()
