import datetime
from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.search_page import SearchPage
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    q: str | Unset = "",
    in_: str | Unset = "name",
    category: str | Unset = UNSET,
    brand: str | Unset = UNSET,
    country: str | Unset = UNSET,
    brand_in: str | Unset = UNSET,
    category_in: str | Unset = UNSET,
    country_in: str | Unset = UNSET,
    sold_in: str | Unset = UNSET,
    nutri_score_in: str | Unset = UNSET,
    nova_group_in: str | Unset = UNSET,
    environmental_score_in: str | Unset = UNSET,
    kind_in: str | Unset = UNSET,
    label_in: str | Unset = UNSET,
    allergen_not_in: str | Unset = UNSET,
    trace_not_in: str | Unset = UNSET,
    ingredient_not_in: str | Unset = UNSET,
    diet: str | Unset = UNSET,
    nutrient: str | Unset = UNSET,
    updated_since: datetime.datetime | Unset = UNSET,
    sort: str | Unset = UNSET,
    facets: str | Unset = UNSET,
    facet_size: int | Unset = 20,
    fields: str | Unset = UNSET,
    explain: bool | Unset = UNSET,
    highlight: bool | Unset = UNSET,
    lang: str | Unset = UNSET,
    page: int | Unset = 1,
    size: int | Unset = 20,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["q"] = q

    params["in"] = in_

    params["category"] = category

    params["brand"] = brand

    params["country"] = country

    params["brand_in"] = brand_in

    params["category_in"] = category_in

    params["country_in"] = country_in

    params["sold_in"] = sold_in

    params["nutri_score_in"] = nutri_score_in

    params["nova_group_in"] = nova_group_in

    params["environmental_score_in"] = environmental_score_in

    params["kind_in"] = kind_in

    params["label_in"] = label_in

    params["allergen_not_in"] = allergen_not_in

    params["trace_not_in"] = trace_not_in

    params["ingredient_not_in"] = ingredient_not_in

    params["diet"] = diet

    params["nutrient"] = nutrient

    json_updated_since: str | Unset = UNSET
    if not isinstance(updated_since, Unset):
        json_updated_since = updated_since.isoformat()
    params["updated_since"] = json_updated_since

    params["sort"] = sort

    params["facets"] = facets

    params["facet_size"] = facet_size

    params["fields"] = fields

    params["explain"] = explain

    params["highlight"] = highlight

    params["lang"] = lang

    params["page"] = page

    params["size"] = size

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/products/search",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> SearchPage | None:
    if response.status_code == 200:
        response_200 = SearchPage.from_dict(response.json())

        return response_200

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[SearchPage]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    q: str | Unset = "",
    in_: str | Unset = "name",
    category: str | Unset = UNSET,
    brand: str | Unset = UNSET,
    country: str | Unset = UNSET,
    brand_in: str | Unset = UNSET,
    category_in: str | Unset = UNSET,
    country_in: str | Unset = UNSET,
    sold_in: str | Unset = UNSET,
    nutri_score_in: str | Unset = UNSET,
    nova_group_in: str | Unset = UNSET,
    environmental_score_in: str | Unset = UNSET,
    kind_in: str | Unset = UNSET,
    label_in: str | Unset = UNSET,
    allergen_not_in: str | Unset = UNSET,
    trace_not_in: str | Unset = UNSET,
    ingredient_not_in: str | Unset = UNSET,
    diet: str | Unset = UNSET,
    nutrient: str | Unset = UNSET,
    updated_since: datetime.datetime | Unset = UNSET,
    sort: str | Unset = UNSET,
    facets: str | Unset = UNSET,
    facet_size: int | Unset = 20,
    fields: str | Unset = UNSET,
    explain: bool | Unset = UNSET,
    highlight: bool | Unset = UNSET,
    lang: str | Unset = UNSET,
    page: int | Unset = 1,
    size: int | Unset = 20,
) -> Response[SearchPage]:
    """Search products by name or barcode

     Typo-tolerant: a product matches when its name contains `q`, when one of its barcodes contains it,
    or when the word similarity of `q` and the name is at least 0.42. Ordered by similarity × (0.5 +
    quality_score). With `q`, page × size is at most 1000; without it every page can be read.
    `explain=true` adds an `explanation` to each item and to the answer, `highlight=true` the matched
    parts to each item. A search costs one call of the quota; with `explain`, or with `fields` of the
    detail, it costs one for each 8 items of `size` (see `X-Quota-Cost`).

    Args:
        q (str | Unset): The text to search for: a name, where typos and missing accents are
            tolerated, or a barcode, whole or in part. Empty: all products by quality. Default: ''.
            Example: hazelnut spred.
        in_ (str | Unset): Where `q` is looked for, unless it is a barcode. `name`: in the name,
            by word similarity. `all`: in names of all languages, brands, generic names and
            categories, by full-text search, as people type into a search box. One of name, all
            Default: 'name'.
        category (str | Unset): Category code; the whole subtree matches Example: food.
        brand (str | Unset): Brand name, fuzzy
        country (str | Unset): Country of origin in English: any case, a prefix is enough
        brand_in (str | Unset): Brand, by its slug as in `/brands` or its name in any spelling:
            `avelotta`; several, with commas between them, mean any of these
        category_in (str | Unset): Code of a category, whose whole subtree matches:
            `spreads,beverages`; several, with commas between them, mean any of these
        country_in (str | Unset): Country of origin, by a name of it or its code of ISO 3166-1:
            `Italy,FR`; several, with commas between them, mean any of these
        sold_in (str | Unset): Country where it is sold, by a name of it or its code of ISO
            3166-1: `Germany`; several, with commas between them, mean any of these
        nutri_score_in (str | Unset): Nutri-Score: `a,b`; several, with commas between them, mean
            any of these
        nova_group_in (str | Unset): NOVA group: `1,2`; several, with commas between them, mean
            any of these
        environmental_score_in (str | Unset): Environmental score: `a-plus,a`; several, with
            commas between them, mean any of these
        kind_in (str | Unset): Archive kind: `food`; several, with commas between them, mean any
            of these
        label_in (str | Unset): Label: `organic,vegan`; several, with commas between them, mean
            any of these
        allergen_not_in (str | Unset): Allergens, with commas between them: `milk,nuts`. Finds
            products that no source, label or text says to contain any of these, and that are
            `free_from` them or do not state them (see `allergen_states`). What is unknown is left
            out. Lists of `traces` are ignored; an allergen that the ingredients name as a trace is
            not
        trace_not_in (str | Unset): Allergens, as for `allergen_not_in`. Finds products that
            contain none of these, not even in traces; a source has to say something of traces
        ingredient_not_in (str | Unset): Ingredients, with commas between them: `palm-
            oil,gelatin`. Finds products whose ingredients were all understood and cannot hold any of
            these, and those with a label that says so
        diet (str | Unset): Diets that the product suits, all of them: `vegan` or `vegetarian`. By
            its labels or by its ingredients, where all of them were understood; what is unknown is
            left out
        nutrient (str | Unset): Bounds of amounts per 100 g or 100 ml, which must all hold:
            `sugars<5,proteins>=10`. The name is a key of `nutriments` without its unit
            (`energy_kcal`, `energy_kj`), the amount is in that unit. A product whose amount is
            unknown, or known only for a serving, is left out
        updated_since (datetime.datetime | Unset): Products whose `updated_at` is this moment or
            later; a date is its first moment in UTC
        sort (str | Unset): Order, then by id: `relevance` (similarity × quality; the default),
            `quality`, best first, which without `q` is the order of `relevance` too, `popularity`,
            the most popular first, those that nobody counts last and by quality, `name`, `-updated`
            or `-created`, the latest first. With `q` the latter two are for 10000 matches at the
            most. `nutrient:salt`: the least per 100 g or 100 ml first, `-nutrient:salt`: the most
            first; products without that amount come last. One of relevance, quality, popularity,
            name, -updated, -created, nutrient:energy_kj, -nutrient:energy_kj, nutrient:energy_kcal,
            -nutrient:energy_kcal, nutrient:fat, -nutrient:fat, nutrient:saturated_fat,
            -nutrient:saturated_fat, nutrient:monounsaturated_fat, -nutrient:monounsaturated_fat,
            nutrient:polyunsaturated_fat, -nutrient:polyunsaturated_fat, nutrient:trans_fat,
            -nutrient:trans_fat, nutrient:omega_3_fat, -nutrient:omega_3_fat, nutrient:cholesterol,
            -nutrient:cholesterol, nutrient:carbohydrates, -nutrient:carbohydrates, nutrient:sugars,
            -nutrient:sugars, nutrient:added_sugars, -nutrient:added_sugars, nutrient:polyols,
            -nutrient:polyols, nutrient:starch, -nutrient:starch, nutrient:fiber, -nutrient:fiber,
            nutrient:proteins, -nutrient:proteins, nutrient:salt, -nutrient:salt, nutrient:sodium,
            -nutrient:sodium, nutrient:potassium, -nutrient:potassium, nutrient:calcium,
            -nutrient:calcium, nutrient:phosphorus, -nutrient:phosphorus, nutrient:magnesium,
            -nutrient:magnesium, nutrient:iron, -nutrient:iron, nutrient:zinc, -nutrient:zinc,
            nutrient:iodine, -nutrient:iodine, nutrient:selenium, -nutrient:selenium,
            nutrient:fluoride, -nutrient:fluoride, nutrient:vitamin_a, -nutrient:vitamin_a,
            nutrient:vitamin_d, -nutrient:vitamin_d, nutrient:vitamin_e, -nutrient:vitamin_e,
            nutrient:vitamin_k, -nutrient:vitamin_k, nutrient:vitamin_c, -nutrient:vitamin_c,
            nutrient:thiamin, -nutrient:thiamin, nutrient:riboflavin, -nutrient:riboflavin,
            nutrient:niacin, -nutrient:niacin, nutrient:vitamin_b6, -nutrient:vitamin_b6,
            nutrient:folic_acid, -nutrient:folic_acid, nutrient:vitamin_b12, -nutrient:vitamin_b12,
            nutrient:biotin, -nutrient:biotin, nutrient:pantothenic_acid, -nutrient:pantothenic_acid,
            nutrient:caffeine, -nutrient:caffeine, nutrient:taurine, -nutrient:taurine,
            nutrient:alcohol, -nutrient:alcohol
        facets (str | Unset): The facets to count, with commas between them: `brand,nutri_score`.
            Each facet is counted under all filters but its own, so that other values can be chosen; a
            product also counts for all ancestors of its category
        facet_size (int | Unset): The most values of a facet, those with the most products; values
            that a filter names are listed in addition Default: 20.
        fields (str | Unset): Only these fields of ProductSummary, separated by commas; `id`,
            `gtin`, `name` always come
        explain (bool | Unset): Adds to each item why it has its position, and to the answer how
            it was found
        highlight (bool | Unset): Adds to each item the parts of its `name` and `brand` that match
            words of `q`: their beginnings, or parts of them, or the whole word with one typo
        lang (str | Unset): Language of names and ingredients, ISO 639-1, where they exist in it;
            default: the languages of `Accept-Language` Example: de.
        page (int | Unset): The first page is 1 Default: 1.
        size (int | Unset): Items on a page; 0: none, only `total` and `facets` Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[SearchPage]
    """

    kwargs = _get_kwargs(
        q=q,
        in_=in_,
        category=category,
        brand=brand,
        country=country,
        brand_in=brand_in,
        category_in=category_in,
        country_in=country_in,
        sold_in=sold_in,
        nutri_score_in=nutri_score_in,
        nova_group_in=nova_group_in,
        environmental_score_in=environmental_score_in,
        kind_in=kind_in,
        label_in=label_in,
        allergen_not_in=allergen_not_in,
        trace_not_in=trace_not_in,
        ingredient_not_in=ingredient_not_in,
        diet=diet,
        nutrient=nutrient,
        updated_since=updated_since,
        sort=sort,
        facets=facets,
        facet_size=facet_size,
        fields=fields,
        explain=explain,
        highlight=highlight,
        lang=lang,
        page=page,
        size=size,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    q: str | Unset = "",
    in_: str | Unset = "name",
    category: str | Unset = UNSET,
    brand: str | Unset = UNSET,
    country: str | Unset = UNSET,
    brand_in: str | Unset = UNSET,
    category_in: str | Unset = UNSET,
    country_in: str | Unset = UNSET,
    sold_in: str | Unset = UNSET,
    nutri_score_in: str | Unset = UNSET,
    nova_group_in: str | Unset = UNSET,
    environmental_score_in: str | Unset = UNSET,
    kind_in: str | Unset = UNSET,
    label_in: str | Unset = UNSET,
    allergen_not_in: str | Unset = UNSET,
    trace_not_in: str | Unset = UNSET,
    ingredient_not_in: str | Unset = UNSET,
    diet: str | Unset = UNSET,
    nutrient: str | Unset = UNSET,
    updated_since: datetime.datetime | Unset = UNSET,
    sort: str | Unset = UNSET,
    facets: str | Unset = UNSET,
    facet_size: int | Unset = 20,
    fields: str | Unset = UNSET,
    explain: bool | Unset = UNSET,
    highlight: bool | Unset = UNSET,
    lang: str | Unset = UNSET,
    page: int | Unset = 1,
    size: int | Unset = 20,
) -> SearchPage | None:
    """Search products by name or barcode

     Typo-tolerant: a product matches when its name contains `q`, when one of its barcodes contains it,
    or when the word similarity of `q` and the name is at least 0.42. Ordered by similarity × (0.5 +
    quality_score). With `q`, page × size is at most 1000; without it every page can be read.
    `explain=true` adds an `explanation` to each item and to the answer, `highlight=true` the matched
    parts to each item. A search costs one call of the quota; with `explain`, or with `fields` of the
    detail, it costs one for each 8 items of `size` (see `X-Quota-Cost`).

    Args:
        q (str | Unset): The text to search for: a name, where typos and missing accents are
            tolerated, or a barcode, whole or in part. Empty: all products by quality. Default: ''.
            Example: hazelnut spred.
        in_ (str | Unset): Where `q` is looked for, unless it is a barcode. `name`: in the name,
            by word similarity. `all`: in names of all languages, brands, generic names and
            categories, by full-text search, as people type into a search box. One of name, all
            Default: 'name'.
        category (str | Unset): Category code; the whole subtree matches Example: food.
        brand (str | Unset): Brand name, fuzzy
        country (str | Unset): Country of origin in English: any case, a prefix is enough
        brand_in (str | Unset): Brand, by its slug as in `/brands` or its name in any spelling:
            `avelotta`; several, with commas between them, mean any of these
        category_in (str | Unset): Code of a category, whose whole subtree matches:
            `spreads,beverages`; several, with commas between them, mean any of these
        country_in (str | Unset): Country of origin, by a name of it or its code of ISO 3166-1:
            `Italy,FR`; several, with commas between them, mean any of these
        sold_in (str | Unset): Country where it is sold, by a name of it or its code of ISO
            3166-1: `Germany`; several, with commas between them, mean any of these
        nutri_score_in (str | Unset): Nutri-Score: `a,b`; several, with commas between them, mean
            any of these
        nova_group_in (str | Unset): NOVA group: `1,2`; several, with commas between them, mean
            any of these
        environmental_score_in (str | Unset): Environmental score: `a-plus,a`; several, with
            commas between them, mean any of these
        kind_in (str | Unset): Archive kind: `food`; several, with commas between them, mean any
            of these
        label_in (str | Unset): Label: `organic,vegan`; several, with commas between them, mean
            any of these
        allergen_not_in (str | Unset): Allergens, with commas between them: `milk,nuts`. Finds
            products that no source, label or text says to contain any of these, and that are
            `free_from` them or do not state them (see `allergen_states`). What is unknown is left
            out. Lists of `traces` are ignored; an allergen that the ingredients name as a trace is
            not
        trace_not_in (str | Unset): Allergens, as for `allergen_not_in`. Finds products that
            contain none of these, not even in traces; a source has to say something of traces
        ingredient_not_in (str | Unset): Ingredients, with commas between them: `palm-
            oil,gelatin`. Finds products whose ingredients were all understood and cannot hold any of
            these, and those with a label that says so
        diet (str | Unset): Diets that the product suits, all of them: `vegan` or `vegetarian`. By
            its labels or by its ingredients, where all of them were understood; what is unknown is
            left out
        nutrient (str | Unset): Bounds of amounts per 100 g or 100 ml, which must all hold:
            `sugars<5,proteins>=10`. The name is a key of `nutriments` without its unit
            (`energy_kcal`, `energy_kj`), the amount is in that unit. A product whose amount is
            unknown, or known only for a serving, is left out
        updated_since (datetime.datetime | Unset): Products whose `updated_at` is this moment or
            later; a date is its first moment in UTC
        sort (str | Unset): Order, then by id: `relevance` (similarity × quality; the default),
            `quality`, best first, which without `q` is the order of `relevance` too, `popularity`,
            the most popular first, those that nobody counts last and by quality, `name`, `-updated`
            or `-created`, the latest first. With `q` the latter two are for 10000 matches at the
            most. `nutrient:salt`: the least per 100 g or 100 ml first, `-nutrient:salt`: the most
            first; products without that amount come last. One of relevance, quality, popularity,
            name, -updated, -created, nutrient:energy_kj, -nutrient:energy_kj, nutrient:energy_kcal,
            -nutrient:energy_kcal, nutrient:fat, -nutrient:fat, nutrient:saturated_fat,
            -nutrient:saturated_fat, nutrient:monounsaturated_fat, -nutrient:monounsaturated_fat,
            nutrient:polyunsaturated_fat, -nutrient:polyunsaturated_fat, nutrient:trans_fat,
            -nutrient:trans_fat, nutrient:omega_3_fat, -nutrient:omega_3_fat, nutrient:cholesterol,
            -nutrient:cholesterol, nutrient:carbohydrates, -nutrient:carbohydrates, nutrient:sugars,
            -nutrient:sugars, nutrient:added_sugars, -nutrient:added_sugars, nutrient:polyols,
            -nutrient:polyols, nutrient:starch, -nutrient:starch, nutrient:fiber, -nutrient:fiber,
            nutrient:proteins, -nutrient:proteins, nutrient:salt, -nutrient:salt, nutrient:sodium,
            -nutrient:sodium, nutrient:potassium, -nutrient:potassium, nutrient:calcium,
            -nutrient:calcium, nutrient:phosphorus, -nutrient:phosphorus, nutrient:magnesium,
            -nutrient:magnesium, nutrient:iron, -nutrient:iron, nutrient:zinc, -nutrient:zinc,
            nutrient:iodine, -nutrient:iodine, nutrient:selenium, -nutrient:selenium,
            nutrient:fluoride, -nutrient:fluoride, nutrient:vitamin_a, -nutrient:vitamin_a,
            nutrient:vitamin_d, -nutrient:vitamin_d, nutrient:vitamin_e, -nutrient:vitamin_e,
            nutrient:vitamin_k, -nutrient:vitamin_k, nutrient:vitamin_c, -nutrient:vitamin_c,
            nutrient:thiamin, -nutrient:thiamin, nutrient:riboflavin, -nutrient:riboflavin,
            nutrient:niacin, -nutrient:niacin, nutrient:vitamin_b6, -nutrient:vitamin_b6,
            nutrient:folic_acid, -nutrient:folic_acid, nutrient:vitamin_b12, -nutrient:vitamin_b12,
            nutrient:biotin, -nutrient:biotin, nutrient:pantothenic_acid, -nutrient:pantothenic_acid,
            nutrient:caffeine, -nutrient:caffeine, nutrient:taurine, -nutrient:taurine,
            nutrient:alcohol, -nutrient:alcohol
        facets (str | Unset): The facets to count, with commas between them: `brand,nutri_score`.
            Each facet is counted under all filters but its own, so that other values can be chosen; a
            product also counts for all ancestors of its category
        facet_size (int | Unset): The most values of a facet, those with the most products; values
            that a filter names are listed in addition Default: 20.
        fields (str | Unset): Only these fields of ProductSummary, separated by commas; `id`,
            `gtin`, `name` always come
        explain (bool | Unset): Adds to each item why it has its position, and to the answer how
            it was found
        highlight (bool | Unset): Adds to each item the parts of its `name` and `brand` that match
            words of `q`: their beginnings, or parts of them, or the whole word with one typo
        lang (str | Unset): Language of names and ingredients, ISO 639-1, where they exist in it;
            default: the languages of `Accept-Language` Example: de.
        page (int | Unset): The first page is 1 Default: 1.
        size (int | Unset): Items on a page; 0: none, only `total` and `facets` Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        SearchPage
    """

    return sync_detailed(
        client=client,
        q=q,
        in_=in_,
        category=category,
        brand=brand,
        country=country,
        brand_in=brand_in,
        category_in=category_in,
        country_in=country_in,
        sold_in=sold_in,
        nutri_score_in=nutri_score_in,
        nova_group_in=nova_group_in,
        environmental_score_in=environmental_score_in,
        kind_in=kind_in,
        label_in=label_in,
        allergen_not_in=allergen_not_in,
        trace_not_in=trace_not_in,
        ingredient_not_in=ingredient_not_in,
        diet=diet,
        nutrient=nutrient,
        updated_since=updated_since,
        sort=sort,
        facets=facets,
        facet_size=facet_size,
        fields=fields,
        explain=explain,
        highlight=highlight,
        lang=lang,
        page=page,
        size=size,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    q: str | Unset = "",
    in_: str | Unset = "name",
    category: str | Unset = UNSET,
    brand: str | Unset = UNSET,
    country: str | Unset = UNSET,
    brand_in: str | Unset = UNSET,
    category_in: str | Unset = UNSET,
    country_in: str | Unset = UNSET,
    sold_in: str | Unset = UNSET,
    nutri_score_in: str | Unset = UNSET,
    nova_group_in: str | Unset = UNSET,
    environmental_score_in: str | Unset = UNSET,
    kind_in: str | Unset = UNSET,
    label_in: str | Unset = UNSET,
    allergen_not_in: str | Unset = UNSET,
    trace_not_in: str | Unset = UNSET,
    ingredient_not_in: str | Unset = UNSET,
    diet: str | Unset = UNSET,
    nutrient: str | Unset = UNSET,
    updated_since: datetime.datetime | Unset = UNSET,
    sort: str | Unset = UNSET,
    facets: str | Unset = UNSET,
    facet_size: int | Unset = 20,
    fields: str | Unset = UNSET,
    explain: bool | Unset = UNSET,
    highlight: bool | Unset = UNSET,
    lang: str | Unset = UNSET,
    page: int | Unset = 1,
    size: int | Unset = 20,
) -> Response[SearchPage]:
    """Search products by name or barcode

     Typo-tolerant: a product matches when its name contains `q`, when one of its barcodes contains it,
    or when the word similarity of `q` and the name is at least 0.42. Ordered by similarity × (0.5 +
    quality_score). With `q`, page × size is at most 1000; without it every page can be read.
    `explain=true` adds an `explanation` to each item and to the answer, `highlight=true` the matched
    parts to each item. A search costs one call of the quota; with `explain`, or with `fields` of the
    detail, it costs one for each 8 items of `size` (see `X-Quota-Cost`).

    Args:
        q (str | Unset): The text to search for: a name, where typos and missing accents are
            tolerated, or a barcode, whole or in part. Empty: all products by quality. Default: ''.
            Example: hazelnut spred.
        in_ (str | Unset): Where `q` is looked for, unless it is a barcode. `name`: in the name,
            by word similarity. `all`: in names of all languages, brands, generic names and
            categories, by full-text search, as people type into a search box. One of name, all
            Default: 'name'.
        category (str | Unset): Category code; the whole subtree matches Example: food.
        brand (str | Unset): Brand name, fuzzy
        country (str | Unset): Country of origin in English: any case, a prefix is enough
        brand_in (str | Unset): Brand, by its slug as in `/brands` or its name in any spelling:
            `avelotta`; several, with commas between them, mean any of these
        category_in (str | Unset): Code of a category, whose whole subtree matches:
            `spreads,beverages`; several, with commas between them, mean any of these
        country_in (str | Unset): Country of origin, by a name of it or its code of ISO 3166-1:
            `Italy,FR`; several, with commas between them, mean any of these
        sold_in (str | Unset): Country where it is sold, by a name of it or its code of ISO
            3166-1: `Germany`; several, with commas between them, mean any of these
        nutri_score_in (str | Unset): Nutri-Score: `a,b`; several, with commas between them, mean
            any of these
        nova_group_in (str | Unset): NOVA group: `1,2`; several, with commas between them, mean
            any of these
        environmental_score_in (str | Unset): Environmental score: `a-plus,a`; several, with
            commas between them, mean any of these
        kind_in (str | Unset): Archive kind: `food`; several, with commas between them, mean any
            of these
        label_in (str | Unset): Label: `organic,vegan`; several, with commas between them, mean
            any of these
        allergen_not_in (str | Unset): Allergens, with commas between them: `milk,nuts`. Finds
            products that no source, label or text says to contain any of these, and that are
            `free_from` them or do not state them (see `allergen_states`). What is unknown is left
            out. Lists of `traces` are ignored; an allergen that the ingredients name as a trace is
            not
        trace_not_in (str | Unset): Allergens, as for `allergen_not_in`. Finds products that
            contain none of these, not even in traces; a source has to say something of traces
        ingredient_not_in (str | Unset): Ingredients, with commas between them: `palm-
            oil,gelatin`. Finds products whose ingredients were all understood and cannot hold any of
            these, and those with a label that says so
        diet (str | Unset): Diets that the product suits, all of them: `vegan` or `vegetarian`. By
            its labels or by its ingredients, where all of them were understood; what is unknown is
            left out
        nutrient (str | Unset): Bounds of amounts per 100 g or 100 ml, which must all hold:
            `sugars<5,proteins>=10`. The name is a key of `nutriments` without its unit
            (`energy_kcal`, `energy_kj`), the amount is in that unit. A product whose amount is
            unknown, or known only for a serving, is left out
        updated_since (datetime.datetime | Unset): Products whose `updated_at` is this moment or
            later; a date is its first moment in UTC
        sort (str | Unset): Order, then by id: `relevance` (similarity × quality; the default),
            `quality`, best first, which without `q` is the order of `relevance` too, `popularity`,
            the most popular first, those that nobody counts last and by quality, `name`, `-updated`
            or `-created`, the latest first. With `q` the latter two are for 10000 matches at the
            most. `nutrient:salt`: the least per 100 g or 100 ml first, `-nutrient:salt`: the most
            first; products without that amount come last. One of relevance, quality, popularity,
            name, -updated, -created, nutrient:energy_kj, -nutrient:energy_kj, nutrient:energy_kcal,
            -nutrient:energy_kcal, nutrient:fat, -nutrient:fat, nutrient:saturated_fat,
            -nutrient:saturated_fat, nutrient:monounsaturated_fat, -nutrient:monounsaturated_fat,
            nutrient:polyunsaturated_fat, -nutrient:polyunsaturated_fat, nutrient:trans_fat,
            -nutrient:trans_fat, nutrient:omega_3_fat, -nutrient:omega_3_fat, nutrient:cholesterol,
            -nutrient:cholesterol, nutrient:carbohydrates, -nutrient:carbohydrates, nutrient:sugars,
            -nutrient:sugars, nutrient:added_sugars, -nutrient:added_sugars, nutrient:polyols,
            -nutrient:polyols, nutrient:starch, -nutrient:starch, nutrient:fiber, -nutrient:fiber,
            nutrient:proteins, -nutrient:proteins, nutrient:salt, -nutrient:salt, nutrient:sodium,
            -nutrient:sodium, nutrient:potassium, -nutrient:potassium, nutrient:calcium,
            -nutrient:calcium, nutrient:phosphorus, -nutrient:phosphorus, nutrient:magnesium,
            -nutrient:magnesium, nutrient:iron, -nutrient:iron, nutrient:zinc, -nutrient:zinc,
            nutrient:iodine, -nutrient:iodine, nutrient:selenium, -nutrient:selenium,
            nutrient:fluoride, -nutrient:fluoride, nutrient:vitamin_a, -nutrient:vitamin_a,
            nutrient:vitamin_d, -nutrient:vitamin_d, nutrient:vitamin_e, -nutrient:vitamin_e,
            nutrient:vitamin_k, -nutrient:vitamin_k, nutrient:vitamin_c, -nutrient:vitamin_c,
            nutrient:thiamin, -nutrient:thiamin, nutrient:riboflavin, -nutrient:riboflavin,
            nutrient:niacin, -nutrient:niacin, nutrient:vitamin_b6, -nutrient:vitamin_b6,
            nutrient:folic_acid, -nutrient:folic_acid, nutrient:vitamin_b12, -nutrient:vitamin_b12,
            nutrient:biotin, -nutrient:biotin, nutrient:pantothenic_acid, -nutrient:pantothenic_acid,
            nutrient:caffeine, -nutrient:caffeine, nutrient:taurine, -nutrient:taurine,
            nutrient:alcohol, -nutrient:alcohol
        facets (str | Unset): The facets to count, with commas between them: `brand,nutri_score`.
            Each facet is counted under all filters but its own, so that other values can be chosen; a
            product also counts for all ancestors of its category
        facet_size (int | Unset): The most values of a facet, those with the most products; values
            that a filter names are listed in addition Default: 20.
        fields (str | Unset): Only these fields of ProductSummary, separated by commas; `id`,
            `gtin`, `name` always come
        explain (bool | Unset): Adds to each item why it has its position, and to the answer how
            it was found
        highlight (bool | Unset): Adds to each item the parts of its `name` and `brand` that match
            words of `q`: their beginnings, or parts of them, or the whole word with one typo
        lang (str | Unset): Language of names and ingredients, ISO 639-1, where they exist in it;
            default: the languages of `Accept-Language` Example: de.
        page (int | Unset): The first page is 1 Default: 1.
        size (int | Unset): Items on a page; 0: none, only `total` and `facets` Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[SearchPage]
    """

    kwargs = _get_kwargs(
        q=q,
        in_=in_,
        category=category,
        brand=brand,
        country=country,
        brand_in=brand_in,
        category_in=category_in,
        country_in=country_in,
        sold_in=sold_in,
        nutri_score_in=nutri_score_in,
        nova_group_in=nova_group_in,
        environmental_score_in=environmental_score_in,
        kind_in=kind_in,
        label_in=label_in,
        allergen_not_in=allergen_not_in,
        trace_not_in=trace_not_in,
        ingredient_not_in=ingredient_not_in,
        diet=diet,
        nutrient=nutrient,
        updated_since=updated_since,
        sort=sort,
        facets=facets,
        facet_size=facet_size,
        fields=fields,
        explain=explain,
        highlight=highlight,
        lang=lang,
        page=page,
        size=size,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    q: str | Unset = "",
    in_: str | Unset = "name",
    category: str | Unset = UNSET,
    brand: str | Unset = UNSET,
    country: str | Unset = UNSET,
    brand_in: str | Unset = UNSET,
    category_in: str | Unset = UNSET,
    country_in: str | Unset = UNSET,
    sold_in: str | Unset = UNSET,
    nutri_score_in: str | Unset = UNSET,
    nova_group_in: str | Unset = UNSET,
    environmental_score_in: str | Unset = UNSET,
    kind_in: str | Unset = UNSET,
    label_in: str | Unset = UNSET,
    allergen_not_in: str | Unset = UNSET,
    trace_not_in: str | Unset = UNSET,
    ingredient_not_in: str | Unset = UNSET,
    diet: str | Unset = UNSET,
    nutrient: str | Unset = UNSET,
    updated_since: datetime.datetime | Unset = UNSET,
    sort: str | Unset = UNSET,
    facets: str | Unset = UNSET,
    facet_size: int | Unset = 20,
    fields: str | Unset = UNSET,
    explain: bool | Unset = UNSET,
    highlight: bool | Unset = UNSET,
    lang: str | Unset = UNSET,
    page: int | Unset = 1,
    size: int | Unset = 20,
) -> SearchPage | None:
    """Search products by name or barcode

     Typo-tolerant: a product matches when its name contains `q`, when one of its barcodes contains it,
    or when the word similarity of `q` and the name is at least 0.42. Ordered by similarity × (0.5 +
    quality_score). With `q`, page × size is at most 1000; without it every page can be read.
    `explain=true` adds an `explanation` to each item and to the answer, `highlight=true` the matched
    parts to each item. A search costs one call of the quota; with `explain`, or with `fields` of the
    detail, it costs one for each 8 items of `size` (see `X-Quota-Cost`).

    Args:
        q (str | Unset): The text to search for: a name, where typos and missing accents are
            tolerated, or a barcode, whole or in part. Empty: all products by quality. Default: ''.
            Example: hazelnut spred.
        in_ (str | Unset): Where `q` is looked for, unless it is a barcode. `name`: in the name,
            by word similarity. `all`: in names of all languages, brands, generic names and
            categories, by full-text search, as people type into a search box. One of name, all
            Default: 'name'.
        category (str | Unset): Category code; the whole subtree matches Example: food.
        brand (str | Unset): Brand name, fuzzy
        country (str | Unset): Country of origin in English: any case, a prefix is enough
        brand_in (str | Unset): Brand, by its slug as in `/brands` or its name in any spelling:
            `avelotta`; several, with commas between them, mean any of these
        category_in (str | Unset): Code of a category, whose whole subtree matches:
            `spreads,beverages`; several, with commas between them, mean any of these
        country_in (str | Unset): Country of origin, by a name of it or its code of ISO 3166-1:
            `Italy,FR`; several, with commas between them, mean any of these
        sold_in (str | Unset): Country where it is sold, by a name of it or its code of ISO
            3166-1: `Germany`; several, with commas between them, mean any of these
        nutri_score_in (str | Unset): Nutri-Score: `a,b`; several, with commas between them, mean
            any of these
        nova_group_in (str | Unset): NOVA group: `1,2`; several, with commas between them, mean
            any of these
        environmental_score_in (str | Unset): Environmental score: `a-plus,a`; several, with
            commas between them, mean any of these
        kind_in (str | Unset): Archive kind: `food`; several, with commas between them, mean any
            of these
        label_in (str | Unset): Label: `organic,vegan`; several, with commas between them, mean
            any of these
        allergen_not_in (str | Unset): Allergens, with commas between them: `milk,nuts`. Finds
            products that no source, label or text says to contain any of these, and that are
            `free_from` them or do not state them (see `allergen_states`). What is unknown is left
            out. Lists of `traces` are ignored; an allergen that the ingredients name as a trace is
            not
        trace_not_in (str | Unset): Allergens, as for `allergen_not_in`. Finds products that
            contain none of these, not even in traces; a source has to say something of traces
        ingredient_not_in (str | Unset): Ingredients, with commas between them: `palm-
            oil,gelatin`. Finds products whose ingredients were all understood and cannot hold any of
            these, and those with a label that says so
        diet (str | Unset): Diets that the product suits, all of them: `vegan` or `vegetarian`. By
            its labels or by its ingredients, where all of them were understood; what is unknown is
            left out
        nutrient (str | Unset): Bounds of amounts per 100 g or 100 ml, which must all hold:
            `sugars<5,proteins>=10`. The name is a key of `nutriments` without its unit
            (`energy_kcal`, `energy_kj`), the amount is in that unit. A product whose amount is
            unknown, or known only for a serving, is left out
        updated_since (datetime.datetime | Unset): Products whose `updated_at` is this moment or
            later; a date is its first moment in UTC
        sort (str | Unset): Order, then by id: `relevance` (similarity × quality; the default),
            `quality`, best first, which without `q` is the order of `relevance` too, `popularity`,
            the most popular first, those that nobody counts last and by quality, `name`, `-updated`
            or `-created`, the latest first. With `q` the latter two are for 10000 matches at the
            most. `nutrient:salt`: the least per 100 g or 100 ml first, `-nutrient:salt`: the most
            first; products without that amount come last. One of relevance, quality, popularity,
            name, -updated, -created, nutrient:energy_kj, -nutrient:energy_kj, nutrient:energy_kcal,
            -nutrient:energy_kcal, nutrient:fat, -nutrient:fat, nutrient:saturated_fat,
            -nutrient:saturated_fat, nutrient:monounsaturated_fat, -nutrient:monounsaturated_fat,
            nutrient:polyunsaturated_fat, -nutrient:polyunsaturated_fat, nutrient:trans_fat,
            -nutrient:trans_fat, nutrient:omega_3_fat, -nutrient:omega_3_fat, nutrient:cholesterol,
            -nutrient:cholesterol, nutrient:carbohydrates, -nutrient:carbohydrates, nutrient:sugars,
            -nutrient:sugars, nutrient:added_sugars, -nutrient:added_sugars, nutrient:polyols,
            -nutrient:polyols, nutrient:starch, -nutrient:starch, nutrient:fiber, -nutrient:fiber,
            nutrient:proteins, -nutrient:proteins, nutrient:salt, -nutrient:salt, nutrient:sodium,
            -nutrient:sodium, nutrient:potassium, -nutrient:potassium, nutrient:calcium,
            -nutrient:calcium, nutrient:phosphorus, -nutrient:phosphorus, nutrient:magnesium,
            -nutrient:magnesium, nutrient:iron, -nutrient:iron, nutrient:zinc, -nutrient:zinc,
            nutrient:iodine, -nutrient:iodine, nutrient:selenium, -nutrient:selenium,
            nutrient:fluoride, -nutrient:fluoride, nutrient:vitamin_a, -nutrient:vitamin_a,
            nutrient:vitamin_d, -nutrient:vitamin_d, nutrient:vitamin_e, -nutrient:vitamin_e,
            nutrient:vitamin_k, -nutrient:vitamin_k, nutrient:vitamin_c, -nutrient:vitamin_c,
            nutrient:thiamin, -nutrient:thiamin, nutrient:riboflavin, -nutrient:riboflavin,
            nutrient:niacin, -nutrient:niacin, nutrient:vitamin_b6, -nutrient:vitamin_b6,
            nutrient:folic_acid, -nutrient:folic_acid, nutrient:vitamin_b12, -nutrient:vitamin_b12,
            nutrient:biotin, -nutrient:biotin, nutrient:pantothenic_acid, -nutrient:pantothenic_acid,
            nutrient:caffeine, -nutrient:caffeine, nutrient:taurine, -nutrient:taurine,
            nutrient:alcohol, -nutrient:alcohol
        facets (str | Unset): The facets to count, with commas between them: `brand,nutri_score`.
            Each facet is counted under all filters but its own, so that other values can be chosen; a
            product also counts for all ancestors of its category
        facet_size (int | Unset): The most values of a facet, those with the most products; values
            that a filter names are listed in addition Default: 20.
        fields (str | Unset): Only these fields of ProductSummary, separated by commas; `id`,
            `gtin`, `name` always come
        explain (bool | Unset): Adds to each item why it has its position, and to the answer how
            it was found
        highlight (bool | Unset): Adds to each item the parts of its `name` and `brand` that match
            words of `q`: their beginnings, or parts of them, or the whole word with one typo
        lang (str | Unset): Language of names and ingredients, ISO 639-1, where they exist in it;
            default: the languages of `Accept-Language` Example: de.
        page (int | Unset): The first page is 1 Default: 1.
        size (int | Unset): Items on a page; 0: none, only `total` and `facets` Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        SearchPage
    """

    return (
        await asyncio_detailed(
            client=client,
            q=q,
            in_=in_,
            category=category,
            brand=brand,
            country=country,
            brand_in=brand_in,
            category_in=category_in,
            country_in=country_in,
            sold_in=sold_in,
            nutri_score_in=nutri_score_in,
            nova_group_in=nova_group_in,
            environmental_score_in=environmental_score_in,
            kind_in=kind_in,
            label_in=label_in,
            allergen_not_in=allergen_not_in,
            trace_not_in=trace_not_in,
            ingredient_not_in=ingredient_not_in,
            diet=diet,
            nutrient=nutrient,
            updated_since=updated_since,
            sort=sort,
            facets=facets,
            facet_size=facet_size,
            fields=fields,
            explain=explain,
            highlight=highlight,
            lang=lang,
            page=page,
            size=size,
        )
    ).parsed
