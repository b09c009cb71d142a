from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.new_submission import NewSubmission
from ...models.taken_submission import TakenSubmission
from ...types import Response


def _get_kwargs(
    *,
    body: NewSubmission,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/public/submissions",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> TakenSubmission | None:
    if response.status_code == 201:
        response_201 = TakenSubmission.from_dict(response.json())

        return response_201

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[TakenSubmission]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: NewSubmission,
) -> Response[TakenSubmission]:
    """Submit a product, or a correction of one

     No login. It is reviewed; until then no product changes. A new product needs a name; for a known
    `gtin` or `product_id` any one other field is enough. 10 a minute and 200 a day from one address,
    and four times as many from one IPv6 /48.

    Args:
        body (NewSubmission):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[TakenSubmission]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    body: NewSubmission,
) -> TakenSubmission | None:
    """Submit a product, or a correction of one

     No login. It is reviewed; until then no product changes. A new product needs a name; for a known
    `gtin` or `product_id` any one other field is enough. 10 a minute and 200 a day from one address,
    and four times as many from one IPv6 /48.

    Args:
        body (NewSubmission):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        TakenSubmission
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: NewSubmission,
) -> Response[TakenSubmission]:
    """Submit a product, or a correction of one

     No login. It is reviewed; until then no product changes. A new product needs a name; for a known
    `gtin` or `product_id` any one other field is enough. 10 a minute and 200 a day from one address,
    and four times as many from one IPv6 /48.

    Args:
        body (NewSubmission):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[TakenSubmission]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: NewSubmission,
) -> TakenSubmission | None:
    """Submit a product, or a correction of one

     No login. It is reviewed; until then no product changes. A new product needs a name; for a known
    `gtin` or `product_id` any one other field is enough. 10 a minute and 200 a day from one address,
    and four times as many from one IPv6 /48.

    Args:
        body (NewSubmission):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        TakenSubmission
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
