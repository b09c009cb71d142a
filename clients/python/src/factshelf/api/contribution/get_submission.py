from http import HTTPStatus
from typing import Any
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.submission_status import SubmissionStatus
from ...types import UNSET, Response, Unset


def _get_kwargs(
    id: UUID,
    *,
    x_answer_token: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(x_answer_token, Unset):
        headers["X-Answer-Token"] = x_answer_token

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/public/submissions/{id}".format(
            id=quote(str(id), safe=""),
        ),
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> SubmissionStatus | None:
    if response.status_code == 200:
        response_200 = SubmissionStatus.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[SubmissionStatus]:
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
    x_answer_token: str | Unset = UNSET,
) -> Response[SubmissionStatus]:
    """The status of a submission

     With its `answer_token`, also the submitted content.

    Args:
        id (UUID): Id of the submission Example: 01890a5d-ac96-774b-bcce-b302099a8057.
        x_answer_token (str | Unset): The `answer_token` of the submission

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[SubmissionStatus]
    """

    kwargs = _get_kwargs(
        id=id,
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
    x_answer_token: str | Unset = UNSET,
) -> SubmissionStatus | None:
    """The status of a submission

     With its `answer_token`, also the submitted content.

    Args:
        id (UUID): Id of the submission Example: 01890a5d-ac96-774b-bcce-b302099a8057.
        x_answer_token (str | Unset): The `answer_token` of the submission

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        SubmissionStatus
    """

    return sync_detailed(
        id=id,
        client=client,
        x_answer_token=x_answer_token,
    ).parsed


async def asyncio_detailed(
    id: UUID,
    *,
    client: AuthenticatedClient | Client,
    x_answer_token: str | Unset = UNSET,
) -> Response[SubmissionStatus]:
    """The status of a submission

     With its `answer_token`, also the submitted content.

    Args:
        id (UUID): Id of the submission Example: 01890a5d-ac96-774b-bcce-b302099a8057.
        x_answer_token (str | Unset): The `answer_token` of the submission

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[SubmissionStatus]
    """

    kwargs = _get_kwargs(
        id=id,
        x_answer_token=x_answer_token,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: UUID,
    *,
    client: AuthenticatedClient | Client,
    x_answer_token: str | Unset = UNSET,
) -> SubmissionStatus | None:
    """The status of a submission

     With its `answer_token`, also the submitted content.

    Args:
        id (UUID): Id of the submission Example: 01890a5d-ac96-774b-bcce-b302099a8057.
        x_answer_token (str | Unset): The `answer_token` of the submission

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        SubmissionStatus
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            x_answer_token=x_answer_token,
        )
    ).parsed
