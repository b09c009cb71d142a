from http import HTTPStatus
from typing import Any
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.taken_picture import TakenPicture
from ...types import UNSET, File, Response, Unset


def _get_kwargs(
    id: UUID,
    *,
    body: File,
    role: str | Unset = "front",
    x_answer_token: str,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    headers["X-Answer-Token"] = x_answer_token

    params: dict[str, Any] = {}

    params["role"] = role

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/public/submissions/{id}/images".format(
            id=quote(str(id), safe=""),
        ),
        "params": params,
    }

    _kwargs["content"] = body.payload
    headers["Content-Type"] = "application/octet-stream"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> TakenPicture | None:
    if response.status_code == 201:
        response_201 = TakenPicture.from_dict(response.json())

        return response_201

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[TakenPicture]:
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
    body: File,
    role: str | Unset = "front",
    x_answer_token: str,
) -> Response[TakenPicture]:
    """Send a picture with a submission, while it is pending

     The file itself is the body; at most 4 pictures each. It is encoded again from its pixels, without
    the file’s place and camera, and only operators see it until they approve it. 400
    `validation_failed` with `details.reason`: `unreadable`, `too_many_pixels`, `animated`,
    `too_costly`.

    Args:
        id (UUID): Id of the submission Example: 01890a5d-ac96-774b-bcce-b302099a8057.
        role (str | Unset): What it shows. One of front, ingredients, nutrition, packaging
            Default: 'front'.
        x_answer_token (str): The `answer_token` of the submission
        body (File): JPEG, PNG or WebP, at most 10000000 bytes, 50 megapixels and 16383 pixels
            each way

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[TakenPicture]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
        role=role,
        x_answer_token=x_answer_token,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: UUID,
    *,
    client: AuthenticatedClient | Client,
    body: File,
    role: str | Unset = "front",
    x_answer_token: str,
) -> TakenPicture | None:
    """Send a picture with a submission, while it is pending

     The file itself is the body; at most 4 pictures each. It is encoded again from its pixels, without
    the file’s place and camera, and only operators see it until they approve it. 400
    `validation_failed` with `details.reason`: `unreadable`, `too_many_pixels`, `animated`,
    `too_costly`.

    Args:
        id (UUID): Id of the submission Example: 01890a5d-ac96-774b-bcce-b302099a8057.
        role (str | Unset): What it shows. One of front, ingredients, nutrition, packaging
            Default: 'front'.
        x_answer_token (str): The `answer_token` of the submission
        body (File): JPEG, PNG or WebP, at most 10000000 bytes, 50 megapixels and 16383 pixels
            each way

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        TakenPicture
    """

    return sync_detailed(
        id=id,
        client=client,
        body=body,
        role=role,
        x_answer_token=x_answer_token,
    ).parsed


async def asyncio_detailed(
    id: UUID,
    *,
    client: AuthenticatedClient | Client,
    body: File,
    role: str | Unset = "front",
    x_answer_token: str,
) -> Response[TakenPicture]:
    """Send a picture with a submission, while it is pending

     The file itself is the body; at most 4 pictures each. It is encoded again from its pixels, without
    the file’s place and camera, and only operators see it until they approve it. 400
    `validation_failed` with `details.reason`: `unreadable`, `too_many_pixels`, `animated`,
    `too_costly`.

    Args:
        id (UUID): Id of the submission Example: 01890a5d-ac96-774b-bcce-b302099a8057.
        role (str | Unset): What it shows. One of front, ingredients, nutrition, packaging
            Default: 'front'.
        x_answer_token (str): The `answer_token` of the submission
        body (File): JPEG, PNG or WebP, at most 10000000 bytes, 50 megapixels and 16383 pixels
            each way

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[TakenPicture]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
        role=role,
        x_answer_token=x_answer_token,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: UUID,
    *,
    client: AuthenticatedClient | Client,
    body: File,
    role: str | Unset = "front",
    x_answer_token: str,
) -> TakenPicture | None:
    """Send a picture with a submission, while it is pending

     The file itself is the body; at most 4 pictures each. It is encoded again from its pixels, without
    the file’s place and camera, and only operators see it until they approve it. 400
    `validation_failed` with `details.reason`: `unreadable`, `too_many_pixels`, `animated`,
    `too_costly`.

    Args:
        id (UUID): Id of the submission Example: 01890a5d-ac96-774b-bcce-b302099a8057.
        role (str | Unset): What it shows. One of front, ingredients, nutrition, packaging
            Default: 'front'.
        x_answer_token (str): The `answer_token` of the submission
        body (File): JPEG, PNG or WebP, at most 10000000 bytes, 50 megapixels and 16383 pixels
            each way

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        TakenPicture
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            body=body,
            role=role,
            x_answer_token=x_answer_token,
        )
    ).parsed
