from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.suggestions import Suggestions
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    q: str | Unset = "",
    types: str | Unset = UNSET,
    size: int | Unset = 8,
    lang: str | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["q"] = q

    params["types"] = types

    params["size"] = size

    params["lang"] = lang

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/suggest",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Suggestions | None:
    if response.status_code == 200:
        response_200 = Suggestions.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Suggestions]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    q: str | Unset = "",
    types: str | Unset = UNSET,
    size: int | Unset = 8,
    lang: str | Unset = UNSET,
) -> Response[Suggestions]:
    """Suggest brands, categories and products for a text being typed

     First names that begin with `q`, then names whose words do, then names with one typo; equally near
    ones by the number of products, or as a search with `in=all` ranks products, the types in turn. Of a
    product the brand may have some of the words. No type takes more than half of `size`, rounded up,
    while others match. Has its own limit, 5 times the calls per minute of the tier, and uses no quota.

    Args:
        q (str | Unset): The text typed so far. Its words are the beginnings of words; one of them
            may have a typo from 5 letters on. Empty: no items. Default: ''. Example: hazeln.
        types (str | Unset): The types to suggest; default: all
        size (int | Unset): The most items Default: 8.
        lang (str | Unset): Language of names and ingredients, ISO 639-1, where they exist in it;
            default: the languages of `Accept-Language` Example: de.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Suggestions]
    """

    kwargs = _get_kwargs(
        q=q,
        types=types,
        size=size,
        lang=lang,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    q: str | Unset = "",
    types: str | Unset = UNSET,
    size: int | Unset = 8,
    lang: str | Unset = UNSET,
) -> Suggestions | None:
    """Suggest brands, categories and products for a text being typed

     First names that begin with `q`, then names whose words do, then names with one typo; equally near
    ones by the number of products, or as a search with `in=all` ranks products, the types in turn. Of a
    product the brand may have some of the words. No type takes more than half of `size`, rounded up,
    while others match. Has its own limit, 5 times the calls per minute of the tier, and uses no quota.

    Args:
        q (str | Unset): The text typed so far. Its words are the beginnings of words; one of them
            may have a typo from 5 letters on. Empty: no items. Default: ''. Example: hazeln.
        types (str | Unset): The types to suggest; default: all
        size (int | Unset): The most items Default: 8.
        lang (str | Unset): Language of names and ingredients, ISO 639-1, where they exist in it;
            default: the languages of `Accept-Language` Example: de.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Suggestions
    """

    return sync_detailed(
        client=client,
        q=q,
        types=types,
        size=size,
        lang=lang,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    q: str | Unset = "",
    types: str | Unset = UNSET,
    size: int | Unset = 8,
    lang: str | Unset = UNSET,
) -> Response[Suggestions]:
    """Suggest brands, categories and products for a text being typed

     First names that begin with `q`, then names whose words do, then names with one typo; equally near
    ones by the number of products, or as a search with `in=all` ranks products, the types in turn. Of a
    product the brand may have some of the words. No type takes more than half of `size`, rounded up,
    while others match. Has its own limit, 5 times the calls per minute of the tier, and uses no quota.

    Args:
        q (str | Unset): The text typed so far. Its words are the beginnings of words; one of them
            may have a typo from 5 letters on. Empty: no items. Default: ''. Example: hazeln.
        types (str | Unset): The types to suggest; default: all
        size (int | Unset): The most items Default: 8.
        lang (str | Unset): Language of names and ingredients, ISO 639-1, where they exist in it;
            default: the languages of `Accept-Language` Example: de.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Suggestions]
    """

    kwargs = _get_kwargs(
        q=q,
        types=types,
        size=size,
        lang=lang,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    q: str | Unset = "",
    types: str | Unset = UNSET,
    size: int | Unset = 8,
    lang: str | Unset = UNSET,
) -> Suggestions | None:
    """Suggest brands, categories and products for a text being typed

     First names that begin with `q`, then names whose words do, then names with one typo; equally near
    ones by the number of products, or as a search with `in=all` ranks products, the types in turn. Of a
    product the brand may have some of the words. No type takes more than half of `size`, rounded up,
    while others match. Has its own limit, 5 times the calls per minute of the tier, and uses no quota.

    Args:
        q (str | Unset): The text typed so far. Its words are the beginnings of words; one of them
            may have a typo from 5 letters on. Empty: no items. Default: ''. Example: hazeln.
        types (str | Unset): The types to suggest; default: all
        size (int | Unset): The most items Default: 8.
        lang (str | Unset): Language of names and ingredients, ISO 639-1, where they exist in it;
            default: the languages of `Accept-Language` Example: de.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Suggestions
    """

    return (
        await asyncio_detailed(
            client=client,
            q=q,
            types=types,
            size=size,
            lang=lang,
        )
    ).parsed
