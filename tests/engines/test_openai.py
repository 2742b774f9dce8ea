"""OpenAI-compatible boards, against a program that answers as vLLM and llama-swap do."""

import asyncio
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from running_fake import asking

from app.domain.board import Board, Engine
from app.domain.errors import AppError, MissingOnMachine, StageFailed, WrongUse
from app.engines.answers import Message
from app.engines.launch import Start
from app.engines.openai import OpenAIServer, start_openai
from app.engines.state import Fault

PROMPT = [Message("system", "You draft."), Message("user", "The roof was finished on April 20, 2021. " * 40)]
SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}


@pytest.fixture
def ask(runner: asyncio.Runner, tmp_path: Path):
    async def start(url: str, **more: object) -> OpenAIServer:
        return await start_openai(Board("rack", "qwen", Engine.OPENAI, url=f"{url}/v1", **more), Start(tmp_path))

    with asking(runner, "openai_server", start) as ask:
        yield ask


async def chat(server: OpenAIServer):
    return await server.chat(PROMPT, max_tokens=100)


def test_an_answer_in_the_form_that_was_asked(ask) -> None:
    async def work(server: OpenAIServer):
        return await server.chat(PROMPT, max_tokens=100, schema=SCHEMA)

    answer, fake = ask("vllm", work)
    assert answer.text == '{"n": 1}'
    sent = next(r for r in fake.requests() if r.get("stream"))
    assert sent["response_format"]["json_schema"]["schema"] == SCHEMA
    assert sent["chat_template_kwargs"] == {"enable_thinking": False}
    assert sent["max_tokens"] == 100


def test_vllm_counts_the_prompt_and_says_its_context(ask) -> None:
    async def work(server: OpenAIServer):
        return server.context, await server.count(PROMPT)

    assert ask("vllm", work)[0] == (16384, 2 + 4 + 320 + 4)


def test_a_server_that_doesnt_count_gets_an_estimate_and_its_context_from_the_file(ask) -> None:
    async def work(server: OpenAIServer):
        return server.context, await server.count(PROMPT)

    context, count = ask("plain", work, context=4096)[0]
    assert context == 4096
    assert 640 <= count < 900


def test_without_any_context_the_board_says_what_to_write(ask) -> None:
    with pytest.raises(WrongUse, match="needs a `context`"):
        ask("plain", chat)


def test_each_matter_has_a_salt_of_its_own(ask) -> None:
    async def work(server: OpenAIServer):
        await chat(server)
        await server.forget()
        await chat(server)

    _, fake = ask("vllm", work)
    salts = [r["cache_salt"] for r in fake.requests() if r.get("stream")]
    assert len(set(salts)) == 2


@pytest.mark.parametrize(
    ("mode", "error", "says"),
    [
        ("breaks-off", StageFailed, "the engine died"),
        ("truncates", StageFailed, "read only 3 tokens"),
        ("cut-short", StageFailed, "ran into its limit"),
        ("no-model", MissingOnMachine, "It has other"),
        ("foreign", AppError, "something that is no answer"),
        ("wants-key", MissingOnMachine, "doesn't take its key"),
    ],
)
def test_what_goes_wrong_is_said(ask, mode: str, error: type[AppError], says: str) -> None:
    with pytest.raises(error, match=says) as caught:
        ask(mode, chat, context=4096)
    assert mode != "foreign" or caught.value.fault == Fault.FOREIGN


def test_thoughts_are_no_part_of_the_answer(ask) -> None:
    assert ask("thinks", chat, context=4096)[0].text == "yes"


def test_the_key_comes_from_the_environment(ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RACK_KEY", "right")
    assert ask("wants-key", chat, context=4096, key_env="RACK_KEY")[0].text == '{"n": 1}'


def test_an_empty_variable_is_named(ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RACK_KEY", raising=False)
    with pytest.raises(MissingOnMachine, match="RACK_KEY holds no key"):
        ask("wants-key", chat, key_env="RACK_KEY")


class Ring(KeyringBackend):
    priority = -1  # chosen in this test only

    def get_password(self, service: str, username: str) -> str | None:
        return {("jurat", "rack"): "right"}.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        raise NotImplementedError


def test_or_from_the_keyring(ask) -> None:
    before = keyring.get_keyring()
    keyring.set_keyring(Ring())
    try:
        assert ask("wants-key", chat, context=4096)[0].text == '{"n": 1}'
    finally:
        keyring.set_keyring(before)
