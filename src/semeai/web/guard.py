"""The guard: checks host, origin, token and size of every request before any page or socket sees it.

Loopback is not private: every account of a machine can reach 127.0.0.1, and so can every page that is open in the
user's browser. So a token is always asked for (see `Settings`), a request must name this server as its host, and a
request that can change something must come from a page of this server, which its Origin header proves.
"""

import asyncio
import html
import secrets
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, quote, urlsplit

from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from semeai.web.headers import nonce_of, security_headers
from semeai.web.settings import LOOPBACK, Settings

MAX_BODY = 2 << 20
"""bytes of a request's body"""
BODY_SECONDS = 30.0
"""seconds for a whole body to arrive"""
MAX_HEADERS = 64
SOCKET = "/_nicegui_ws/"
"""path of NiceGUI's socket"""
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")

_TOO_LARGE = f"expected a body of up to {MAX_BODY >> 20} MB, found a larger one"
_SINGLE = ("host", "origin", "content-length")


def new_token() -> str:
    """A token of 128 bits, short enough to be typed."""
    return secrets.token_urlsafe(16)


def cookie_name(port: int) -> str:
    """The name of the cookie with the token. Cookies of a host go to all its ports, so each server has its own name."""
    return f"semeai_token_{port}"


class Guard:
    """The ASGI application in front of all others."""

    def __init__(self, app: ASGIApp, settings: Settings, body_seconds: float = BODY_SECONDS) -> None:
        self._app = app
        self._settings = settings
        self._body_seconds = body_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self._app(scope, receive, send)
        refusal = self._refusal(scope)
        if scope["type"] == "websocket":
            if refusal is None:
                return await self._app(scope, receive, send)
            return await send({"type": "websocket.close", "code": 1008, "reason": "refused"})
        answer = _with_headers(send, nonce_of(scope))
        if refusal is None:
            return await _Exchange(receive, answer, self._body_seconds).run(self._app, scope)
        return await refusal(scope, receive, answer)

    def _refusal(self, scope: Scope) -> Response | None:
        """The refusal, or None if the request is allowed."""
        if len(scope["headers"]) > MAX_HEADERS:
            return PlainTextResponse(f"expected up to {MAX_HEADERS} headers, found {len(scope['headers'])}", 431)
        headers = _read_headers(scope)
        if headers is None:
            return PlainTextResponse("the request has a header twice", 400)
        try:
            reason = why_foreign(scope, headers, self._settings)
        except ValueError:
            reason = "the Host or Origin header cannot be read"
        if reason is not None:
            return PlainTextResponse(reason, 403)
        if not _is_short(headers.get("content-length", "0")):
            return PlainTextResponse(_TOO_LARGE, 413)
        return self._check_token(scope, headers) if self._settings.token is not None else None

    def _check_token(self, scope: Scope, headers: Mapping[str, str]) -> Response | None:
        """None if the cookie holds the token. A token in the URL is exchanged for the cookie."""
        name = cookie_name((scope.get("server") or ("", 0))[1] or 0)
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"), keep_blank_values=True)
        is_page = scope["type"] == "http" and scope["method"] == "GET"
        if is_page and "token" in query:
            if not self._is_token(query.pop("token")[0]):
                return _ask("Wrong token. ")
            rest = "&".join(f"{quote(key)}={quote(value)}" for key, values in query.items() for value in values)
            # A path that begins with two slashes would be the address of another site.
            path = "/" + quote(scope["path"].lstrip("/\\"))
            return _exchanged(name, self._settings.token or "", path + (f"?{rest}" if rest else ""))
        return None if self._is_token(_cookie(headers.get("cookie", ""), name)) else _ask()

    def _is_token(self, given: str) -> bool:
        token = self._settings.token or ""
        return secrets.compare_digest(given.encode(errors="surrogatepass"), token.encode())


def why_foreign(scope: Scope, headers: Mapping[str, str], settings: Settings) -> str | None:
    """The reason to refuse a request because of its origin; None if it is allowed. Raises ValueError."""
    host, origin = headers.get("host", ""), headers.get("origin")
    is_socket = scope["type"] == "websocket"
    if settings.is_loopback and _hostname(host) not in LOOPBACK:
        return "this server answers to localhost only"
    if origin is None and (is_socket or scope["method"] not in SAFE_METHODS):
        return "a request that changes something needs an Origin header"
    if origin is not None and (urlsplit(origin).netloc.lower() != host.lower() or not host):
        return "requests from other sites are refused"
    if not is_socket and scope["path"].startswith(SOCKET):
        return "expected a websocket"  # polling sends no Origin with its GET requests
    if _is_embedded(headers):
        return "requests from other sites are refused"
    return None


