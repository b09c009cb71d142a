from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.scanned_product import ScannedProduct
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    lang: str | Unset = UNSET,
    fields: str | Unset = UNSET,
    data: str,
    symbology: str | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["lang"] = lang

    params["fields"] = fields

    params["data"] = data

    params["symbology"] = symbology

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/products/scan",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ScannedProduct | None:
    if response.status_code == 200:
        response_200 = ScannedProduct.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ScannedProduct]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    lang: str | Unset = UNSET,
    fields: str | Unset = UNSET,
    data: str,
    symbology: str | Unset = UNSET,
) -> Response[ScannedProduct]:
    """The product of a scanned code

     Accepts the digits of a barcode; a UPC-E of six, seven or eight digits; a GS1 Digital Link of any
    host; a GS1 element string as GS1-128, GS1 DataMatrix, GS1 QR Code and GS1 DataBar carry it, with
    `%1D` as separator or with brackets, with a symbology identifier (`]C1`) or without. For an unknown
    product, `details` of the 404 has `gtin` and `elements`, which is enough to submit it. A code that
    no product can have is 400: `details.reason`.

    Args:
        lang (str | Unset): Language of names and ingredients, ISO 639-1, where they exist in it;
            default: the languages of `Accept-Language` Example: de.
        fields (str | Unset): Only these fields of Product, separated by commas; `id`, `gtin`,
            `name` always come
        data (str): The text of the scanner, URL-encoded: `%1D` for a group separator Example:
            (01)09521000000018(17)260505(10)A46.
        symbology (str | Unset): Kind of the symbol, by the names of the browser’s
            BarcodeDetector: `upc_e` and `ean_8` decide how 8 digits are read. One of aztec, code_128,
            code_39, code_93, codabar, data_matrix, ean_13, ean_8, itf, pdf417, qr_code, unknown,
            upc_a, upc_e

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ScannedProduct]
    """

    kwargs = _get_kwargs(
        lang=lang,
        fields=fields,
        data=data,
        symbology=symbology,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    lang: str | Unset = UNSET,
    fields: str | Unset = UNSET,
    data: str,
    symbology: str | Unset = UNSET,
) -> ScannedProduct | None:
    """The product of a scanned code

     Accepts the digits of a barcode; a UPC-E of six, seven or eight digits; a GS1 Digital Link of any
    host; a GS1 element string as GS1-128, GS1 DataMatrix, GS1 QR Code and GS1 DataBar carry it, with
    `%1D` as separator or with brackets, with a symbology identifier (`]C1`) or without. For an unknown
    product, `details` of the 404 has `gtin` and `elements`, which is enough to submit it. A code that
    no product can have is 400: `details.reason`.

    Args:
        lang (str | Unset): Language of names and ingredients, ISO 639-1, where they exist in it;
            default: the languages of `Accept-Language` Example: de.
        fields (str | Unset): Only these fields of Product, separated by commas; `id`, `gtin`,
            `name` always come
        data (str): The text of the scanner, URL-encoded: `%1D` for a group separator Example:
            (01)09521000000018(17)260505(10)A46.
        symbology (str | Unset): Kind of the symbol, by the names of the browser’s
            BarcodeDetector: `upc_e` and `ean_8` decide how 8 digits are read. One of aztec, code_128,
            code_39, code_93, codabar, data_matrix, ean_13, ean_8, itf, pdf417, qr_code, unknown,
            upc_a, upc_e

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ScannedProduct
    """

    return sync_detailed(
        client=client,
        lang=lang,
        fields=fields,
        data=data,
        symbology=symbology,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    lang: str | Unset = UNSET,
    fields: str | Unset = UNSET,
    data: str,
    symbology: str | Unset = UNSET,
) -> Response[ScannedProduct]:
    """The product of a scanned code

     Accepts the digits of a barcode; a UPC-E of six, seven or eight digits; a GS1 Digital Link of any
    host; a GS1 element string as GS1-128, GS1 DataMatrix, GS1 QR Code and GS1 DataBar carry it, with
    `%1D` as separator or with brackets, with a symbology identifier (`]C1`) or without. For an unknown
    product, `details` of the 404 has `gtin` and `elements`, which is enough to submit it. A code that
    no product can have is 400: `details.reason`.

    Args:
        lang (str | Unset): Language of names and ingredients, ISO 639-1, where they exist in it;
            default: the languages of `Accept-Language` Example: de.
        fields (str | Unset): Only these fields of Product, separated by commas; `id`, `gtin`,
            `name` always come
        data (str): The text of the scanner, URL-encoded: `%1D` for a group separator Example:
            (01)09521000000018(17)260505(10)A46.
        symbology (str | Unset): Kind of the symbol, by the names of the browser’s
            BarcodeDetector: `upc_e` and `ean_8` decide how 8 digits are read. One of aztec, code_128,
            code_39, code_93, codabar, data_matrix, ean_13, ean_8, itf, pdf417, qr_code, unknown,
            upc_a, upc_e

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ScannedProduct]
    """

    kwargs = _get_kwargs(
        lang=lang,
        fields=fields,
        data=data,
        symbology=symbology,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    lang: str | Unset = UNSET,
    fields: str | Unset = UNSET,
    data: str,
    symbology: str | Unset = UNSET,
) -> ScannedProduct | None:
    """The product of a scanned code

     Accepts the digits of a barcode; a UPC-E of six, seven or eight digits; a GS1 Digital Link of any
    host; a GS1 element string as GS1-128, GS1 DataMatrix, GS1 QR Code and GS1 DataBar carry it, with
    `%1D` as separator or with brackets, with a symbology identifier (`]C1`) or without. For an unknown
    product, `details` of the 404 has `gtin` and `elements`, which is enough to submit it. A code that
    no product can have is 400: `details.reason`.

    Args:
        lang (str | Unset): Language of names and ingredients, ISO 639-1, where they exist in it;
            default: the languages of `Accept-Language` Example: de.
        fields (str | Unset): Only these fields of Product, separated by commas; `id`, `gtin`,
            `name` always come
        data (str): The text of the scanner, URL-encoded: `%1D` for a group separator Example:
            (01)09521000000018(17)260505(10)A46.
        symbology (str | Unset): Kind of the symbol, by the names of the browser’s
            BarcodeDetector: `upc_e` and `ean_8` decide how 8 digits are read. One of aztec, code_128,
            code_39, code_93, codabar, data_matrix, ean_13, ean_8, itf, pdf417, qr_code, unknown,
            upc_a, upc_e

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ScannedProduct
    """

    return (
        await asyncio_detailed(
            client=client,
            lang=lang,
            fields=fields,
            data=data,
            symbology=symbology,
        )
    ).parsed
