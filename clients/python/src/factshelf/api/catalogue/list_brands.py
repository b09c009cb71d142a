from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.brand_page import BrandPage
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    slug: str | Unset = UNSET,
    name: str | Unset = UNSET,
    page: int | Unset = 1,
    size: int | Unset = 20,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["slug"] = slug

    params["name"] = name

    params["page"] = page

    params["size"] = size

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/brands",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> BrandPage | None:
    if response.status_code == 200:
        response_200 = BrandPage.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[BrandPage]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    slug: str | Unset = UNSET,
    name: str | Unset = UNSET,
    page: int | Unset = 1,
    size: int | Unset = 20,
) -> Response[BrandPage]:
    """The brands with products in use, by name

     An added or renamed brand appears in its place after at most 5 seconds.

    Args:
        slug (str | Unset): Only the brand with this slug
        name (str | Unset): Only the brand with this name or alias; case, accents and punctuation
            are ignored
        page (int | Unset): The first page is 1 Default: 1.
        size (int | Unset): Items on a page Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BrandPage]
    """

    kwargs = _get_kwargs(
        slug=slug,
        name=name,
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
    slug: str | Unset = UNSET,
    name: str | Unset = UNSET,
    page: int | Unset = 1,
    size: int | Unset = 20,
) -> BrandPage | None:
    """The brands with products in use, by name

     An added or renamed brand appears in its place after at most 5 seconds.

    Args:
        slug (str | Unset): Only the brand with this slug
        name (str | Unset): Only the brand with this name or alias; case, accents and punctuation
            are ignored
        page (int | Unset): The first page is 1 Default: 1.
        size (int | Unset): Items on a page Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BrandPage
    """

    return sync_detailed(
        client=client,
        slug=slug,
        name=name,
        page=page,
        size=size,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    slug: str | Unset = UNSET,
    name: str | Unset = UNSET,
    page: int | Unset = 1,
    size: int | Unset = 20,
) -> Response[BrandPage]:
    """The brands with products in use, by name

     An added or renamed brand appears in its place after at most 5 seconds.

    Args:
        slug (str | Unset): Only the brand with this slug
        name (str | Unset): Only the brand with this name or alias; case, accents and punctuation
            are ignored
        page (int | Unset): The first page is 1 Default: 1.
        size (int | Unset): Items on a page Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BrandPage]
    """

    kwargs = _get_kwargs(
        slug=slug,
        name=name,
        page=page,
        size=size,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    slug: str | Unset = UNSET,
    name: str | Unset = UNSET,
    page: int | Unset = 1,
    size: int | Unset = 20,
) -> BrandPage | None:
    """The brands with products in use, by name

     An added or renamed brand appears in its place after at most 5 seconds.

    Args:
        slug (str | Unset): Only the brand with this slug
        name (str | Unset): Only the brand with this name or alias; case, accents and punctuation
            are ignored
        page (int | Unset): The first page is 1 Default: 1.
        size (int | Unset): Items on a page Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BrandPage
    """

    return (
        await asyncio_detailed(
            client=client,
            slug=slug,
            name=name,
            page=page,
            size=size,
        )
    ).parsed
