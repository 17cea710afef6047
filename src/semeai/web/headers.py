"""The security headers of every response: they limit the content that a browser loads and runs, and forbid embedding.

The policy is the second line of defence: pages escape what they show, and if one ever fails to, inline scripts, event
handlers and requests to other hosts are still blocked.

NiceGUI does not work without two exceptions. 'unsafe-eval': Vue compiles its templates in the browser, and NiceGUI
evaluates the JavaScript that the server sends over the socket. 'unsafe-inline' for styles: Quasar and Vue set style
attributes and add style elements. NiceGUI's own inline scripts carry a nonce, see `add_nonces`.
"""

import secrets
from collections.abc import Callable
from typing import Any

from jinja2 import BaseLoader, Environment
from nicegui.client import templates

NONCE = "semeai.nonce"
"""key of a request's scope: the nonce of the scripts in its response"""

_POLICY = (
    "default-src 'none'; "
    "script-src 'self' 'nonce-{nonce}' 'unsafe-eval'; script-src-attr 'none'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
_FIXED = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def new_nonce() -> str:
    """A nonce for one response."""
    return secrets.token_urlsafe(16)


def security_headers(nonce: str) -> list[tuple[bytes, bytes]]:
    """The headers of a response, as ASGI writes them."""
    headers = _FIXED | {"Content-Security-Policy": _POLICY.format(nonce=nonce)}
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


def add_nonces() -> None:
    """Give the scripts of NiceGUI's page template a nonce.

    The template's source is changed, not the finished page: a script tag that reaches the page in any other way gets
    no nonce.
    """
    loader = templates.env.loader
    if loader is not None and not isinstance(loader, _NonceLoader):
        templates.env.loader = _NonceLoader(loader)


class _NonceLoader(BaseLoader):
    """Loads templates with a nonce in each script tag."""

    def __init__(self, loader: BaseLoader) -> None:
        self._loader = loader

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        source, path, is_current = self._loader.get_source(environment, template)
        nonce = f"""{{{{ request.scope["{NONCE}"] }}}}"""
        return source.replace("<script", f'<script nonce="{nonce}"'), path, is_current


def nonce_of(scope: Any) -> str:
    """The nonce of a request, made at the first call."""
    nonce: str = scope.setdefault(NONCE, new_nonce())
    return nonce
