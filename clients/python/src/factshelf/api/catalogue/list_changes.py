from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.change_page import ChangePage
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    fields: str | Unset = UNSET,
    since: str | Unset = UNSET,
    limit: int | Unset = 100,
    wait: int | Unset = 0,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["fields"] = fields

    params["since"] = since

    params["limit"] = limit

    params["wait"] = wait

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/changes",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ChangePage | None:
    if response.status_code == 200:
        response_200 = ChangePage.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ChangePage]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    fields: str | Unset = UNSET,
    since: str | Unset = UNSET,
    limit: int | Unset = 100,
    wait: int | Unset = 0,
) -> Response[ChangePage]:
    """The whole catalogue, and then its changes

     Each product once, in its latest state, in the order of its last change. Send `next` of an answer as
    `since` of the next call. Guaranteed: each change is delivered at least once, none is missed, and no
    product is older than its `version`. A change appears about a second after it was made. Deletions
    are kept for 180 days: an older cursor, or one from before the service was restored from a copy, is
    410 `cursor_expired`, and the copy has to be made again, from a dump (`/dumps`) or from the
    beginning. A page of more than 100 products uses one call of the quota; a smaller page uses no
    quota. With `wait` a call lasts 22 seconds at most: give clients and proxies more time than that.

    Args:
        fields (str | Unset): Only these fields of Product, separated by commas; `id`, `gtin`,
            `name` always come
        since (str | Unset): The `next` of the last answer. Absent: the whole catalogue from its
            beginning. `now`: no products, and the cursor of this moment Example: now.
        limit (int | Unset): The most items of a page Default: 100.
        wait (int | Unset): Seconds to wait for a change when there is no new one; the first
            change ends the wait Default: 0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ChangePage]
    """

    kwargs = _get_kwargs(
        fields=fields,
        since=since,
        limit=limit,
        wait=wait,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    fields: str | Unset = UNSET,
    since: str | Unset = UNSET,
    limit: int | Unset = 100,
    wait: int | Unset = 0,
) -> ChangePage | None:
    """The whole catalogue, and then its changes

     Each product once, in its latest state, in the order of its last change. Send `next` of an answer as
    `since` of the next call. Guaranteed: each change is delivered at least once, none is missed, and no
    product is older than its `version`. A change appears about a second after it was made. Deletions
    are kept for 180 days: an older cursor, or one from before the service was restored from a copy, is
    410 `cursor_expired`, and the copy has to be made again, from a dump (`/dumps`) or from the
    beginning. A page of more than 100 products uses one call of the quota; a smaller page uses no
    quota. With `wait` a call lasts 22 seconds at most: give clients and proxies more time than that.

    Args:
        fields (str | Unset): Only these fields of Product, separated by commas; `id`, `gtin`,
            `name` always come
        since (str | Unset): The `next` of the last answer. Absent: the whole catalogue from its
            beginning. `now`: no products, and the cursor of this moment Example: now.
        limit (int | Unset): The most items of a page Default: 100.
        wait (int | Unset): Seconds to wait for a change when there is no new one; the first
            change ends the wait Default: 0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ChangePage
    """

    return sync_detailed(
        client=client,
        fields=fields,
        since=since,
        limit=limit,
        wait=wait,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    fields: str | Unset = UNSET,
    since: str | Unset = UNSET,
    limit: int | Unset = 100,
    wait: int | Unset = 0,
) -> Response[ChangePage]:
    """The whole catalogue, and then its changes

     Each product once, in its latest state, in the order of its last change. Send `next` of an answer as
    `since` of the next call. Guaranteed: each change is delivered at least once, none is missed, and no
    product is older than its `version`. A change appears about a second after it was made. Deletions
    are kept for 180 days: an older cursor, or one from before the service was restored from a copy, is
    410 `cursor_expired`, and the copy has to be made again, from a dump (`/dumps`) or from the
    beginning. A page of more than 100 products uses one call of the quota; a smaller page uses no
    quota. With `wait` a call lasts 22 seconds at most: give clients and proxies more time than that.

    Args:
        fields (str | Unset): Only these fields of Product, separated by commas; `id`, `gtin`,
            `name` always come
        since (str | Unset): The `next` of the last answer. Absent: the whole catalogue from its
            beginning. `now`: no products, and the cursor of this moment Example: now.
        limit (int | Unset): The most items of a page Default: 100.
        wait (int | Unset): Seconds to wait for a change when there is no new one; the first
            change ends the wait Default: 0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ChangePage]
    """

    kwargs = _get_kwargs(
        fields=fields,
        since=since,
        limit=limit,
        wait=wait,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    fields: str | Unset = UNSET,
    since: str | Unset = UNSET,
    limit: int | Unset = 100,
    wait: int | Unset = 0,
) -> ChangePage | None:
    """The whole catalogue, and then its changes

     Each product once, in its latest state, in the order of its last change. Send `next` of an answer as
    `since` of the next call. Guaranteed: each change is delivered at least once, none is missed, and no
    product is older than its `version`. A change appears about a second after it was made. Deletions
    are kept for 180 days: an older cursor, or one from before the service was restored from a copy, is
    410 `cursor_expired`, and the copy has to be made again, from a dump (`/dumps`) or from the
    beginning. A page of more than 100 products uses one call of the quota; a smaller page uses no
    quota. With `wait` a call lasts 22 seconds at most: give clients and proxies more time than that.

    Args:
        fields (str | Unset): Only these fields of Product, separated by commas; `id`, `gtin`,
            `name` always come
        since (str | Unset): The `next` of the last answer. Absent: the whole catalogue from its
            beginning. `now`: no products, and the cursor of this moment Example: now.
        limit (int | Unset): The most items of a page Default: 100.
        wait (int | Unset): Seconds to wait for a change when there is no new one; the first
            change ends the wait Default: 0.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ChangePage
    """

    return (
        await asyncio_detailed(
            client=client,
            fields=fields,
            since=since,
            limit=limit,
            wait=wait,
        )
    ).parsed
