from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.backflow_batch import BackflowBatch
from ...models.backflow_result import BackflowResult
from ...types import Response


def _get_kwargs(
    *,
    body: BackflowBatch,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/public/backflow",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> BackflowResult | None:
    if response.status_code == 200:
        response_200 = BackflowResult.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[BackflowResult]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: BackflowBatch,
) -> Response[BackflowResult]:
    """Submit products that the catalogue may not have yet

     With a key. 1 to 100 items, judged one by one and answered in their order: `invalid`, `exists` (a
    product has the barcode), `duplicate` (it is pending already, or was in this batch), else `accepted`
    into the review queue. It counts for the limit per minute of the key and uses none of its quota. An
    account has a number of items that are accepted in a day and one that may be pending, by its tier.
    At the first item beyond, or when the queue is full, the call ends with 429 and `Retry-After`;
    `details.cap` is `per_day`, `pending` or `queue`, and `details.result` is what a 200 would have told
    of the items before.

    Args:
        body (BackflowBatch):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BackflowResult]
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
    body: BackflowBatch,
) -> BackflowResult | None:
    """Submit products that the catalogue may not have yet

     With a key. 1 to 100 items, judged one by one and answered in their order: `invalid`, `exists` (a
    product has the barcode), `duplicate` (it is pending already, or was in this batch), else `accepted`
    into the review queue. It counts for the limit per minute of the key and uses none of its quota. An
    account has a number of items that are accepted in a day and one that may be pending, by its tier.
    At the first item beyond, or when the queue is full, the call ends with 429 and `Retry-After`;
    `details.cap` is `per_day`, `pending` or `queue`, and `details.result` is what a 200 would have told
    of the items before.

    Args:
        body (BackflowBatch):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BackflowResult
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: BackflowBatch,
) -> Response[BackflowResult]:
    """Submit products that the catalogue may not have yet

     With a key. 1 to 100 items, judged one by one and answered in their order: `invalid`, `exists` (a
    product has the barcode), `duplicate` (it is pending already, or was in this batch), else `accepted`
    into the review queue. It counts for the limit per minute of the key and uses none of its quota. An
    account has a number of items that are accepted in a day and one that may be pending, by its tier.
    At the first item beyond, or when the queue is full, the call ends with 429 and `Retry-After`;
    `details.cap` is `per_day`, `pending` or `queue`, and `details.result` is what a 200 would have told
    of the items before.

    Args:
        body (BackflowBatch):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BackflowResult]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: BackflowBatch,
) -> BackflowResult | None:
    """Submit products that the catalogue may not have yet

     With a key. 1 to 100 items, judged one by one and answered in their order: `invalid`, `exists` (a
    product has the barcode), `duplicate` (it is pending already, or was in this batch), else `accepted`
    into the review queue. It counts for the limit per minute of the key and uses none of its quota. An
    account has a number of items that are accepted in a day and one that may be pending, by its tier.
    At the first item beyond, or when the queue is full, the call ends with 429 and `Retry-After`;
    `details.cap` is `per_day`, `pending` or `queue`, and `details.result` is what a 200 would have told
    of the items before.

    Args:
        body (BackflowBatch):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BackflowResult
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
