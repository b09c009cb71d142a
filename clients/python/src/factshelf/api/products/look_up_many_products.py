from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.product_lookup import ProductLookup
from ...models.product_lookup_answer import ProductLookupAnswer
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    body: ProductLookup,
    lang: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["lang"] = lang

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/products/lookup",
        "params": params,
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ProductLookupAnswer | None:
    if response.status_code == 200:
        response_200 = ProductLookupAnswer.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ProductLookupAnswer]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: ProductLookup,
    lang: str | Unset = UNSET,
) -> Response[ProductLookupAnswer]:
    """The same, with the codes in the body

     Up to 100 barcodes and ids of products at once, answered in their order, with 200 even where none is
    found. Uses one call of the minute, and as many calls of the quota as there are well-formed codes
    and ids, at least 1 (see `X-Quota-Cost`). 403 where fewer calls are left; then no call is used.

    Args:
        lang (str | Unset): Language of names and ingredients, ISO 639-1, where they exist in it;
            default: the languages of `Accept-Language` Example: de.
        body (ProductLookup):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ProductLookupAnswer]
    """

    kwargs = _get_kwargs(
        body=body,
        lang=lang,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    body: ProductLookup,
    lang: str | Unset = UNSET,
) -> ProductLookupAnswer | None:
    """The same, with the codes in the body

     Up to 100 barcodes and ids of products at once, answered in their order, with 200 even where none is
    found. Uses one call of the minute, and as many calls of the quota as there are well-formed codes
    and ids, at least 1 (see `X-Quota-Cost`). 403 where fewer calls are left; then no call is used.

    Args:
        lang (str | Unset): Language of names and ingredients, ISO 639-1, where they exist in it;
            default: the languages of `Accept-Language` Example: de.
        body (ProductLookup):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ProductLookupAnswer
    """

    return sync_detailed(
        client=client,
        body=body,
        lang=lang,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: ProductLookup,
    lang: str | Unset = UNSET,
) -> Response[ProductLookupAnswer]:
    """The same, with the codes in the body

     Up to 100 barcodes and ids of products at once, answered in their order, with 200 even where none is
    found. Uses one call of the minute, and as many calls of the quota as there are well-formed codes
    and ids, at least 1 (see `X-Quota-Cost`). 403 where fewer calls are left; then no call is used.

    Args:
        lang (str | Unset): Language of names and ingredients, ISO 639-1, where they exist in it;
            default: the languages of `Accept-Language` Example: de.
        body (ProductLookup):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ProductLookupAnswer]
    """

    kwargs = _get_kwargs(
        body=body,
        lang=lang,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: ProductLookup,
    lang: str | Unset = UNSET,
) -> ProductLookupAnswer | None:
    """The same, with the codes in the body

     Up to 100 barcodes and ids of products at once, answered in their order, with 200 even where none is
    found. Uses one call of the minute, and as many calls of the quota as there are well-formed codes
    and ids, at least 1 (see `X-Quota-Cost`). 403 where fewer calls are left; then no call is used.

    Args:
        lang (str | Unset): Language of names and ingredients, ISO 639-1, where they exist in it;
            default: the languages of `Accept-Language` Example: de.
        body (ProductLookup):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ProductLookupAnswer
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
            lang=lang,
        )
    ).parsed
