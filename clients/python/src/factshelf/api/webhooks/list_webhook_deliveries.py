from http import HTTPStatus
from typing import Any
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.webhook_delivery_page import WebhookDeliveryPage
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: UUID,
    *,
    page: int | Unset = 1,
    size: int | Unset = 20,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["page"] = page

    params["size"] = size

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/webhooks/{id}/deliveries".format(
            id=quote(str(id), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> WebhookDeliveryPage | None:
    if response.status_code == 200:
        response_200 = WebhookDeliveryPage.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[WebhookDeliveryPage]:
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
    page: int | Unset = 1,
    size: int | Unset = 20,
) -> Response[WebhookDeliveryPage]:
    """Sent and pending deliveries, newest first; kept for 30 days

    Args:
        id (UUID): Id of the webhook Example: 0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38.
        page (int | Unset): The first page is 1 Default: 1.
        size (int | Unset): Items on a page Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[WebhookDeliveryPage]
    """

    kwargs = _get_kwargs(
        id=id,
        page=page,
        size=size,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: UUID,
    *,
    client: AuthenticatedClient | Client,
    page: int | Unset = 1,
    size: int | Unset = 20,
) -> WebhookDeliveryPage | None:
    """Sent and pending deliveries, newest first; kept for 30 days

    Args:
        id (UUID): Id of the webhook Example: 0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38.
        page (int | Unset): The first page is 1 Default: 1.
        size (int | Unset): Items on a page Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        WebhookDeliveryPage
    """

    return sync_detailed(
        id=id,
        client=client,
        page=page,
        size=size,
    ).parsed


async def asyncio_detailed(
    id: UUID,
    *,
    client: AuthenticatedClient | Client,
    page: int | Unset = 1,
    size: int | Unset = 20,
) -> Response[WebhookDeliveryPage]:
    """Sent and pending deliveries, newest first; kept for 30 days

    Args:
        id (UUID): Id of the webhook Example: 0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38.
        page (int | Unset): The first page is 1 Default: 1.
        size (int | Unset): Items on a page Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[WebhookDeliveryPage]
    """

    kwargs = _get_kwargs(
        id=id,
        page=page,
        size=size,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: UUID,
    *,
    client: AuthenticatedClient | Client,
    page: int | Unset = 1,
    size: int | Unset = 20,
) -> WebhookDeliveryPage | None:
    """Sent and pending deliveries, newest first; kept for 30 days

    Args:
        id (UUID): Id of the webhook Example: 0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38.
        page (int | Unset): The first page is 1 Default: 1.
        size (int | Unset): Items on a page Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        WebhookDeliveryPage
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            page=page,
            size=size,
        )
    ).parsed
