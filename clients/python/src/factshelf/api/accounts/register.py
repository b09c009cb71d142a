from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.new_key import NewKey
from ...models.registration import Registration
from ...types import Response


def _get_kwargs(
    *,
    body: Registration,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/register",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> NewKey | None:
    if response.status_code == 201:
        response_201 = NewKey.from_dict(response.json())

        return response_201

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[NewKey]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: Registration,
) -> Response[NewKey]:
    """Get an API key

     The key is shown once. It raises the rate limit and has a quota of its own. Where this service
    confirms e-mails, calls with the key are 401 until the code of the mail was used at
    `/account/confirm`, and a taken e-mail is answered like a new one: the mail tells its owner.
    Elsewhere a taken e-mail is 409.

    Args:
        body (Registration):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[NewKey]
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
    body: Registration,
) -> NewKey | None:
    """Get an API key

     The key is shown once. It raises the rate limit and has a quota of its own. Where this service
    confirms e-mails, calls with the key are 401 until the code of the mail was used at
    `/account/confirm`, and a taken e-mail is answered like a new one: the mail tells its owner.
    Elsewhere a taken e-mail is 409.

    Args:
        body (Registration):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        NewKey
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: Registration,
) -> Response[NewKey]:
    """Get an API key

     The key is shown once. It raises the rate limit and has a quota of its own. Where this service
    confirms e-mails, calls with the key are 401 until the code of the mail was used at
    `/account/confirm`, and a taken e-mail is answered like a new one: the mail tells its owner.
    Elsewhere a taken e-mail is 409.

    Args:
        body (Registration):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[NewKey]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: Registration,
) -> NewKey | None:
    """Get an API key

     The key is shown once. It raises the rate limit and has a quota of its own. Where this service
    confirms e-mails, calls with the key are 401 until the code of the mail was used at
    `/account/confirm`, and a taken e-mail is answered like a new one: the mail tells its owner.
    Elsewhere a taken e-mail is 409.

    Args:
        body (Registration):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        NewKey
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
