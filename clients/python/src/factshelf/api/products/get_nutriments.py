from http import HTTPStatus
from typing import Any
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.nutriments import Nutriments
from ...types import Response


def _get_kwargs(
    id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/products/{id}/nutriments".format(
            id=quote(str(id), safe=""),
        ),
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Nutriments | None:
    if response.status_code == 200:
        response_200 = Nutriments.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Nutriments]:
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
) -> Response[Nutriments]:
    """The nutrition facts of a product

     A product that is no food, or whose nutrition is unknown, has null fields.

    Args:
        id (UUID): Id of the product Example: 600ee031-e4be-5cc9-ba9b-2d37e2456165.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Nutriments]
    """

    kwargs = _get_kwargs(
        id=id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: UUID,
    *,
    client: AuthenticatedClient | Client,
) -> Nutriments | None:
    """The nutrition facts of a product

     A product that is no food, or whose nutrition is unknown, has null fields.

    Args:
        id (UUID): Id of the product Example: 600ee031-e4be-5cc9-ba9b-2d37e2456165.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Nutriments
    """

    return sync_detailed(
        id=id,
        client=client,
    ).parsed


async def asyncio_detailed(
    id: UUID,
    *,
    client: AuthenticatedClient | Client,
) -> Response[Nutriments]:
    """The nutrition facts of a product

     A product that is no food, or whose nutrition is unknown, has null fields.

    Args:
        id (UUID): Id of the product Example: 600ee031-e4be-5cc9-ba9b-2d37e2456165.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Nutriments]
    """

    kwargs = _get_kwargs(
        id=id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: UUID,
    *,
    client: AuthenticatedClient | Client,
) -> Nutriments | None:
    """The nutrition facts of a product

     A product that is no food, or whose nutrition is unknown, has null fields.

    Args:
        id (UUID): Id of the product Example: 600ee031-e4be-5cc9-ba9b-2d37e2456165.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Nutriments
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
        )
    ).parsed
