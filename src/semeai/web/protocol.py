"""HTTP connections with limits: on the bytes of a request's head, the time it may take, and the number of connections.

uvicorn limits the time between two requests, but waits without a limit for the rest of a request. A visitor who
opens many connections and sends a byte now and then would keep all others out.
"""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0
"""seconds for the head of a request to arrive, from the connection or its first byte"""
MAX_HEAD = 16 << 10
"""bytes of a request line and its headers"""
MAX_CONNECTIONS = 500
"""maximum number of open connections; more are closed at once"""


class TimedProtocol(H11Protocol):
    """Closes a connection whose request is not complete in time."""

    seconds = HEAD_SECONDS
    most = MAX_CONNECTIONS
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        if len(self.connections) >= self.most:
            transport.abort()
            self.transport = transport
            return
        super().connection_made(transport)
        self._start_timer()

    def data_received(self, data: bytes) -> None:
        if self.flow is None:  # refused
            return
        super().data_received(data)
        is_answering = self.conn.their_state is not h11.IDLE and self.conn.our_state is h11.SEND_RESPONSE
        if is_answering:  # the head is complete; the guard limits the body
            self._stop_timer()
        elif self._timer is None:  # the next head has begun, or a body continues after its answer
            self._start_timer()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._stop_timer()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        super().connection_lost(exc)

    def _start_timer(self) -> None:
        self._timer = self.loop.call_later(self.seconds, self._give_up)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        self._timer = None
        self.transport.abort()


def limits() -> dict[str, Any]:
    """The limits as settings of uvicorn."""
    return {"http": TimedProtocol, "h11_max_incomplete_event_size": MAX_HEAD, "ws_max_size": 2 << 20}
