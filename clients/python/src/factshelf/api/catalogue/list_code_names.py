from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.code_names import CodeNames
from ...types import UNSET, Response, Unset


def _get_kwargs(
    list_: str,
    *,
    lang: str | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["lang"] = lang

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/names/{list_}".format(
            list_=quote(str(list_), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> CodeNames | None:
    if response.status_code == 200:
        response_200 = CodeNames.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[CodeNames]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    list_: str,
    *,
    client: AuthenticatedClient | Client,
    lang: str | Unset = UNSET,
) -> Response[CodeNames]:
    """The codes of a list with their names in a language

     Of additives, the frequent ones have names.

    Args:
        list_ (str): Categories have their names in `/categories`. One of allergens, labels,
            additives, nutriments, countries Example: allergens.
        lang (str | Unset): Language of names and ingredients, ISO 639-1, where they exist in it;
            default: the languages of `Accept-Language` Example: de.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CodeNames]
    """

    kwargs = _get_kwargs(
        list_=list_,
        lang=lang,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    list_: str,
    *,
    client: AuthenticatedClient | Client,
    lang: str | Unset = UNSET,
) -> CodeNames | None:
    """The codes of a list with their names in a language

     Of additives, the frequent ones have names.

    Args:
        list_ (str): Categories have their names in `/categories`. One of allergens, labels,
            additives, nutriments, countries Example: allergens.
        lang (str | Unset): Language of names and ingredients, ISO 639-1, where they exist in it;
            default: the languages of `Accept-Language` Example: de.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CodeNames
    """

    return sync_detailed(
        list_=list_,
        client=client,
        lang=lang,
    ).parsed


async def asyncio_detailed(
    list_: str,
    *,
    client: AuthenticatedClient | Client,
    lang: str | Unset = UNSET,
) -> Response[CodeNames]:
    """The codes of a list with their names in a language

     Of additives, the frequent ones have names.

    Args:
        list_ (str): Categories have their names in `/categories`. One of allergens, labels,
            additives, nutriments, countries Example: allergens.
        lang (str | Unset): Language of names and ingredients, ISO 639-1, where they exist in it;
            default: the languages of `Accept-Language` Example: de.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CodeNames]
    """

    kwargs = _get_kwargs(
        list_=list_,
        lang=lang,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    list_: str,
    *,
    client: AuthenticatedClient | Client,
    lang: str | Unset = UNSET,
) -> CodeNames | None:
    """The codes of a list with their names in a language

     Of additives, the frequent ones have names.

    Args:
        list_ (str): Categories have their names in `/categories`. One of allergens, labels,
            additives, nutriments, countries Example: allergens.
        lang (str | Unset): Language of names and ingredients, ISO 639-1, where they exist in it;
            default: the languages of `Accept-Language` Example: de.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CodeNames
    """

    return (
        await asyncio_detailed(
            list_=list_,
            client=client,
            lang=lang,
        )
    ).parsed
