"""Recoding parts of the data by themselves keeps no more than generalising everywhere alike."""

from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from setrisk.udf.common.taxonomy import balanced_taxonomy
from setrisk.udf.generalisation.km import km
from tests.support import km_variants


@pytest.mark.parametrize("group_size", [2, 5])
def test_local_variants_keep_no_more_of_real_data(data: Path, group_size: int) -> None:
    """On 10,000 visits, with the taxonomy that km makes by itself: local recoding (LRA) loses more, since parts are
    small; vertical partitioning (VPA) loses as much, to some per cent. Both were to save memory.
    """
    with (data / "bms-webview" / "BMS1_spmf.txt").open() as lines:
        visits = [sorted(set(line.split()) - {"-1", "-2"}) for line in islice(lines, 10_000)]
    tids = np.repeat(np.arange(len(visits)), [len(visit) for visit in visits])
    _, items, supports = np.unique(np.concatenate(visits), return_inverse=True, return_counts=True)
    tree = balanced_taxonomy(len(supports), group_size).with_items(np.argsort(np.argsort(-supports, kind="stable")))
    given = {"taxonomy": tree, "k": 5, "m": 2}
    global_loss = km(tids, items, n_transactions=len(visits), **given).loss
    local = [km_variants.lra(tids, items, len(visits), tree, 5, 2, parts) for parts in (2, 10)]
    vertical = km_variants.vpa(tids, items, len(visits), tree, 5, 2)
    assert min(local) > 1.2 * global_loss
    assert vertical > 0.95 * global_loss
