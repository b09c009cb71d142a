from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.own_submission_page import OwnSubmissionPage
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    mine: str,
    status: str | Unset = UNSET,
    page: int | Unset = 1,
    size: int | Unset = 20,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["mine"] = mine

    params["status"] = status

    params["page"] = page

    params["size"] = size

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/public/submissions",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> OwnSubmissionPage | None:
    if response.status_code == 200:
        response_200 = OwnSubmissionPage.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[OwnSubmissionPage]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    mine: str,
    status: str | Unset = UNSET,
    page: int | Unset = 1,
    size: int | Unset = 20,
) -> Response[OwnSubmissionPage]:
    """Outcomes of what an account sent with its key, newest first

     Back-flow, and what apps sent as to Open Food Facts. With a key: it counts for its limit per minute
    and uses none of its quota.

    Args:
        mine (str): The submissions of the key’s account; no others can be listed. One of , true
        status (str | Unset): One of pending, approved, rejected
        page (int | Unset): The first page is 1 Default: 1.
        size (int | Unset): Items on a page Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[OwnSubmissionPage]
    """

    kwargs = _get_kwargs(
        mine=mine,
        status=status,
        page=page,
        size=size,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    mine: str,
    status: str | Unset = UNSET,
    page: int | Unset = 1,
    size: int | Unset = 20,
) -> OwnSubmissionPage | None:
    """Outcomes of what an account sent with its key, newest first

     Back-flow, and what apps sent as to Open Food Facts. With a key: it counts for its limit per minute
    and uses none of its quota.

    Args:
        mine (str): The submissions of the key’s account; no others can be listed. One of , true
        status (str | Unset): One of pending, approved, rejected
        page (int | Unset): The first page is 1 Default: 1.
        size (int | Unset): Items on a page Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        OwnSubmissionPage
    """

    return sync_detailed(
        client=client,
        mine=mine,
        status=status,
        page=page,
        size=size,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    mine: str,
    status: str | Unset = UNSET,
    page: int | Unset = 1,
    size: int | Unset = 20,
) -> Response[OwnSubmissionPage]:
    """Outcomes of what an account sent with its key, newest first

     Back-flow, and what apps sent as to Open Food Facts. With a key: it counts for its limit per minute
    and uses none of its quota.

    Args:
        mine (str): The submissions of the key’s account; no others can be listed. One of , true
        status (str | Unset): One of pending, approved, rejected
        page (int | Unset): The first page is 1 Default: 1.
        size (int | Unset): Items on a page Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[OwnSubmissionPage]
    """

    kwargs = _get_kwargs(
        mine=mine,
        status=status,
        page=page,
        size=size,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    mine: str,
    status: str | Unset = UNSET,
    page: int | Unset = 1,
    size: int | Unset = 20,
) -> OwnSubmissionPage | None:
    """Outcomes of what an account sent with its key, newest first

     Back-flow, and what apps sent as to Open Food Facts. With a key: it counts for its limit per minute
    and uses none of its quota.

    Args:
        mine (str): The submissions of the key’s account; no others can be listed. One of , true
        status (str | Unset): One of pending, approved, rejected
        page (int | Unset): The first page is 1 Default: 1.
        size (int | Unset): Items on a page Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        OwnSubmissionPage
    """

    return (
        await asyncio_detailed(
            client=client,
            mine=mine,
            status=status,
            page=page,
            size=size,
        )
    ).parsed
