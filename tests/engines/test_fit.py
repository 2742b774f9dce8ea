from dataclasses import replace
from pathlib import Path

import pytest
import rebuilt
from rig import GIB, rtx3090, v100

from app.domain.board import KvType
from app.domain.board_fit import FitVerdict
from app.engines.fit import Wish, fit_cards, fit_memory
from app.engines.gguf_facts import ModelShape, read_shape
from app.engines.layer_split import split_layers

FOUR = [v100(n) for n in (6, 7, 10, 11)]


@pytest.fixture(scope="module")
def shapes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ModelShape]:
    folder = tmp_path_factory.mktemp("heads")
    models = {"35B": rebuilt.QWEN_35B, "122B": rebuilt.QWEN_122B, "27B": rebuilt.QWEN_27B, "9B": rebuilt.QWEN_9B}
    models |= {"gemma": rebuilt.GEMMA_26B}
    return {name: read_shape(rebuilt.write_head(folder / f"{name}.gguf", model)) for name, model in models.items()}


def test_the_published_sizes(shapes: dict[str, ModelShape]) -> None:
    """The names' own figures; 122B-A10B counts the embedding of 0.77B among its active ones."""
    found = {name: (round(s.total_params / 1e9, 1), round(s.active_params / 1e9, 1)) for name, s in shapes.items()}
    assert found["122B"] == (122.1, 9.0)
    assert found["35B"] == (34.7, 2.9)
    assert found["gemma"] == (25.2, 3.8)
    assert [s.dense for s in shapes.values()] == [False, False, True, True, False]
    assert sum(shapes["122B"].weights) / GIB + 2 * 0.755 == pytest.approx(120.8, abs=0.06)
    assert [s.label for s in shapes.values()] == ["35B-A3B", "122B-A10B", "27B", "9B", "25B-A4B"]
    assert shapes["122B"].size == "122.1B parameters, 9.0B active"
    assert shapes["27B"].size == "26.9B parameters, dense"


def test_122b_on_four_v100_is_tight_and_lies_as_worked_out(shapes: dict[str, ModelShape]) -> None:
    """An equal split would put 13 layers on the first card: 32.3 GiB of 31.7. The last 13 are 12 and the head."""
    fit = fit_cards(shapes["122B"], FOUR, Wish(32768))
    assert (fit.verdict, fit.kv, fit.batch, fit.split) == (FitVerdict.TIGHT, KvType.F16, 256, "layer")
    assert fit.layers == (12, 12, 12, 13)
    assert sum(fit.layers) == 48 + 1
    assert fit.reason.startswith("Tight: card 11 keeps 0.1 GiB of 31.7 GiB free.")
    assert "256 tokens at a time" in fit.reason
    head = shapes["122B"].head
    assert [share.weights for share in fit.shares] == [
        sum(shapes["122B"].weights[n : n + 12]) + (head if n == 36 else 0) for n in (0, 12, 24, 36)
    ]


def test_a_server_that_keeps_few_outputs_needs_less(shapes: dict[str, ModelShape]) -> None:
    """llama-server of b11434 keeps the likelihoods of 248,320 words after one token, not after each of 512."""
    fit = fit_cards(shapes["122B"], FOUR, Wish(32768, few_outputs=True))
    assert (fit.verdict, fit.kv, fit.batch, fit.layers) == (FitVerdict.TIGHT, KvType.F16, 512, (12, 12, 12, 13))
    most, few = (fit_cards(shapes["122B"], FOUR, Wish(4096, KvType.F16, few_outputs=few)) for few in (False, True))
    assert most.shares[-1].compute / most.batch > 248_320 * 4
    assert few.shares[-1].compute / few.batch < 80_000 * 4


def test_35b_lies_on_four_v100_with_room(shapes: dict[str, ModelShape]) -> None:
    fit = fit_cards(shapes["35B"], FOUR, Wish(131072))
    assert (fit.verdict, fit.kv, fit.batch) == (FitVerdict.FITS, KvType.F16, 512)
    assert sum(fit.layers) == 41
    assert all(share.scratch == 0 for share in fit.shares)
    assert sum(share.cache for share in fit.shares) / GIB == pytest.approx(2.5 + 62.8 / 1024, abs=0.01)


