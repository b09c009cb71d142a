from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.resolve_digital_link_response_200 import ResolveDigitalLinkResponse200
from ...types import UNSET, Response, Unset


def _get_kwargs(
    gtin: str,
    *,
    link_type: str | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["linkType"] = link_type

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/01/{gtin}".format(
            gtin=quote(str(gtin), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ResolveDigitalLinkResponse200 | None:
    if response.status_code == 200:
        response_200 = ResolveDigitalLinkResponse200.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ResolveDigitalLinkResponse200]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    gtin: str,
    *,
    client: AuthenticatedClient | Client,
    link_type: str | Unset = UNSET,
) -> Response[ResolveDigitalLinkResponse200]:
    """GS1 Digital Link resolver: to the product, or the list of its links

     Qualifiers may follow (`/22/…`, `/10/…`, `/21/…`, `/235/…`), and attributes as parameters
    (`17=260505`); both are checked. `linkType=linkset` or `Accept: application/linkset+json` asks for
    the list (RFC 9264). Browsers, which ask for `text/html`, are led to the page of the product.

    Args:
        gtin (str): 14 digits, or fewer without padding Example: 09521000000018.
        link_type (str | Unset): `linkset`, or a type such as `gs1:pip`; 404 where there is no
            such link

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ResolveDigitalLinkResponse200]
    """

    kwargs = _get_kwargs(
        gtin=gtin,
        link_type=link_type,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    gtin: str,
    *,
    client: AuthenticatedClient | Client,
    link_type: str | Unset = UNSET,
) -> ResolveDigitalLinkResponse200 | None:
    """GS1 Digital Link resolver: to the product, or the list of its links

     Qualifiers may follow (`/22/…`, `/10/…`, `/21/…`, `/235/…`), and attributes as parameters
    (`17=260505`); both are checked. `linkType=linkset` or `Accept: application/linkset+json` asks for
    the list (RFC 9264). Browsers, which ask for `text/html`, are led to the page of the product.

    Args:
        gtin (str): 14 digits, or fewer without padding Example: 09521000000018.
        link_type (str | Unset): `linkset`, or a type such as `gs1:pip`; 404 where there is no
            such link

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ResolveDigitalLinkResponse200
    """

    return sync_detailed(
        gtin=gtin,
        client=client,
        link_type=link_type,
    ).parsed


async def asyncio_detailed(
    gtin: str,
    *,
    client: AuthenticatedClient | Client,
    link_type: str | Unset = UNSET,
) -> Response[ResolveDigitalLinkResponse200]:
    """GS1 Digital Link resolver: to the product, or the list of its links

     Qualifiers may follow (`/22/…`, `/10/…`, `/21/…`, `/235/…`), and attributes as parameters
    (`17=260505`); both are checked. `linkType=linkset` or `Accept: application/linkset+json` asks for
    the list (RFC 9264). Browsers, which ask for `text/html`, are led to the page of the product.

    Args:
        gtin (str): 14 digits, or fewer without padding Example: 09521000000018.
        link_type (str | Unset): `linkset`, or a type such as `gs1:pip`; 404 where there is no
            such link

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ResolveDigitalLinkResponse200]
    """

    kwargs = _get_kwargs(
        gtin=gtin,
        link_type=link_type,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    gtin: str,
    *,
    client: AuthenticatedClient | Client,
    link_type: str | Unset = UNSET,
) -> ResolveDigitalLinkResponse200 | None:
    """GS1 Digital Link resolver: to the product, or the list of its links

     Qualifiers may follow (`/22/…`, `/10/…`, `/21/…`, `/235/…`), and attributes as parameters
    (`17=260505`); both are checked. `linkType=linkset` or `Accept: application/linkset+json` asks for
    the list (RFC 9264). Browsers, which ask for `text/html`, are led to the page of the product.

    Args:
        gtin (str): 14 digits, or fewer without padding Example: 09521000000018.
        link_type (str | Unset): `linkset`, or a type such as `gs1:pip`; 404 where there is no
            such link

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ResolveDigitalLinkResponse200
    """

    return (
        await asyncio_detailed(
            gtin=gtin,
            client=client,
            link_type=link_type,
        )
    ).parsed
