"""Releases in chunks, and grids, from end to end."""

import json

from tests.support.command_line import succeeded


def test_a_release_in_chunks_from_end_to_end(run, working_folder):
    made = succeeded(run("protect my.duckdb baskets chunks --method disassociation --k 3 --max-cluster-size k^2")).text
    assert "clusters of" in made
    assert "chunk" in succeeded(run("attack my.duckdb chunks --rows 3")).text
    attacked = "attack my.duckdb chunks --method random,mra --anchors 1 --seed 4 --format json"
    assert {row["attack"] for row in json.loads(succeeded(run(attacked)).text)} == {
        "random:self:anchors=1:seed=4",
        "mra:self:anchors=1",
    }
    assert "aba:self" in succeeded(run("evaluate my.duckdb chunks --draws 2 --format csv")).text
    assert succeeded(run("risk my.duckdb chunks --rows 3")).output
    files = run("export my.duckdb chunks chunks_published --anyway").text
    assert "chunk_record.parquet" in files
    assert "of the family disassociation" in succeeded(run("import other.duckdb chunks chunks_published")).text


def test_a_grid_of_which_nothing_could_be_made_ends_with_one(run, working_folder):
    constraints = "--privacy-constraints all --random-constraints 0.5"
    result = run(f"whatif my.duckdb baskets --method coat --k 3,5 {constraints} --workers 1 --pairs 5 --no-assess")
    assert result.code == 1
    assert result.text.splitlines()[-1] == "none of the releases has results: see its failure"
