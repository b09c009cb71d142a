from http import HTTPStatus
from typing import Any
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.webhook_delivery import WebhookDelivery
from ...types import Response


def _get_kwargs(
    id: UUID,
    delivery: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/webhooks/{id}/deliveries/{delivery}/replay".format(
            id=quote(str(id), safe=""),
            delivery=quote(str(delivery), safe=""),
        ),
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> WebhookDelivery | None:
    if response.status_code == 200:
        response_200 = WebhookDelivery.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[WebhookDelivery]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    id: UUID,
    delivery: UUID,
    *,
    client: AuthenticatedClient | Client,
) -> Response[WebhookDelivery]:
    """Send a delivery again, at once and under the same id

    Args:
        id (UUID): Id of the webhook Example: 0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38.
        delivery (UUID): Id of the delivery Example: 5f0f1f6e-9a51-4c8e-8b1b-1c2d3e4f5a6b.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[WebhookDelivery]
    """

    kwargs = _get_kwargs(
        id=id,
        delivery=delivery,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: UUID,
    delivery: UUID,
    *,
    client: AuthenticatedClient | Client,
) -> WebhookDelivery | None:
    """Send a delivery again, at once and under the same id

    Args:
        id (UUID): Id of the webhook Example: 0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38.
        delivery (UUID): Id of the delivery Example: 5f0f1f6e-9a51-4c8e-8b1b-1c2d3e4f5a6b.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        WebhookDelivery
    """

    return sync_detailed(
        id=id,
        delivery=delivery,
        client=client,
    ).parsed


async def asyncio_detailed(
    id: UUID,
    delivery: UUID,
    *,
    client: AuthenticatedClient | Client,
) -> Response[WebhookDelivery]:
    """Send a delivery again, at once and under the same id

    Args:
        id (UUID): Id of the webhook Example: 0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38.
        delivery (UUID): Id of the delivery Example: 5f0f1f6e-9a51-4c8e-8b1b-1c2d3e4f5a6b.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[WebhookDelivery]
    """

    kwargs = _get_kwargs(
        id=id,
        delivery=delivery,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: UUID,
    delivery: UUID,
    *,
    client: AuthenticatedClient | Client,
) -> WebhookDelivery | None:
    """Send a delivery again, at once and under the same id

    Args:
        id (UUID): Id of the webhook Example: 0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38.
        delivery (UUID): Id of the delivery Example: 5f0f1f6e-9a51-4c8e-8b1b-1c2d3e4f5a6b.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        WebhookDelivery
    """

    return (
        await asyncio_detailed(
            id=id,
            delivery=delivery,
            client=client,
        )
    ).parsed
