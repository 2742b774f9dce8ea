"""What a model needs of a machine, from its file's head alone: its weights by layer, what it remembers, what it reads
for each token."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from app.engines.ggml_types import BF16, FILE_TYPES
from app.engines.gguf import architecture_of
from app.engines.gguf_layers import INEXACT, Keys, LayerMemory, block_count, is_latent, layer_memory
from app.engines.gguf_reader import GgufFile, NotGguf, TensorInfo, read_gguf
from app.engines.gguf_split import parts_of

_LAYER = re.compile(r"blk\.(\d+)\.")
_EXPERTS = re.compile(r"_(?:ch)?exps\.")
_INPUT = re.compile(r"(?:token_embd|per_layer_token_embd|position_embd|token_types)\.weight")
_SIZE_LABEL = re.compile(r"[\w.-]{1,24}")
_EMBEDDING, _HEAD = "token_embd.weight", "output.weight"


@dataclass(frozen=True, slots=True)
class ModelShape:
    """A model, as its file describes it. Sizes in bytes.

    ``label``: its size in short. ``weights``: of each layer, the foretelling (MTP) layers at the end being 0, since
    they are loaded only when asked for. ``head``: what the last card holds beyond its layers; ``embedding``: what
    stays in main memory. With tied embeddings the head is a second copy. ``active_bytes``, ``active_params``: what one
    token reads and uses.
    ``work``: numbers (f32) that the largest step holds at once for each token of a batch, without the vocabulary.
    ``context``: what it was trained for. ``memory``: of each layer. ``inexact``: it remembers more than is reckoned.
    """

    path: Path
    parts: tuple[Path, ...]
    bytes: int
    name: str
    label: str
    architecture: str
    file_type: str
    context: int | None
    weights: tuple[int, ...]
    head: int
    embedding: int
    memory: tuple[LayerMemory, ...]
    foretelling: int
    experts: int
    experts_used: int
    total_params: int
    active_params: int
    active_bytes: int
    tied: bool
    vocabulary: int
    work: int
    latent: bool
    brain_floats: bool
    template: bool
    inexact: bool

    @property
    def layers(self) -> int:
        """Layers that each token goes through."""
        return len(self.weights) - self.foretelling

    @property
    def dense(self) -> bool:
        return self.experts == 0

    @property
    def size(self) -> str:
        """``122.1B parameters, 9.0B active`` or ``26.9B parameters, dense``."""
        total = f"{_count(self.total_params)} parameters"
        return f"{total}, dense" if self.dense else f"{total}, {_count(self.active_params)} active"


def read_shape(path: Path) -> ModelShape:
    """The shape of the model at ``path`` (the first of its parts). NotGguf: it is none, isn't whole, or contradicts
    itself; OSError: it can't be read."""
    first = read_gguf(path)
    parts = parts_of(first)
    keys = Keys(first, architecture_of(first))
    tensors = {tensor.name: tensor for part in parts for tensor in part.tensors}
    _demand_model(first, tensors)
    layers, foretelling = block_count(keys), keys.whole("nextn_predict_layers", block_count(keys))
    experts = keys.whole("expert_count")
    used = max(keys.each("expert_used_count", layers)) if experts else 0
    weighed = _Weighed(tensors, layers, layers - foretelling, used / experts if experts else 1.0)
    embedding = tensors.get(_EMBEDDING)
    return ModelShape(
        path=path,
        parts=tuple(part.path for part in parts),
        bytes=sum(part.size for part in parts),
        name=first.text("general.name") or path.stem,
        label=_label(first, weighed, tensors),
        architecture=keys.architecture,
        file_type=_file_type(first.keys.get("general.file_type"), tensors.values()),
        context=first.whole(f"{keys.architecture}.context_length"),
        weights=weighed.layers,
        head=weighed.head,
        embedding=weighed.embedding,
        memory=layer_memory(keys),
        foretelling=foretelling,
        experts=experts,
        experts_used=used,
        total_params=sum(tensor.elements for tensor in tensors.values()),
        active_params=weighed.active_params,
        active_bytes=weighed.active_bytes,
        tied=_HEAD not in tensors,
        vocabulary=embedding.shape[-1] if embedding else 0,
        work=_work(keys, layers, used),
        latent=is_latent(keys),
        brain_floats=any(tensor.kind == BF16 for tensor in tensors.values()),
        template=first.text("tokenizer.chat_template") is not None,
        inexact=keys.architecture in INEXACT,
    )


