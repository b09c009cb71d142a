from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.reference_data import ReferenceData
from ...types import Response


def _get_kwargs() -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/reference-data",
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ReferenceData | None:
    if response.status_code == 200:
        response_200 = ReferenceData.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ReferenceData]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
) -> Response[ReferenceData]:
    """The data that products refer to: sources, archive kinds with their templates, categories

     A snapshot for copies of the catalogue. A change of a source, a template or a category appears in
    /changes for each product that shows it, and here as a whole. Uses no quota.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ReferenceData]
    """

    kwargs = _get_kwargs()

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
) -> ReferenceData | None:
    """The data that products refer to: sources, archive kinds with their templates, categories

     A snapshot for copies of the catalogue. A change of a source, a template or a category appears in
    /changes for each product that shows it, and here as a whole. Uses no quota.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ReferenceData
    """

    return sync_detailed(
        client=client,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
) -> Response[ReferenceData]:
    """The data that products refer to: sources, archive kinds with their templates, categories

     A snapshot for copies of the catalogue. A change of a source, a template or a category appears in
    /changes for each product that shows it, and here as a whole. Uses no quota.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ReferenceData]
    """

    kwargs = _get_kwargs()

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
) -> ReferenceData | None:
    """The data that products refer to: sources, archive kinds with their templates, categories

     A snapshot for copies of the catalogue. A change of a source, a template or a category appears in
    /changes for each product that shows it, and here as a whole. Uses no quota.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ReferenceData
    """

    return (
        await asyncio_detailed(
            client=client,
        )
    ).parsed
