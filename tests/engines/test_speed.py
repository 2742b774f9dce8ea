"""Expected speed against what others published and measured; what a measurement corrects."""

from dataclasses import replace
from pathlib import Path

import pytest
import rebuilt
from rig import GIB, rtx3090, v100

from app.domain.board_fit import Card, Fit, Speed
from app.engines.fit import Wish, fit_cards, fit_memory
from app.engines.gguf_facts import ModelShape, read_shape
from app.engines.speed import (
    Calibration,
    bandwidth_of,
    calibrate,
    calibration_of,
    expected_speed,
    keep_calibration,
    read_calibrations,
    said_speed,
)

FOUR = [v100(n) for n in (6, 7, 10, 11)]


def shape_of(folder: Path, model: rebuilt.Model, **types: object) -> ModelShape:
    return read_shape(rebuilt.write_head(folder / "m.gguf", model, **types))  # type: ignore[arg-type]


def fitted(shape: ModelShape, cards: list[Card], context: int = 32768) -> tuple[Fit, Speed]:
    fit = fit_cards(shape, cards, Wish(context))
    speed = expected_speed(shape, fit, cards, 40.0)
    assert speed is not None
    return fit, speed


@pytest.mark.parametrize(
    ("model", "cards", "low", "high"),
    [
        (rebuilt.QWEN_122B, FOUR, 49, 54),  # about 50 was reported
        (rebuilt.GEMMA_26B, [v100(2), v100(3, 16)], 99, 112),  # about 113
        (rebuilt.QWEN_27B, [v100(0), v100(1)], 21, 22),  # 20 to 28
    ],
)
def test_the_published_figures(tmp_path: Path, model: rebuilt.Model, cards: list[Card], low: int, high: int) -> None:
    _, speed = fitted(shape_of(tmp_path, model), cards)
    assert (round(speed.low), round(speed.high)) == (low, high)
    assert not speed.measured


def test_35b_in_four_bits_at_16k(tmp_path: Path) -> None:
    """112 to 136 reckoned, 98.8 measured on one V100 (ebongard/renfield#1267)."""
    shape = shape_of(tmp_path, rebuilt.QWEN_35B, kind=rebuilt.Q4_K, head=rebuilt.Q6_K)
    cards = [v100(0)]
    speed = expected_speed(shape, fit_cards(shape, cards, Wish(16384)), cards, 40.0)
    assert speed is not None
    assert 105 <= speed.full <= 120
    assert speed.high <= 150


def test_a_slow_model_is_marked_and_never_forbidden(tmp_path: Path) -> None:
    shape = shape_of(tmp_path, rebuilt.QWEN_27B)
    _, speed = fitted(shape, [v100(0), v100(1)])
    assert speed.below_floor
    assert said_speed(speed, shape) == "dense 27B on this board: about 21 tokens a second; floor 40"


def test_what_is_said_of_a_fast_one(tmp_path: Path) -> None:
    shape = shape_of(tmp_path, rebuilt.QWEN_122B)
    _, speed = fitted(shape, FOUR)
    assert said_speed(speed, shape) == "49 to 54 tokens a second"
    slow = replace(speed, floor=60.0)
    assert said_speed(slow, shape) == "122B-A10B on this board: 49 to 54 tokens a second; floor 60"


def test_a_full_context_is_slower(tmp_path: Path) -> None:
    """On a V100 each step also writes a quantised cache out; newer cards read it as it is."""
    shape = shape_of(tmp_path, rebuilt.QWEN_27B)
    fit, speed = fitted(shape, [v100(0), v100(1)], 131072)
    assert speed.full < 0.8 * speed.low
    from app.domain.board import KvType

    quantised = replace(fit, kv=KvType.Q8_0)
    volta = expected_speed(shape, quantised, [v100(0), v100(1)], 40.0)
    cards = [replace(v100(0), capability=(8, 6)), replace(v100(1), capability=(8, 6))]
    newer = expected_speed(shape, quantised, cards, 40.0)
    assert volta is not None
    assert newer is not None
    assert volta.full < speed.full < newer.full
    assert volta.low == newer.low


