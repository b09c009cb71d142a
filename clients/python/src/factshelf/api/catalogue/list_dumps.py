from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.dump_list import DumpList
from ...types import Response


def _get_kwargs() -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/dumps",
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> DumpList | None:
    if response.status_code == 200:
        response_200 = DumpList.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[DumpList]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
) -> Response[DumpList]:
    """Dumps of the whole catalogue as files, newest first

     All files of a dump are of one snapshot, and `/changes` continues from its `cursor`. The files are
    below `address`, without a key or a quota, with `ETag` and ranges; `/dumps/latest/{file}` redirects
    to the newest. `products.cc0` has only data from sources under CC0. `manifest.json` has this item,
    the columns of its tables, and the licence and attribution of each source.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DumpList]
    """

    kwargs = _get_kwargs()

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
) -> DumpList | None:
    """Dumps of the whole catalogue as files, newest first

     All files of a dump are of one snapshot, and `/changes` continues from its `cursor`. The files are
    below `address`, without a key or a quota, with `ETag` and ranges; `/dumps/latest/{file}` redirects
    to the newest. `products.cc0` has only data from sources under CC0. `manifest.json` has this item,
    the columns of its tables, and the licence and attribution of each source.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DumpList
    """

    return sync_detailed(
        client=client,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
) -> Response[DumpList]:
    """Dumps of the whole catalogue as files, newest first

     All files of a dump are of one snapshot, and `/changes` continues from its `cursor`. The files are
    below `address`, without a key or a quota, with `ETag` and ranges; `/dumps/latest/{file}` redirects
    to the newest. `products.cc0` has only data from sources under CC0. `manifest.json` has this item,
    the columns of its tables, and the licence and attribution of each source.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DumpList]
    """

    kwargs = _get_kwargs()

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
) -> DumpList | None:
    """Dumps of the whole catalogue as files, newest first

     All files of a dump are of one snapshot, and `/changes` continues from its `cursor`. The files are
    below `address`, without a key or a quota, with `ETag` and ranges; `/dumps/latest/{file}` redirects
    to the newest. `products.cc0` has only data from sources under CC0. `manifest.json` has this item,
    the columns of its tables, and the licence and attribution of each source.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DumpList
    """

    return (
        await asyncio_detailed(
            client=client,
        )
    ).parsed
