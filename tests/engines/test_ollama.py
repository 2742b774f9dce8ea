"""Ollama boards, against a program that does what Ollama was seen to do."""

import asyncio
from pathlib import Path

import pytest
from running_fake import asking, running_fake

from app.domain.board import Board, Engine
from app.domain.errors import AppError, MissingOnMachine, StageFailed, WrongUse
from app.engines.answers import Message
from app.engines.launch import Start
from app.engines.ollama import OllamaServer, start_ollama
from app.engines.state import BoardState, Fault

MODEL = "gemma-4-26b-a4b"
PROMPT = [Message("system", "You extract facts."), Message("user", "The roof was finished on April 20, 2021. " * 40)]
SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}


def board(url: str, **more: object) -> Board:
    return Board("epyc", MODEL, Engine.OLLAMA, url=url, **more)


@pytest.fixture
def ask(runner: asyncio.Runner, tmp_path: Path):
    with asking(runner, "ollama_server", lambda url, **more: start_ollama(board(url, **more), Start(tmp_path))) as ask:
        yield ask


async def chat(server: OllamaServer):
    return await server.chat(PROMPT, max_tokens=100)


async def ready(server: OllamaServer):
    return server.context, server.note, await server.look()


def test_an_answer_comes_whole_with_its_timings(ask) -> None:
    answer, _ = ask("cut-characters", chat)
    assert answer.text == "§ 5 – größer €5 😀"
    assert answer.timings.speed == 80
    assert answer.completion_tokens == 40


def test_every_request_keeps_the_model_the_context_and_the_whole_prompt(ask) -> None:
    async def work(server: OllamaServer):
        return await server.chat(PROMPT, max_tokens=100, schema=SCHEMA)

    answer, fake = ask("ok", work, context=8192)
    assert answer.text == '{"n": 1}'
    chats = [request for request in fake.requests() if request["path"] == "/api/chat"]
    assert len(chats) == 3
    for request in chats:
        assert request["options"]["num_ctx"] == 8192
        assert (request["keep_alive"], request["truncate"], request["shift"], request["think"]) == (
            -1,
            False,
            False,
            False,
        )
    assert chats[-1]["format"] == SCHEMA
    assert chats[-1]["options"]["num_predict"] == 100


def test_the_context_is_the_models_at_most_32768(ask) -> None:
    assert ask("ok", ready)[0] == (32768, "", None)


def test_the_prompt_is_counted_before_it_is_sent(ask) -> None:
    async def work(server: OllamaServer):
        assert 640 <= await server.count(PROMPT) < 900
        with pytest.raises(StageFailed, match="the context of board epyc holds 512"):
            await server.chat(PROMPT, max_tokens=100)

    _, fake = ask("ok", work, context=512)
    assert not [r for r in fake.requests() if r.get("stream")]


@pytest.mark.parametrize(
    ("mode", "error", "says"),
    [
        ("truncates", StageFailed, "read only 7 tokens"),
        ("refuses-long", StageFailed, "nothing was cut"),
        ("breaks-off", StageFailed, "an error was encountered"),
        ("unfinished", AppError, "broke off its answer"),
        ("cut-short", StageFailed, "ran into its limit"),
        ("garbage", AppError, "something that is no answer"),
        ("from-elsewhere", AppError, "came from another machine"),
    ],
)
def test_half_an_answer_is_no_answer(ask, mode: str, error: type[AppError], says: str) -> None:
    with pytest.raises(error, match=says):
        ask(mode, chat)


def test_thoughts_are_no_part_of_the_answer(ask) -> None:
    assert ask("thinks", chat)[0].text == "yes"


@pytest.mark.parametrize(
    ("mode", "error", "says"),
    [
        ("no-model", MissingOnMachine, "It has llama3:8b, phi4:latest. Run `ollama pull gemma-4-26b-a4b` there"),
        ("elsewhere", WrongUse, "runs at https://ollama.com:443"),
        ("small-context", AppError, "a context of 4096 tokens; 32768 were asked for"),
        ("not-kept", AppError, "doesn't keep gemma-4-26b-a4b loaded"),
    ],
)
def test_a_board_that_cant_be_used_says_why(ask, mode: str, error: type[AppError], says: str) -> None:
    with pytest.raises(error, match=says):
        ask(mode, ready)


def test_more_context_than_the_model_has_is_refused(ask) -> None:
    with pytest.raises(WrongUse, match="at most 131072"):
        ask("ok", ready, context=262144)


@pytest.mark.parametrize("name", ["gpt-oss:120b-cloud", "kimi-k2:cloud"])
def test_a_cloud_model_is_refused_before_anything_is_sent(runner, tmp_path: Path, name: str) -> None:
    with pytest.raises(WrongUse, match="Ollama's own machines"):
        runner.run(start_ollama(Board("e", name, Engine.OLLAMA, url="http://127.0.0.1:1"), Start(tmp_path)))


def test_a_model_that_doesnt_fit_the_cards_is_said(ask) -> None:
    (_, note, state), _ = ask("spilled", ready)
    assert note == "25 % of the model lie in main memory: it doesn't fit the server's GPUs."
    assert state is None


def test_a_dropped_model_is_seen_and_loaded_again(ask) -> None:
    async def work(server: OllamaServer):
        await chat(server)
        assert await server.look() is BoardState.EVICTED
        return (await chat(server)).text

    text, fake = ask("evicts", work)
    assert text == '{"n": 1}'
    loads = [r for r in fake.requests() if r["path"] == "/api/chat" and not r["messages"]]
    assert len(loads) == 2


def test_between_matters_the_model_is_dropped_with_all_it_holds(ask) -> None:
    async def work(server: OllamaServer):
        await server.forget()
        return await server.look()

    state, fake = ask("ok", work)
    assert state is None
    assert {"path": "/api/generate", "model": MODEL, "keep_alive": 0, "key": None} in fake.requests()


def test_no_server_is_an_unreachable_board(runner: asyncio.Runner, tmp_path: Path) -> None:
    with pytest.raises(AppError, match="does not answer") as caught:
        runner.run(start_ollama(board("http://127.0.0.1:9"), Start(tmp_path)))
    assert caught.value.fault == Fault.UNREACHABLE


def test_a_server_that_goes_silent_is_given_up(runner: asyncio.Runner, tmp_path: Path) -> None:
    async def talk(url: str) -> None:
        server = await start_ollama(board(url), Start(tmp_path))
        server._silence = 0.5
        try:
            await chat(server)
        finally:
            await server.close()

    with running_fake("ollama_server", "silent") as fake, pytest.raises(AppError, match="Nothing came from it"):
        runner.run(talk(fake.url))