def test_mixed_cards_take_layers_by_their_size(shapes: dict[str, ModelShape]) -> None:
    fit = fit_cards(shapes["gemma"], [v100(2), v100(3, 16)], Wish(32768))
    assert (fit.verdict, fit.split) == (FitVerdict.FITS, "layer")
    assert sum(fit.layers) == 31
    full = [share.need / share.usable for share in fit.shares]
    assert abs(full[0] - full[1]) < 0.08  # one layer of 0.8 GiB is 5 % of the small card
    assert fit.layers[0] > 2 * fit.layers[1]


def test_the_worked_example_of_a_mixed_pair() -> None:
    """Forty layers on 30.5 and 14.5 GiB: 28 and 13, the last of them the head."""
    counts = split_layers([GIB] * 40, GIB, [0, 0], [round(30.5 * GIB), round(14.5 * GIB)])
    assert counts == (28, 13)


@pytest.mark.parametrize(
    ("costs", "head", "fixed", "usable", "counts"),
    [
        ([5] * 10, 0, [0, 0], [100, 100], (5, 6)),
        ([5] * 10, 50, [0, 0], [100, 100], (10, 1)),  # the head alone fills the last card
        ([1, 1, 1, 9, 9], 0, [0, 0], [100, 100], (4, 2)),
        ([5] * 10, 0, [90, 0], [100, 100], (0, 11)),
        ([5] * 4, 0, [0, 0, 0, 0, 0, 0], [10] * 6, (1, 1, 1, 1, 0, 1)),  # more cards than layers
        ([5] * 10, 5, [0], [1], (11,)),  # nothing fits: it is said by the shares
    ],
)
def test_whole_layers(
    costs: list[int], head: int, fixed: list[int], usable: list[int], counts: tuple[int, ...]
) -> None:
    assert split_layers(costs, head, fixed, usable) == counts


def test_no_other_split_leaves_the_fullest_card_less_full() -> None:
    """Against every split of small cases."""
    import itertools
    import random

    dice = random.Random(7)
    for _ in range(60):
        costs = [dice.randint(1, 9) for _ in range(dice.randint(1, 9))]
        head, usable = dice.randint(0, 9), [dice.randint(20, 60) for _ in range(3)]

        def fullest(
            counts: tuple[int, ...], costs: list[int] = costs, head: int = head, usable: list[int] = usable
        ) -> float:
            at, worst = 0, 0.0
            for card, count in enumerate(counts):
                held = sum(costs[at : at + count]) + (head if card == 2 else 0)
                at, worst = at + count, max(worst, held / usable[card])
            return worst

        every = [c for c in itertools.product(range(len(costs) + 1), repeat=3) if sum(c) == len(costs)]
        found = split_layers(costs, head, [0, 0, 0], usable)
        own = (*found[:-1], found[-1] - 1)
        assert sum(own) == len(costs)
        assert fullest(own) == pytest.approx(min(map(fullest, every)), rel=1e-6)


def test_a_small_model_stays_on_the_roomier_card(shapes: dict[str, ModelShape]) -> None:
    fit = fit_cards(shapes["9B"], [v100(1, 16), v100(0)], Wish(32768))
    assert (fit.verdict, fit.split, fit.layers) == (FitVerdict.FITS, "none", (0, 33))
    assert fit.shares[0].need == 0


def test_auto_takes_the_first_cache_that_fits(shapes: dict[str, ModelShape]) -> None:
    """A dense 27B keeps 64 KiB for each token in f16: on one card only smaller caches leave room for long contexts."""
    found = {context: fit_cards(shapes["27B"], [v100(0)], Wish(context)) for context in (32768, 65536, 98304, 196608)}
    assert [fit.kv for fit in found.values()] == [KvType.F16, KvType.F16, KvType.Q8_0, KvType.Q4_0]
    assert all(fit.verdict in (FitVerdict.FITS, FitVerdict.TIGHT) for fit in found.values())
    assert "The cache is kept in q8_0; in f16" in found[98304].reason
    fixed = fit_cards(shapes["27B"], [v100(0)], Wish(196608, KvType.F16))
    assert fixed.verdict is FitVerdict.TOO_BIG
    assert "It would fit with `kv = q4_0`, with `context = " in fixed.reason