def test_mixed_bandwidths_count_by_what_lies_on_each(tmp_path: Path) -> None:
    """One card works at a time: two equal halves on 900 and 450 GB/s take as long as 600."""
    shape = shape_of(tmp_path, rebuilt.QWEN_27B)
    fast, slow = replace(v100(0), bandwidth=900e9), replace(v100(1), bandwidth=450e9)
    fit, _ = fitted(shape, [fast, slow])
    both = expected_speed(shape, fit, [fast, slow], 40.0)
    alike = expected_speed(shape, fit, [replace(fast, bandwidth=600e9), replace(slow, bandwidth=600e9)], 40.0)
    assert both is not None
    assert alike is not None
    assert both.low == pytest.approx(alike.low, rel=0.03)


def test_the_bandwidth_of_cards() -> None:
    assert bandwidth_of(v100(0)) == 900e9
    assert bandwidth_of(rtx3090(0)) == 936e9
    assert bandwidth_of(replace(rtx3090(0), bandwidth=935e9)) == 935e9
    assert bandwidth_of(replace(rtx3090(0), name="NVIDIA H200")) == 4800e9
    assert bandwidth_of(replace(rtx3090(0), name="Somebody's Card")) is None


def test_unknown_memory_has_no_speed_until_it_is_measured(tmp_path: Path) -> None:
    shape = shape_of(tmp_path, rebuilt.QWEN_9B)
    fit = fit_memory(shape, 32 * GIB, Wish(8192))
    assert expected_speed(shape, fit, (), 40.0) is None
    known = calibrate("cpu", (), shape, fit, (), measured=4.0, filled=100)
    speed = expected_speed(shape, fit, (), 40.0, known)
    assert speed is not None
    assert speed.measured
    assert speed.low == speed.high == pytest.approx(4.0, rel=0.001)
    stranger = [replace(v100(0), name="Somebody's Card")]
    assert expected_speed(shape, fit_cards(shape, stranger, Wish(8192)), stranger, 40.0) is None


@pytest.mark.parametrize("measured", [30.0, 50.0, 52.5])
def test_a_measurement_is_given_back(tmp_path: Path, measured: float) -> None:
    shape = shape_of(tmp_path, rebuilt.QWEN_122B)
    fit, _ = fitted(shape, FOUR)
    known = calibrate("B", ("6", "7", "10", "11"), shape, fit, FOUR, measured, filled=0)
    assert known.bandwidth is None
    speed = expected_speed(shape, fit, FOUR, 40.0, known)
    assert speed is not None
    assert speed.low == speed.high == pytest.approx(measured)
    assert speed.full < measured


def test_a_board_faster_than_its_data_sheet(tmp_path: Path) -> None:
    shape = shape_of(tmp_path, rebuilt.QWEN_27B)
    fit, _ = fitted(shape, [v100(0), v100(1)])
    known = calibrate("x", ("0", "1"), shape, fit, [v100(0), v100(1)], measured=31.0, filled=0)
    assert known.layer_seconds == 0.0
    speed = expected_speed(shape, fit, [v100(0), v100(1)], 40.0, known)
    assert speed is not None
    assert speed.low == pytest.approx(31.0)


def test_measurements_are_kept_by_board_and_cards(tmp_path: Path) -> None:
    one, two = Calibration("A", ("4", "5"), 0.000131), Calibration("cpu", (), 0.0, 41.5e9)
    for known in (one, two, replace(one, layer_seconds=0.00012)):
        keep_calibration(tmp_path, known)
    assert read_calibrations(tmp_path) == {"A": replace(one, layer_seconds=0.00012), "cpu": two}
    assert calibration_of(tmp_path, "cpu", ()) == two
    assert calibration_of(tmp_path, "A", ("4", "8")) is None  # other cards: it says nothing
    assert calibration_of(tmp_path, "B", ()) is None


@pytest.mark.parametrize("text", ["", "{", "[]", '{"A": 1}', '{"A": {"cards": [], "layer_seconds": "x"}}', "null"])
def test_a_damaged_file_says_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "calibrations.json").write_text(text)
    assert read_calibrations(tmp_path) == {}
    keep_calibration(tmp_path, Calibration("A", ("0",), 0.0001))
    assert list(read_calibrations(tmp_path)) == ["A"]
