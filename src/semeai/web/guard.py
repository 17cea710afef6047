"""Who may talk to the server: the right host, the right origin, the right token, and no more than so many bytes.

It stands before everything, pages and socket alike. A page of another site that is open in the same browser can send
requests here, too; its browser tells its origin, and that is refused. A name of another site that was made to point
here is refused by the host.
"""

import html
import secrets
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, quote, urlsplit

from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from semeai.web.settings import LOOPBACK, Settings

MAX_BODY = 2 << 20
"""bytes of one request"""
COOKIE = "semeai_token"

_TOO_LARGE = f"more than {MAX_BODY >> 20} MB"
_HEADERS = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


def new_token() -> str:
    """A token that nobody guesses, short enough to be typed."""
    return secrets.token_urlsafe(12)


def why_foreign(headers: Mapping[str, str], settings: Settings) -> str | None:
    """What is wrong with where a request comes from, by its headers (names in lower case); None when nothing is."""
    host = headers.get("host", "")
    if settings.is_loopback and _name(host) not in LOOPBACK:
        return "this server answers to localhost alone"
    origin = headers.get("origin")
    if origin is not None and urlsplit(origin).netloc.lower() != host.lower():
        return "requests from other sites are refused"
    return None


def _name(host: str) -> str:
    """The name in a Host header, without its port."""
    return (urlsplit(f"//{host}").hostname or "").lower()


class Guard:
    """The ASGI application before all others."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self._app(scope, receive, send)
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self._refusal(scope, headers)
        if scope["type"] == "websocket":
            if refusal is None:
                return await self._app(scope, receive, send)
            return await send({"type": "websocket.close", "code": 1008, "reason": "refused"})
        if refusal is None:
            return await _Exchange(receive, send).run(self._app, scope)
        return await refusal(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope, headers: Mapping[str, str]) -> Response | None:
        """The answer to who is not let in; None for who is."""
        try:
            reason = why_foreign(headers, self._settings)
        except ValueError:  # no host, or an origin, that can be read
            reason = "this request makes no sense"
        if reason is not None:
            return PlainTextResponse(reason, 403)
        if not _is_short(headers.get("content-length", "0")):
            return PlainTextResponse(_TOO_LARGE, 413)
        return self._ask_for_token(scope, headers) if self._settings.token is not None else None

    def _ask_for_token(self, scope: Scope, headers: Mapping[str, str]) -> Response | None:
        """None for who knows the token. Who has it in the address gets a cookie, and an address without it."""
        if self._is_token(_cookie(headers.get("cookie", ""))):
            return None
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"), keep_blank_values=True)
        given = query.pop("token", [""])[0]
        if scope["type"] == "http" and self._is_token(given):
            rest = "&".join(f"{quote(name)}={quote(value)}" for name, values in query.items() for value in values)
            # a path that begins with two slashes would be another site's address
            path = "/" + quote(scope["path"].lstrip("/"))
            response = RedirectResponse(path + (f"?{rest}" if rest else ""), 303)
            response.set_cookie(COOKIE, given, httponly=True, samesite="strict", max_age=30 * 86400)
            return response
        return HTMLResponse(_ASK.replace("$WORD", html.escape("That is not it. " if given else "")), 401)

    def _is_token(self, given: str) -> bool:
        token = self._settings.token or ""
        return secrets.compare_digest(given.encode(), token.encode())


def _cookie(header: str) -> str:
    try:
        found = SimpleCookie(header).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""


def _is_short(length: str) -> bool:
    return length.isascii() and length.isdigit() and len(length) < 20 and int(length) <= MAX_BODY


class _TooLarge(Exception):
    """A body that goes on and on."""


class _Exchange:
    """A request whose body may say no length and have no end."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = _with_headers(send)
        self._n_bytes = 0
        self._has_begun = False

    async def run(self, app: ASGIApp, scope: Scope) -> None:
        try:
            await app(scope, self._read, self._answer)
        except _TooLarge:
            if not self._has_begun:
                await PlainTextResponse(_TOO_LARGE, 413)(scope, self._receive, self._send)

    async def _read(self) -> Message:
        message = await self._receive()
        self._n_bytes += len(message.get("body", b""))
        if self._n_bytes > MAX_BODY:
            raise _TooLarge
        return message

    async def _answer(self, message: Message) -> None:
        """Pass on what the application says, but not its regrets about a body that we have cut off."""
        if self._n_bytes <= MAX_BODY:
            self._has_begun = True
            await self._send(message)


def _with_headers(send: Send) -> Send:
    """The same, with headers that keep the pages out of other sites' frames."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            extra = [(name.lower().encode(), value.encode()) for name, value in _HEADERS.items()]
            message = {**message, "headers": [*message.get("headers", []), *extra]}
        await send(message)

    return sending


_ASK = """<!doctype html><html lang="en"><meta charset="utf-8"><title>semeai</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:22rem;margin:20vh auto;padding:0 1rem}
input,button{font:inherit;padding:.5rem .75rem}:root{color-scheme:light dark}</style>
<h1>semeai</h1><form method="get"><p><label for="token">$WORDThe access token, which the server printed:</label></p>
<p><input id="token" name="token" autocomplete="off" autofocus> <button>Enter</button></p></form></html>"""
