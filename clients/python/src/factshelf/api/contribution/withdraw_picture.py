from http import HTTPStatus
from typing import Any
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.withdraw_picture_response_200 import WithdrawPictureResponse200
from ...types import Response


def _get_kwargs(
    id: UUID,
    image_id: UUID,
    *,
    x_answer_token: str,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    headers["X-Answer-Token"] = x_answer_token

    _kwargs: dict[str, Any] = {
        "method": "delete",
        "url": "/api/public/submissions/{id}/images/{image_id}".format(
            id=quote(str(id), safe=""),
            image_id=quote(str(image_id), safe=""),
        ),
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> WithdrawPictureResponse200 | None:
    if response.status_code == 200:
        response_200 = WithdrawPictureResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[WithdrawPictureResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    id: UUID,
    image_id: UUID,
    *,
    client: AuthenticatedClient | Client,
    x_answer_token: str,
) -> Response[WithdrawPictureResponse200]:
    """Take a picture back, while its submission is pending

    Args:
        id (UUID): Id of the submission Example: 01890a5d-ac96-774b-bcce-b302099a8057.
        image_id (UUID): Id of the picture Example: 01890a5d-ac96-774b-bcce-b302099a8058.
        x_answer_token (str): The `answer_token` of the submission

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[WithdrawPictureResponse200]
    """

    kwargs = _get_kwargs(
        id=id,
        image_id=image_id,
        x_answer_token=x_answer_token,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: UUID,
    image_id: UUID,
    *,
    client: AuthenticatedClient | Client,
    x_answer_token: str,
) -> WithdrawPictureResponse200 | None:
    """Take a picture back, while its submission is pending

    Args:
        id (UUID): Id of the submission Example: 01890a5d-ac96-774b-bcce-b302099a8057.
        image_id (UUID): Id of the picture Example: 01890a5d-ac96-774b-bcce-b302099a8058.
        x_answer_token (str): The `answer_token` of the submission

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        WithdrawPictureResponse200
    """

    return sync_detailed(
        id=id,
        image_id=image_id,
        client=client,
        x_answer_token=x_answer_token,
    ).parsed


async def asyncio_detailed(
    id: UUID,
    image_id: UUID,
    *,
    client: AuthenticatedClient | Client,
    x_answer_token: str,
) -> Response[WithdrawPictureResponse200]:
    """Take a picture back, while its submission is pending

    Args:
        id (UUID): Id of the submission Example: 01890a5d-ac96-774b-bcce-b302099a8057.
        image_id (UUID): Id of the picture Example: 01890a5d-ac96-774b-bcce-b302099a8058.
        x_answer_token (str): The `answer_token` of the submission

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[WithdrawPictureResponse200]
    """

    kwargs = _get_kwargs(
        id=id,
        image_id=image_id,
        x_answer_token=x_answer_token,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: UUID,
    image_id: UUID,
    *,
    client: AuthenticatedClient | Client,
    x_answer_token: str,
) -> WithdrawPictureResponse200 | None:
    """Take a picture back, while its submission is pending

    Args:
        id (UUID): Id of the submission Example: 01890a5d-ac96-774b-bcce-b302099a8057.
        image_id (UUID): Id of the picture Example: 01890a5d-ac96-774b-bcce-b302099a8058.
        x_answer_token (str): The `answer_token` of the submission

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        WithdrawPictureResponse200
    """

    return (
        await asyncio_detailed(
            id=id,
            image_id=image_id,
            client=client,
            x_answer_token=x_answer_token,
        )
    ).parsed