def _demand_model(first: GgufFile, tensors: Mapping[str, TensorInfo]) -> None:
    """Other things come as GGUF, too: vocabularies, adapters, the eyes of a model (mmproj)."""
    kind = first.text("general.type") or "model"
    if kind != "model":
        raise NotGguf(f"it holds a model's {kind[:40]}, not a model")
    if not tensors:
        raise NotGguf("it holds no weights")


class _Weighed:
    """The tensors, summed by where they lie and by what a token reads of them.

    llama.cpp keeps the input's tables in main memory, gives each layer its tensors, and the rest to the last card.
    """

    def __init__(self, tensors: dict[str, TensorInfo], layers: int, trunk: int, used: float) -> None:
        own, read, params = [0] * layers, 0.0, 0.0
        self.head = self.embedding = 0
        tied = _HEAD not in tensors
        for tensor in tensors.values():
            hit = _LAYER.match(tensor.name)
            share = used if _EXPERTS.search(tensor.name) else 1.0
            if hit and int(hit[1]) >= trunk:
                continue
            if hit:
                own[int(hit[1])] += tensor.bytes
            elif _INPUT.fullmatch(tensor.name):
                self.embedding += tensor.bytes
                share = 1.0 if tied and tensor.name == _EMBEDDING else 0.0
                self.head += int(share * tensor.bytes)
            else:
                self.head += tensor.bytes
            read += share * tensor.bytes
            params += share * tensor.elements
        self.layers = tuple(own)
        self.active_bytes, self.active_params = round(read), round(params)


def _work(keys: Keys, layers: int, used: int) -> int:
    """What a layer works on for each token, as `llama-fit-params` of b11434 tells it within a tenth for the models in
    the tests: nine times the width, and the widest of feed-forward, chosen experts and linear attention beside it."""
    inner, groups = keys.whole("ssm.inner_size"), keys.whole("ssm.group_count")
    wide = 2 * max(keys.each("feed_forward_length", layers))
    experts = 5 * used * max(keys.each("expert_feed_forward_length", layers))
    linear = 4 * inner + 2 * groups * keys.whole("ssm.state_size")
    return 9 * keys.whole("embedding_length") + max(wide, experts, linear)


def _label(first: GgufFile, weighed: _Weighed, tensors: Mapping[str, TensorInfo]) -> str:
    """``122B-A10B``, as the file says or as names count: what a token uses and the embeddings, the experts apart."""
    told = first.text("general.size_label") or ""
    if _SIZE_LABEL.fullmatch(told):
        return told
    total = sum(tensor.elements for tensor in tensors.values())
    embedding = tensors.get(_EMBEDDING)
    active = weighed.active_params + (embedding.elements if embedding and _HEAD in tensors else 0)
    return _whole(total) if active >= 0.99 * total else f"{_whole(total)}-A{_whole(active)}"


def _whole(params: int) -> str:
    return f"{params / 1e9:.0f}B" if params >= 1e9 else f"{params / 1e6:.0f}M"


def _count(params: int) -> str:
    return f"{params / 1e9:.1f}B" if params >= 1e9 else f"{params / 1e6:.0f}M"


def _file_type(number: object, tensors: Iterable[TensorInfo]) -> str:
    if isinstance(number, int) and number in FILE_TYPES:
        return FILE_TYPES[number]
    return "BF16" if any(tensor.kind == BF16 for tensor in tensors) else "unknown"
