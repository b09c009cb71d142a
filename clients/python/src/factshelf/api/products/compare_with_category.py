from http import HTTPStatus
from typing import Any
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.comparison import Comparison
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: UUID,
    *,
    lang: str | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["lang"] = lang

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/products/{id}/comparison".format(
            id=quote(str(id), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Comparison | None:
    if response.status_code == 200:
        response_200 = Comparison.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Comparison]:
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
    lang: str | Unset = UNSET,
) -> Response[Comparison]:
    """A product beside others of its category

     Its nutrients against the median of the category, and products with a better Nutri-Score. What is no
    food is compared with nothing.

    Args:
        id (UUID): Id of the product Example: 600ee031-e4be-5cc9-ba9b-2d37e2456165.
        lang (str | Unset): Language of names and ingredients, ISO 639-1, where they exist in it;
            default: the languages of `Accept-Language` Example: de.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Comparison]
    """

    kwargs = _get_kwargs(
        id=id,
        lang=lang,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: UUID,
    *,
    client: AuthenticatedClient | Client,
    lang: str | Unset = UNSET,
) -> Comparison | None:
    """A product beside others of its category

     Its nutrients against the median of the category, and products with a better Nutri-Score. What is no
    food is compared with nothing.

    Args:
        id (UUID): Id of the product Example: 600ee031-e4be-5cc9-ba9b-2d37e2456165.
        lang (str | Unset): Language of names and ingredients, ISO 639-1, where they exist in it;
            default: the languages of `Accept-Language` Example: de.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Comparison
    """

    return sync_detailed(
        id=id,
        client=client,
        lang=lang,
    ).parsed


async def asyncio_detailed(
    id: UUID,
    *,
    client: AuthenticatedClient | Client,
    lang: str | Unset = UNSET,
) -> Response[Comparison]:
    """A product beside others of its category

     Its nutrients against the median of the category, and products with a better Nutri-Score. What is no
    food is compared with nothing.

    Args:
        id (UUID): Id of the product Example: 600ee031-e4be-5cc9-ba9b-2d37e2456165.
        lang (str | Unset): Language of names and ingredients, ISO 639-1, where they exist in it;
            default: the languages of `Accept-Language` Example: de.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Comparison]
    """

    kwargs = _get_kwargs(
        id=id,
        lang=lang,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: UUID,
    *,
    client: AuthenticatedClient | Client,
    lang: str | Unset = UNSET,
) -> Comparison | None:
    """A product beside others of its category

     Its nutrients against the median of the category, and products with a better Nutri-Score. What is no
    food is compared with nothing.

    Args:
        id (UUID): Id of the product Example: 600ee031-e4be-5cc9-ba9b-2d37e2456165.
        lang (str | Unset): Language of names and ingredients, ISO 639-1, where they exist in it;
            default: the languages of `Accept-Language` Example: de.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Comparison
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            lang=lang,
        )
    ).parsed