def _is_embedded(headers: Mapping[str, str]) -> bool:
    """True if another site embeds this page. Other sites may only link to it."""
    is_link = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
    return headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and not is_link


def _read_headers(scope: Scope) -> dict[str, str] | None:
    """The headers by name in lower case; None if a header that is checked occurs twice."""
    headers: dict[str, str] = {}
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
        if name in headers and name in _SINGLE:
            return None
        headers[name] = f"{headers[name]}; {value}" if name == "cookie" and name in headers else value
    return headers


def _hostname(host: str) -> str:
    """The name in a Host header, without its port. Raises ValueError."""
    return (urlsplit(f"//{host}").hostname or "").lower()


def _cookie(header: str, name: str) -> str:
    try:
        found = SimpleCookie(header).get(name)
    except CookieError:
        return ""
    return found.value if found else ""


def _is_short(length: str) -> bool:
    return length.isascii() and length.isdigit() and len(length) < 20 and int(length) <= MAX_BODY


def _ask(note: str = "") -> Response:
    """The page that asks for the token."""
    return HTMLResponse(_ASK.replace("$NOTE", note), 401, headers={"Cache-Control": "no-store"})


def _exchanged(name: str, token: str, address: str) -> Response:
    """The page that sets the cookie and leads to `address`.

    It is a page, not a redirect: a browser sends a strict cookie only if a page of the same site leads on, and the
    person may have followed a link from a mail or a file.
    """
    page = _LEAD_ON.replace("$ADDRESS", html.escape(address))
    response = HTMLResponse(page, headers={"Cache-Control": "no-store"})
    response.set_cookie(name, token, httponly=True, samesite="strict")
    return response


class _TooLarge(Exception):
    """The body exceeds MAX_BODY."""


class _TooSlow(Exception):
    """The body has not arrived in time."""


class _Exchange:
    """A request whose body is limited in size and time."""

    def __init__(self, receive: Receive, send: Send, seconds: float) -> None:
        self._receive = receive
        self._send = send
        self._deadline = asyncio.get_running_loop().time() + seconds
        self._n_bytes = 0
        self._is_whole = False
        self._has_begun = False
        self._is_cut = False

    async def run(self, app: ASGIApp, scope: Scope) -> None:
        try:
            await app(scope, self._read, self._answer)
        except _TooLarge:
            await self._refuse(scope, PlainTextResponse(_TOO_LARGE, 413))
        except _TooSlow:
            headers = {"Connection": "close"}
            await self._refuse(scope, PlainTextResponse("the body took too long to arrive", 408, headers=headers))

    async def _refuse(self, scope: Scope, response: Response) -> None:
        if not self._has_begun:
            await response(scope, self._receive, self._send)

    async def _read(self) -> Message:
        if self._is_whole:  # the next message arrives when the visitor leaves, which may take long
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._deadline):
                message = await self._receive()
        except TimeoutError:
            self._is_cut = True
            raise _TooSlow from None
        self._is_whole = not message.get("more_body", False)
        self._n_bytes += len(message.get("body", b""))
        if self._n_bytes > MAX_BODY:
            self._is_cut = True
            raise _TooLarge
        return message

    async def _answer(self, message: Message) -> None:
        """Pass on the application's response, unless it is an error about a body that was cut off here."""
        if not self._is_cut:
            self._has_begun = True
            await self._send(message)


def _with_headers(send: Send, nonce: str) -> Send:
    """`send` with the security headers added to a response that has none of its own."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = message.get("headers", [])
            names = {name.lower() for name, _ in given}
            extra = [(name, value) for name, value in security_headers(nonce) if name not in names]
            message = {**message, "headers": [*given, *extra]}
        await send(message)

    return sending


_HEAD = """<!doctype html><html lang="en"><meta charset="utf-8"><title>semeai</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:24rem;margin:20vh auto;padding:0 1rem}
input,button{font:inherit;padding:.5rem .75rem}:root{color-scheme:light dark}</style>"""
_ASK = f"""{_HEAD}<h1>semeai</h1><form method="get"><p><label for="token">$NOTEAccess token
(the server printed it with its address):</label></p>
<p><input id="token" name="token" autocomplete="off" autofocus> <button>Enter</button>
</p></form></html>"""
_LEAD_ON = f"""{_HEAD}<meta http-equiv="refresh" content="0;url=$ADDRESS"><p><a href="$ADDRESS">Go on</a></p></html>"""
