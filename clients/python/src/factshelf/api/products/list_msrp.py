from http import HTTPStatus
from typing import Any
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.msrp_list import MsrpList
from ...types import Response


def _get_kwargs(
    id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/products/{id}/msrp".format(
            id=quote(str(id), safe=""),
        ),
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> MsrpList | None:
    if response.status_code == 200:
        response_200 = MsrpList.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[MsrpList]:
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
) -> Response[MsrpList]:
    """The suggested retail prices of a product, newest first

     For reference only. An unknown product has an empty list.

    Args:
        id (UUID): Id of the product Example: 600ee031-e4be-5cc9-ba9b-2d37e2456165.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[MsrpList]
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
) -> MsrpList | None:
    """The suggested retail prices of a product, newest first

     For reference only. An unknown product has an empty list.

    Args:
        id (UUID): Id of the product Example: 600ee031-e4be-5cc9-ba9b-2d37e2456165.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        MsrpList
    """

    return sync_detailed(
        id=id,
        client=client,
    ).parsed


async def asyncio_detailed(
    id: UUID,
    *,
    client: AuthenticatedClient | Client,
) -> Response[MsrpList]:
    """The suggested retail prices of a product, newest first

     For reference only. An unknown product has an empty list.

    Args:
        id (UUID): Id of the product Example: 600ee031-e4be-5cc9-ba9b-2d37e2456165.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[MsrpList]
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
) -> MsrpList | None:
    """The suggested retail prices of a product, newest first

     For reference only. An unknown product has an empty list.

    Args:
        id (UUID): Id of the product Example: 600ee031-e4be-5cc9-ba9b-2d37e2456165.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        MsrpList
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
        )
    ).parsed
