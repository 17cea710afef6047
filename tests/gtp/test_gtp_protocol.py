"""GTP as text."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semeai.gtp.arguments import read_color, read_integer, read_move, read_number
from semeai.gtp.commands import COMMANDS, check_arguments
from semeai.gtp.protocol import (
    Command,
    GtpError,
    LineSplitter,
    Response,
    ResponseError,
    format_failure,
    format_success,
    is_interrupt,
    parse_command,
    parse_response,
)

LINES = {
    "name": Command("name"),
    "  name  ": Command("name"),
    "name\r": Command("name"),
    "na\x07me\x7f": Command("name"),
    "play b D4": Command("play", ("b", "D4")),
    "play\tb\t D4": Command("play", ("b", "D4")),
    "7 name": Command("name", (), "7"),
    "007 name": Command("name", (), "007"),
    "12 play w pass # the end": Command("play", ("w", "pass"), "12"),
    "play b D4#here": Command("play", ("b", "D4")),
    "5": Command("", (), "5"),
    "5 6": Command("6", (), "5"),
    "5x name": Command("5x", ("name",)),
    "\u0665 name": Command("\u0665", ("name",)),  # a digit, but none of GTP's
    "\ufeffname": Command("name"),
    "-1 name": Command("-1", ("name",)),
    "": None,
    " \t\r": None,
    "# a comment": None,
    "  # 1 name": None,
    "\x00\x01": None,
}


@pytest.mark.parametrize("line", LINES, ids=ascii)
def test_a_line_becomes_a_command(line: str) -> None:
    assert parse_command(line) == LINES[line]


@pytest.mark.parametrize(
    ("text", "number", "response"),
    [
        ("", "", "= \n\n"),
        ("", "3", "=3 \n\n"),
        ("D4", "", "= D4\n\n"),
        ("a\nb", "12", "=12 a\nb\n\n"),
        ("a\n\n\nb\n\n", "", "= a\nb\n\n"),  # no empty line may stand inside
        ("a\n \t\nb", "", "= a\nb\n\n"),
        ("\na", "", "= \na\n\n"),
        ("a\r\n\r\nb", "", "= a\nb\n\n"),
    ],
)
def test_success(text: str, number: str, response: str) -> None:
    assert format_success(text, number) == response


@pytest.mark.parametrize(
    ("message", "number", "response"),
    [
        ("illegal move", "", "? illegal move\n\n"),
        ("illegal move", "3", "?3 illegal move\n\n"),
        ("one\n\ntwo\r\n three", "", "? one two three\n\n"),
    ],
)
def test_failure(message: str, number: str, response: str) -> None:
    assert format_failure(message, number) == response


RESPONSES = {
    "= D4\n\n": Response(True, "D4"),
    "=D4": None,
    "=": Response(True, ""),
    "=1\n\n": Response(True, "", "1"),
    "=12 a\nb\n\n": Response(True, "a\nb", "12"),
    "=12\n\ta": Response(True, "\n\ta", "12"),
    "?3 illegal move\n\n": Response(False, "illegal move", "3"),
    "": None,
    "hello": None,
    " = D4": None,
}


@pytest.mark.parametrize("text", RESPONSES, ids=ascii)
def test_a_response_is_read(text: str) -> None:
    if (expected := RESPONSES[text]) is not None:
        assert parse_response(text) == expected
    else:
        with pytest.raises(ResponseError):
            parse_response(text)


@given(st.text(), st.from_regex(r"[0-9]{0,5}", fullmatch=True))
def test_any_text_makes_one_response_that_can_be_read_back(text: str, number: str) -> None:
    for response, is_success in ((format_success(text, number), True), (format_failure(text, number), False)):
        assert response.endswith("\n\n")
        assert "\n\n" not in response[:-1]
        assert "\r" not in response
        read = parse_response(response)
        assert (read.is_success, read.id) == (is_success, number)


words = st.text(st.characters(exclude_categories=["Z", "C"], exclude_characters="#"), min_size=1)


@given(st.from_regex(r"[0-9]{0,9}", fullmatch=True), words, st.lists(words))
def test_commands_are_read_back(number: str, name: str, arguments: list[str]) -> None:
    if name.isascii() and name.isdigit() and not number:
        name += "x"
    line = f" {number}\t{name}  {' '.join(arguments)} # comment\r"
    assert parse_command(line) == Command(name, tuple(arguments), number)


@given(st.text())
def test_no_line_breaks_the_parser(line: str) -> None:
    command = parse_command(line)
    assert command is None or not set("\n\r\t# ").intersection(command.name, *command.arguments)


@given(st.text(), st.data())
def test_lines_come_out_however_the_stream_is_cut(text: str, data: st.DataObject) -> None:
    stream = text.encode("utf-8")
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)))))
    splitter = LineSplitter()
    lines = []
    for start, stop in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        lines += splitter.feed(stream[start:stop])
    assert [*lines, splitter.rest.decode()] == text.split("\n")


def test_interrupt() -> None:
    assert is_interrupt("# interrupt\r\n")
    assert not is_interrupt("# interrupted")
    assert not is_interrupt("gogui-interrupt")


@pytest.mark.parametrize("text", ["", "x", "1.5", "1_0", "\u0661", "1e3", "+", "9" * 19, "0x10"])
def test_no_integer(text: str) -> None:
    with pytest.raises(GtpError, match=r"^syntax error: expected an integer"):
        read_integer(text)


@pytest.mark.parametrize("text", ["", "x", "nan", "inf", "1_0", "\u0661", "1e3", "-", ".", "6,5"])
def test_no_number(text: str) -> None:
    with pytest.raises(GtpError, match=r"^syntax error: expected a number"):
        read_number(text)


def test_numbers() -> None:
    assert [read_integer(text) for text in ("0", "-7", "+19", "007")] == [0, -7, 19, 7]
    assert [read_number(text) for text in ("0", "-7.5", "+.5", "6.", "007.25")] == [0, -7.5, 0.5, 6, 7.25]


@pytest.mark.parametrize("text", ["", "x", "B W", "schwarz", "bl\u0430ck"])
def test_no_color(text: str) -> None:
    with pytest.raises(GtpError, match=r"^syntax error: expected black or white"):
        read_color(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("T19", "illegal move"),  # a vertex, but beyond this board
        ("z25", "illegal move"),
        ("A10", "illegal move"),
        ("I5", "syntax error"),
        ("A0", "syntax error"),
        ("A26", "syntax error"),
        ("A", "syntax error"),
        ("", "syntax error"),
        ("5A", "syntax error"),
        ("resign", "syntax error"),
        ("A\u0661", "syntax error"),
    ],
)
def test_no_move(text: str, message: str) -> None:
    with pytest.raises(GtpError, match=f"^{message}"):
        read_move(text, 9)


def test_numbers_of_arguments() -> None:
    for name, arguments in [("name", ""), ("play", "b D4"), ("loadsgf", "a b 3"), ("gg-undo", ""), ("gogui-setup", "")]:
        check_arguments(name, tuple(arguments.split()))
    for name, arguments in [("name", "x"), ("play", "b"), ("play", "b D4 E5"), ("loadsgf", ""), ("kata-set-rules", "")]:
        usage = re.escape(f"syntax error: {name} takes {COMMANDS[name] or 'no arguments'}")
        with pytest.raises(GtpError, match=usage):
            check_arguments(name, tuple(arguments.split()))
    with pytest.raises(GtpError, match=r"^unknown command$"):
        check_arguments("xyzzy", ())
