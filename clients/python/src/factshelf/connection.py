from typing import Any

import httpx
from httpx_retries import Retry, RetryTransport

from .client import Client
from .factshelf_error import FactshelfError

# No limit of the service makes anybody wait for longer than the next minute.
_LONGEST_WAIT_S = 60


def connect(base_url: str, *, api_key: str | None = None, timeout: float = 30, retries: int = 2) -> Client:
    """A client of the service at an address, for the calls in `factshelf.api`. Those, `sync` and `asyncio`, raise
    `FactshelfError` where the service refuses a call, `httpx.TimeoutException` where no answer comes in time, and another
    `httpx.TransportError` where the service cannot be reached.

    Args:
        base_url: where the service is, without `/api/v1`.
        api_key: a call without a key has lower limits.
        timeout: how long is waited for an answer, in seconds; `list_changes` waits for up to 20.
        retries: how often a GET that is answered 429 or 503 is sent again, after the `Retry-After` of the answer.
    """
    retry = Retry(
        total=retries,
        allowed_methods=["GET"],
        status_forcelist=[429, 503],
        retry_on_exceptions=[],
        max_backoff_wait=_LONGEST_WAIT_S,
        backoff_factor=0.5,
    )
    settings: dict[str, Any] = {
        "base_url": base_url,
        # Unlike `X-API-Key`, this is not sent on to another host by a redirect.
        "headers": {} if api_key is None else {"Authorization": f"Bearer {api_key}"},
        "timeout": timeout,
        "follow_redirects": True,
    }
    client = Client(base_url, raise_on_unexpected_status=True)
    client.set_httpx_client(
        httpx.Client(**settings, transport=RetryTransport(retry=retry), event_hooks={"response": [_refuse]})
    )
    client.set_async_httpx_client(
        httpx.AsyncClient(
            **settings, transport=RetryTransport(retry=retry), event_hooks={"response": [_refuse_async]}
        )
    )
    return client


def _refuse(response: httpx.Response) -> None:
    if response.is_error:
        response.read()
        raise FactshelfError(response)


async def _refuse_async(response: httpx.Response) -> None:
    if response.is_error:
        await response.aread()
        raise FactshelfError(response)
