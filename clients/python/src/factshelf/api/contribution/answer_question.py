from http import HTTPStatus
from typing import Any
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.answer import Answer
from ...models.answer_question_response_200 import AnswerQuestionResponse200
from ...types import Response


def _get_kwargs(
    id: UUID,
    *,
    body: Answer,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/public/submissions/{id}/answer".format(
            id=quote(str(id), safe=""),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> AnswerQuestionResponse200 | None:
    if response.status_code == 200:
        response_200 = AnswerQuestionResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[AnswerQuestionResponse200]:
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
    body: Answer,
) -> Response[AnswerQuestionResponse200]:
    """Answer the question that an operator asked about a submission

     With the `answer_token` of the submission. It counts as a submission for the limits of the address.

    Args:
        id (UUID): Id of the submission Example: 01890a5d-ac96-774b-bcce-b302099a8057.
        body (Answer):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AnswerQuestionResponse200]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    id: UUID,
    *,
    client: AuthenticatedClient | Client,
    body: Answer,
) -> AnswerQuestionResponse200 | None:
    """Answer the question that an operator asked about a submission

     With the `answer_token` of the submission. It counts as a submission for the limits of the address.

    Args:
        id (UUID): Id of the submission Example: 01890a5d-ac96-774b-bcce-b302099a8057.
        body (Answer):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AnswerQuestionResponse200
    """

    return sync_detailed(
        id=id,
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    id: UUID,
    *,
    client: AuthenticatedClient | Client,
    body: Answer,
) -> Response[AnswerQuestionResponse200]:
    """Answer the question that an operator asked about a submission

     With the `answer_token` of the submission. It counts as a submission for the limits of the address.

    Args:
        id (UUID): Id of the submission Example: 01890a5d-ac96-774b-bcce-b302099a8057.
        body (Answer):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AnswerQuestionResponse200]
    """

    kwargs = _get_kwargs(
        id=id,
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    id: UUID,
    *,
    client: AuthenticatedClient | Client,
    body: Answer,
) -> AnswerQuestionResponse200 | None:
    """Answer the question that an operator asked about a submission

     With the `answer_token` of the submission. It counts as a submission for the limits of the address.

    Args:
        id (UUID): Id of the submission Example: 01890a5d-ac96-774b-bcce-b302099a8057.
        body (Answer):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AnswerQuestionResponse200
    """

    return (
        await asyncio_detailed(
            id=id,
            client=client,
            body=body,
        )
    ).parsed
