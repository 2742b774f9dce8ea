"""What `jurat boards bench` says of a measurement: what Jurat costs, and what the server does beside llama-bench."""

from dataclasses import replace

import pytest

from app.actions.benches import BoardBench
from app.cli.benches import bench_object, bench_text
from app.engines.bench import Point
from app.engines.llama_bench import BenchFigures

POINTS = (Point(128, 300.0, 50.0, 49.0, 192), Point(512, 280.0, 48.0, 47.0, 576))
BENCH = BoardBench("A", "m", POINTS, None, 40.0, calibrated=False, own=BenchFigures(310.0, 56.0, 128))


def test_the_two_costs_are_told_apart() -> None:
    """llama-bench writes 56, the server by its own count 50, and 49 arrive."""
    found = bench_object(BENCH)
    assert found["cost"] == pytest.approx(1 - 49 / 56)
    assert found["own_cost"] == pytest.approx(0.02)
    said = bench_text(BENCH)
    assert "writes 56.0 with 128 tokens before; the board is 12.5 % behind it" in said
    assert "Jurat adds 2.0 % to what the server counts." in said


def test_a_server_that_counts_nothing_has_no_cost_of_its_own() -> None:
    bare = replace(BENCH, points=(Point(128, None, None, 49.0, 192),), own=None)
    assert (bench_object(bare)["cost"], bench_object(bare)["own_cost"]) == (None, None)
    assert "%" not in bench_text(bare)
