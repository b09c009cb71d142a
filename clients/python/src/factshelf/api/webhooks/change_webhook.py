from http import HTTPStatus
from typing import Any
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.webhook import Webhook
from ...models.webhook_change import WebhookChange
from ...types import Response


def _get_kwargs(
    id: UUID,
    *,
    body: WebhookChange,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "patch",
        "url": "/api/v1/webhooks/{id}".format(
            id=quote(str(id), safe=""),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Webhook | None:
    if response.status_code == 200:
        response_200 = Webhook.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Webhook]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    id: UUID,
    *,
    client: AuthenticatedClient | Client,
    body: WebhookChange,
) -> Response[Webhook]:
    """Change its address or events, switch it off or on

     After a change of the address, and when it is switched on, it has to answer a new challenge. It gets
    ten a day at most.

    Args:
        id (UUID): Id of the webhook Example: 0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38.
        body (WebhookChange):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Webhook]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: UUID,
    *,
    client: AuthenticatedClient | Client,
    body: WebhookChange,
) -> Webhook | None:
    """Change its address or events, switch it off or on

     After a change of the address, and when it is switched on, it has to answer a new challenge. It gets
    ten a day at most.

    Args:
        id (UUID): Id of the webhook Example: 0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38.
        body (WebhookChange):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Webhook
    """

    return sync_detailed(
        id=id,
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    id: UUID,
    *,
    client: AuthenticatedClient | Client,
    body: WebhookChange,
) -> Response[Webhook]:
    """Change its address or events, switch it off or on

     After a change of the address, and when it is switched on, it has to answer a new challenge. It gets
    ten a day at most.

    Args:
        id (UUID): Id of the webhook Example: 0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38.
        body (WebhookChange):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Webhook]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: UUID,
    *,
    client: AuthenticatedClient | Client,
    body: WebhookChange,
) -> Webhook | None:
    """Change its address or events, switch it off or on

     After a change of the address, and when it is switched on, it has to answer a new challenge. It gets
    ten a day at most.

    Args:
        id (UUID): Id of the webhook Example: 0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38.
        body (WebhookChange):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Webhook
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            body=body,
        )
    ).parsed
