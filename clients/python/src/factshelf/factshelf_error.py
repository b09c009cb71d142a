from typing import Any

import httpx


class FactshelfError(Exception):
    """The service, or what is in front of it, refused a call.

    Attributes:
        status: of HTTP.
        code: what programs decide by; None where the answer is not of the service, but of a proxy before it.
        message: for people.
        request_id: under which the service has noted the call: name it when you report a fault.
        details: what more there is to say, by code.
    """

    def __init__(self, response: httpx.Response) -> None:
        """`response`: whose body has been read."""
        error = _read_envelope(response)
        self.status: int = response.status_code
        self.code: str | None = error.get("code")
        self.message: str = error.get("message", f"HTTP {response.status_code}")
        self.request_id: str | None = error.get("request_id", response.headers.get("X-Request-Id"))
        self.details: dict[str, Any] = error.get("details", {})
        super().__init__(f"{self.message} ({self.code}, request {self.request_id})")


def _read_envelope(response: httpx.Response) -> dict[str, Any]:
    try:
        body = response.json()
    except ValueError:
        return {}
    error = body.get("error") if isinstance(body, dict) else None
    return error if isinstance(error, dict) else {}