def test_what_would_fit_does_fit(shapes: dict[str, ModelShape]) -> None:
    import re

    shape = shapes["122B"]
    fit = fit_cards(shape, FOUR, Wish(262144, KvType.F16))
    assert fit.verdict is FitVerdict.TOO_BIG
    assert fit.reason.startswith("Card 11 would need ")
    assert "as a Q6_K file (about 93." in fit.reason
    assert "on a board with 1 more card like its largest" in fit.reason
    context = int(re.search(r"`context = (\d+)`", fit.reason)[1])  # type: ignore[index]
    assert fit_cards(shape, FOUR, Wish(context, KvType.F16)).verdict is not FitVerdict.TOO_BIG
    assert fit_cards(shape, FOUR, Wish(context + 1024, KvType.F16)).verdict is FitVerdict.TOO_BIG
    assert fit_cards(shape, [*FOUR, v100(12)], Wish(262144, KvType.F16)).verdict is not FitVerdict.TOO_BIG


def test_three_cards_are_too_few_for_122b(shapes: dict[str, ModelShape]) -> None:
    fit = fit_cards(shapes["122B"], FOUR[:3], Wish(32768))
    assert fit.verdict is FitVerdict.TOO_BIG
    assert "1 more card" in fit.reason
    assert "as a Q5_K_M file" in fit.reason
    assert "context" not in fit.reason  # no context is small enough


def test_what_other_programs_hold_is_said(shapes: dict[str, ModelShape]) -> None:
    busy = [v100(6, used=3 * GIB), *FOUR[1:]]
    fit = fit_cards(shapes["122B"], busy, Wish(32768))
    assert fit.verdict is FitVerdict.OCCUPIED
    assert fit.reason.startswith("Other programs hold 3.0 GiB of card 6. Without them it fits: tight: card 11 keeps")
    assert fit_cards(shapes["122B"], busy, Wish(32768), ours=True).verdict is FitVerdict.TIGHT
    roomy = fit_cards(shapes["35B"], busy, Wish(32768))
    assert roomy.verdict is FitVerdict.FITS
    assert roomy.shares[0].usable == busy[0].free


def test_in_main_memory(shapes: dict[str, ModelShape]) -> None:
    shape = shapes["9B"]
    fits, tight, big = (fit_memory(shape, round(free * GIB), Wish(32768)) for free in (16, 11.5, 8))
    assert [one.verdict for one in (fits, tight, big)] == [FitVerdict.FITS, FitVerdict.TIGHT, FitVerdict.TOO_BIG]
    assert fits.reason.startswith("This machine's memory keeps ")
    assert "as a Q5_K_M file (about 6.0 GiB)" in big.reason
    assert "more memory free" in big.reason
    assert fits.shares[0].scratch == 0
    assert fits.shares[0].weights == pytest.approx(shape.bytes, rel=0.001)


def test_tied_embeddings_lie_twice_on_cards_and_once_in_memory(shapes: dict[str, ModelShape]) -> None:
    shape = shapes["gemma"]
    card = fit_cards(shape, [v100(0)], Wish(8192))
    memory = fit_memory(shape, 64 * GIB, Wish(8192))
    assert card.shares[0].weights == memory.shares[0].weights
    assert shape.head >= shape.embedding


def test_layers_that_foretell_take_nothing_until_they_are_asked_for(tmp_path: Path) -> None:
    plain = read_shape(rebuilt.write_head(tmp_path / "a.gguf", rebuilt.QWEN_27B))
    more = read_shape(rebuilt.write_head(tmp_path / "b.gguf", replace(rebuilt.QWEN_27B, foretelling=1)))
    assert (more.layers, more.foretelling, more.weights[-1], more.memory[-1].keys) == (64, 1, 0, 0)
    assert (more.active_bytes, sum(more.weights)) == (plain.active_bytes, sum(plain.weights))
    assert more.bytes > plain.bytes
    assert sum(fit_cards(more, FOUR[:2], Wish(32768)).layers) == 66


def test_ampere_cards_too(shapes: dict[str, ModelShape]) -> None:
    fit = fit_cards(shapes["gemma"], [rtx3090(0), rtx3090(1)], Wish(32768))
    assert (fit.verdict, sum(fit.layers)) == (FitVerdict.FITS, 31)
