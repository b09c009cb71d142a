from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.new_webhook import NewWebhook
from ...models.webhook_with_secret import WebhookWithSecret
from ...types import Response


def _get_kwargs(
    *,
    body: NewWebhook,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/webhooks",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> WebhookWithSecret | None:
    if response.status_code == 201:
        response_201 = WebhookWithSecret.from_dict(response.json())

        return response_201

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[WebhookWithSecret]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: NewWebhook,
) -> Response[WebhookWithSecret]:
    """Create a webhook: changes are sent to your address

     Five for an account, changed at most 50 times a day. Signed as [Standard
    Webhooks](https://www.standardwebhooks.com) specifies; the secret is shown once. First a
    `webhook.challenge` is sent. Answer it with 2xx and `data.challenge` as the whole body: no other
    event is delivered before. The challenge is retried by the schedule, and sent again by a replay.

    Args:
        body (NewWebhook):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[WebhookWithSecret]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    body: NewWebhook,
) -> WebhookWithSecret | None:
    """Create a webhook: changes are sent to your address

     Five for an account, changed at most 50 times a day. Signed as [Standard
    Webhooks](https://www.standardwebhooks.com) specifies; the secret is shown once. First a
    `webhook.challenge` is sent. Answer it with 2xx and `data.challenge` as the whole body: no other
    event is delivered before. The challenge is retried by the schedule, and sent again by a replay.

    Args:
        body (NewWebhook):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        WebhookWithSecret
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: NewWebhook,
) -> Response[WebhookWithSecret]:
    """Create a webhook: changes are sent to your address

     Five for an account, changed at most 50 times a day. Signed as [Standard
    Webhooks](https://www.standardwebhooks.com) specifies; the secret is shown once. First a
    `webhook.challenge` is sent. Answer it with 2xx and `data.challenge` as the whole body: no other
    event is delivered before. The challenge is retried by the schedule, and sent again by a replay.

    Args:
        body (NewWebhook):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[WebhookWithSecret]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: NewWebhook,
) -> WebhookWithSecret | None:
    """Create a webhook: changes are sent to your address

     Five for an account, changed at most 50 times a day. Signed as [Standard
    Webhooks](https://www.standardwebhooks.com) specifies; the secret is shown once. First a
    `webhook.challenge` is sent. Answer it with 2xx and `data.challenge` as the whole body: no other
    event is delivered before. The challenge is retried by the schedule, and sent again by a replay.

    Args:
        body (NewWebhook):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        WebhookWithSecret
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
