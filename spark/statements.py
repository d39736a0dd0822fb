"""What setrisk's statements would write, as frames of Spark's."""

from __future__ import annotations

import re
import secrets
from dataclasses import replace
from typing import TYPE_CHECKING

from setrisk.pipelines.common.quoting import literal
from setrisk.spark.relations import run_steps
from setrisk.sql import Relation, relations, statement
from setrisk.sql.compiler.compose import compose

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_INSERT = re.compile(r"\s*INSERT INTO \S+ BY NAME\s")


def rows_to_insert(session: SparkSession, name: str, release: DataFrame) -> DataFrame:
    """The rows that a statement would insert for a release which the catalog does not have yet.

    Args:
        session: an attached session.
        name: topic and name of a statement of one INSERT whose only parameter is the release.
        release: the row of the release, with the columns of the table.
    """
    inserting = statement(name)
    (text,) = inserting.texts
    query = Relation(
        inserting.path, replace(inserting.header, name=inserting.path.stem), _INSERT.sub("", text, count=1)
    )
    ((named,),) = release.select("release").collect()
    view = f"_setrisk_release_{secrets.token_hex(4)}"
    release.createOrReplaceTempView(view)
    try:
        composed = compose(query, {"release": literal(named)}, {each.name: each for each in relations()})
        return run_steps(session, composed, instead={"release": view})
    finally:
        session.catalog.dropTempView(view)
