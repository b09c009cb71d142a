from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.allergen_state import AllergenState
    from ..models.barcode import Barcode
    from ..models.highlights import Highlights
    from ..models.ingredient import Ingredient
    from ..models.item_explanation import ItemExplanation
    from ..models.msrp_entry import MsrpEntry
    from ..models.picture import Picture
    from ..models.product_code_names import ProductCodeNames
    from ..models.product_source import ProductSource
    from ..models.product_summary_diets_type_0 import ProductSummaryDietsType0
    from ..models.product_summary_generic_names import ProductSummaryGenericNames
    from ..models.product_summary_ingredients_texts import (
        ProductSummaryIngredientsTexts,
    )
    from ..models.product_summary_names import ProductSummaryNames
    from ..models.product_summary_nutrient_levels_type_0 import (
        ProductSummaryNutrientLevelsType0,
    )
    from ..models.product_summary_nutriments_type_0 import ProductSummaryNutrimentsType0
    from ..models.specification import Specification


T = TypeVar("T", bound="ProductSummary")


@_attrs_define
class ProductSummary:
    """Without `fields` it has id, gtin, name, brand, category_path, country_of_origin, quality_score, score, matched,
    name_lang; else the named fields, which may be any of the detail, and `thumbnail`

        Attributes:
            id (UUID):
            gtin (None | str): Primary barcode Example: 3017620422003.
            name (str):
            brand (None | str | Unset):
            category_path (None | str | Unset):  Example: food/beverages/juices.
            country_of_origin (None | str | Unset):
            quality_score (float | Unset):
            score (float | None | Unset): Word similarity of the query and the name; with `in=all` how much of the query
                stands in the labels. Null without a query
            matched (str | Unset): If `q` is a code of four digits or more: `barcode` if one contains it, else `name`. Such
                an item may have the `score` 0. With `in=all`: the kind of label that holds most of `q`. One of barcode, name,
                brand, category
            name_lang (None | str | Unset): Language of `name`; null where no language was requested, or the language is
                unknown Example: en.
            net_content_value (float | None | Unset):  Example: 400.
            net_content_unit (None | str | Unset): One of g, kg, ml, l, pcs, m
            nutriments (None | ProductSummaryNutrimentsType0 | Unset): Amounts for the basis; each key ends in its unit
                Example: {'energy_kj': 2252, 'energy_kcal': 539, 'fat_g': 30.9, 'sugars_g': 56.3, 'salt_g': 0.107}.
            nutrition_basis (None | str | Unset): What the amounts are for. One of 100g, 100ml, serving
            nutri_score (None | str | Unset): One of a, b, c, d, e
            ingredients_text (None | str | Unset):
            msrp (list[MsrpEntry] | Unset): Suggested retail prices, newest first: reference information, not an offer
            barcodes (list[Barcode] | Unset): Primary first; each barcode finds this product
            specifications (list[Specification] | Unset): Labelled attributes of a non-food product; empty for food
            status (str | Unset): Only products in use are public. One of active
            archive_kind (str | Unset):  Example: food.
            category_code (None | str | Unset): The `category` filter value Example: juices.
            sources (list[ProductSource] | Unset): The sources of the facts and their licences
            serving_size (None | str | Unset): As the pack has it Example: 2 biscuits (25 g).
            serving_value (float | None | Unset): Weight or volume that `serving_size` says; null where it leaves a doubt
                Example: 25.
            serving_unit (None | str | Unset): One of g, ml
            names (ProductSummaryNames | Unset): By ISO 639-1 code Example: {'en': 'Hazelnut spread', 'de':
                'Haselnussaufstrich'}.
            generic_names (ProductSummaryGenericNames | Unset): What the law calls it, by ISO 639-1 code Example: {'de':
                'Brotaufstrich mit Haselnüssen und Kakao'}.
            description (None | str | Unset): What it is, in a sentence or two Example: Spread of hazelnuts and cocoa.
            brands (list[str] | Unset): Where a source names several; `brand` is the first Example: ['Avelotta', 'Harbour
                Foods'].
            manufacturer (None | str | Unset): The company that makes it, or owns its brand Example: Harbour Foods Inc..
            quantity_text (None | str | Unset): The net content as the source has it Example: 12 fl oz (355 ml).
            nova_group (float | None | Unset): From 1 (not processed) to 4 (ultra-processed), as a source says; never
                computed here Example: 4.
            environmental_score (None | str | Unset): As a source says; never computed here. One of a-plus, a, b, c, d, e, f
                Example: b.
            ingredients_lang (None | str | Unset): Language of `ingredients_text`, ISO 639-1 Example: en.
            ingredients_texts (ProductSummaryIngredientsTexts | Unset): By ISO 639-1 code Example: {'en': 'Sugar, hazelnuts
                13 %', 'de': 'Zucker, Haselnüsse 13 %'}.
            allergens (list[str] | Unset): What it contains. An empty list is no “free from”: only that state in
                `allergen_states` is Example: ['milk', 'nuts'].
            allergens_other (list[str] | Unset): As they are called, where the list has no code for them Example:
                ['coconut'].
            traces (list[str] | Unset): What it may contain. An empty list is no “free from”: see `traces_status` Example:
                ['nuts'].
            traces_other (list[str] | Unset): As they are called, where the list has no code for them
            additives (list[str] | Unset): E numbers Example: ['e322', 'e150d'].
            generic (bool | Unset): A food as such, such as raw apples: it has no brand, no package and no barcode
            labels (list[str] | Unset): Marks and claims on the pack Example: ['organic', 'vegan'].
            labels_other (list[str] | Unset): As they are called, where the list has no code for them Example: ['made in
                france'].
            countries_sold (list[str] | Unset): Names of countries; stored in English Example: ['Belgium', 'France'].
            manufacturing_places (list[str] | Unset): From the smallest to the largest, as they are named Example:
                ['Garray', 'Spain'].
            packaging (list[str] | Unset): Shapes and materials, as they are named Example: ['Glass', 'Jar'].
            stores (list[str] | Unset): Shops that sell it Example: ['Carrefour'].
            popularity (float | None | Unset): How many people scanned it, as a source counts; missing where none does
                Example: 39.
            period_after_opening_months (float | None | Unset): For how many months it can be used once it is opened
                Example: 12.
            source_created_at (datetime.datetime | None | Unset): When the source first had it, where the source says so
                Example: 2017-03-09T10:35:30Z.
            source_updated_at (datetime.datetime | None | Unset): When the source had last changed it as it was read here,
                where the source says so Example: 2023-04-28T22:12:21Z.
            images (list[str] | Unset): Addresses of pictures
            pictures (list[Picture] | Unset):
            allergens_status (str | Unset): The label and its list of ingredients state allergens, or that it has none;
                `unknown`: no source states it. That is no promise of absence. One of stated, none_stated, unknown
            traces_status (str | Unset): The label states traces, or that it has none; `unknown`: no source states it. That
                is no promise of absence. One of stated, none_stated, unknown
            allergen_states (list[AllergenState] | Unset): What is known of each allergen, from all sources, believed or
                not, and from the ingredients: the 14 of the EU, and others that are known. Empty for what is no food
            diets (None | ProductSummaryDietsType0 | Unset): Whether it suits a diet. `yes`: a label says so, or all
                ingredients were understood and suit it; the filter `diet` finds these alone. `no`: a source or the ingredients
                name what does not suit. `maybe`: an ingredient may not. `unknown`: not everything was understood. Traces do not
                count. Null for what is no food Example: {'vegan': 'no', 'vegetarian': 'maybe'}.
            palm_oil (None | str | Unset): Whether it has palm oil. `no`: the filter `ingredient_not_in=palm-oil` finds it.
                Null for what is no food. One of yes, no, maybe, unknown
            nutrient_levels (None | ProductSummaryNutrientLevelsType0 | Unset): How much 100 g have: low up to 3 g of fat,
                1.5 of saturated fat, 5 of sugars, 0.3 of salt; high from 20, 5, 12.5 and 1.5. Half of that for 100 ml of a
                drink. `unknown` where the basis is not sure. Null for what is no food Example: {'fat_g': 'high',
                'saturated_fat_g': 'high', 'sugars_g': 'high', 'salt_g': 'low'}.
            created_at (datetime.datetime | Unset):
            updated_at (datetime.datetime | Unset):
            ingredients (list[Ingredient] | Unset): The ingredients of `ingredients_text` in their order, up to 200, without
                what it says of traces. Not in the change feed and the dumps
            thumbnail (None | str | Unset): Address of a picture of about 200 pixels for lists, of the front where there is
                one; null: no picture
            explanation (ItemExplanation | Unset):
            highlights (Highlights | Unset): Added by `highlight=true` Example: {'name': [{'start': 0, 'length': 8}],
                'brand': []}.
            code_names (ProductCodeNames | Unset): Only with `lang`: names of the codes in this answer. A code without a
                name is left out
    """

    id: UUID
    gtin: None | str
    name: str
    brand: None | str | Unset = UNSET
    category_path: None | str | Unset = UNSET
    country_of_origin: None | str | Unset = UNSET
    quality_score: float | Unset = UNSET
    score: float | None | Unset = UNSET
    matched: str | Unset = UNSET
    name_lang: None | str | Unset = UNSET
    net_content_value: float | None | Unset = UNSET
    net_content_unit: None | str | Unset = UNSET
    nutriments: None | ProductSummaryNutrimentsType0 | Unset = UNSET
    nutrition_basis: None | str | Unset = UNSET
    nutri_score: None | str | Unset = UNSET
    ingredients_text: None | str | Unset = UNSET
    msrp: list[MsrpEntry] | Unset = UNSET
    barcodes: list[Barcode] | Unset = UNSET
    specifications: list[Specification] | Unset = UNSET
    status: str | Unset = UNSET
    archive_kind: str | Unset = UNSET
    category_code: None | str | Unset = UNSET
    sources: list[ProductSource] | Unset = UNSET
    serving_size: None | str | Unset = UNSET
    serving_value: float | None | Unset = UNSET
    serving_unit: None | str | Unset = UNSET
    names: ProductSummaryNames | Unset = UNSET
    generic_names: ProductSummaryGenericNames | Unset = UNSET
    description: None | str | Unset = UNSET
    brands: list[str] | Unset = UNSET
    manufacturer: None | str | Unset = UNSET
    quantity_text: None | str | Unset = UNSET
    nova_group: float | None | Unset = UNSET
    environmental_score: None | str | Unset = UNSET
    ingredients_lang: None | str | Unset = UNSET
    ingredients_texts: ProductSummaryIngredientsTexts | Unset = UNSET
    allergens: list[str] | Unset = UNSET
    allergens_other: list[str] | Unset = UNSET
    traces: list[str] | Unset = UNSET
    traces_other: list[str] | Unset = UNSET
    additives: list[str] | Unset = UNSET
    generic: bool | Unset = UNSET
    labels: list[str] | Unset = UNSET
    labels_other: list[str] | Unset = UNSET
    countries_sold: list[str] | Unset = UNSET
    manufacturing_places: list[str] | Unset = UNSET
    packaging: list[str] | Unset = UNSET
    stores: list[str] | Unset = UNSET
    popularity: float | None | Unset = UNSET
    period_after_opening_months: float | None | Unset = UNSET
    source_created_at: datetime.datetime | None | Unset = UNSET
    source_updated_at: datetime.datetime | None | Unset = UNSET
    images: list[str] | Unset = UNSET
    pictures: list[Picture] | Unset = UNSET
    allergens_status: str | Unset = UNSET
    traces_status: str | Unset = UNSET
    allergen_states: list[AllergenState] | Unset = UNSET
    diets: None | ProductSummaryDietsType0 | Unset = UNSET
    palm_oil: None | str | Unset = UNSET
    nutrient_levels: None | ProductSummaryNutrientLevelsType0 | Unset = UNSET
    created_at: datetime.datetime | Unset = UNSET
    updated_at: datetime.datetime | Unset = UNSET
    ingredients: list[Ingredient] | Unset = UNSET
    thumbnail: None | str | Unset = UNSET
    explanation: ItemExplanation | Unset = UNSET
    highlights: Highlights | Unset = UNSET
    code_names: ProductCodeNames | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.product_summary_diets_type_0 import ProductSummaryDietsType0
        from ..models.product_summary_nutrient_levels_type_0 import (
            ProductSummaryNutrientLevelsType0,
        )
        from ..models.product_summary_nutriments_type_0 import (
            ProductSummaryNutrimentsType0,
        )

        id = str(self.id)

        gtin: None | str
        gtin = self.gtin

        name = self.name

        brand: None | str | Unset
        if isinstance(self.brand, Unset):
            brand = UNSET
        else:
            brand = self.brand

        category_path: None | str | Unset
        if isinstance(self.category_path, Unset):
            category_path = UNSET
        else:
            category_path = self.category_path

        country_of_origin: None | str | Unset
        if isinstance(self.country_of_origin, Unset):
            country_of_origin = UNSET
        else:
            country_of_origin = self.country_of_origin

        quality_score = self.quality_score

        score: float | None | Unset
        if isinstance(self.score, Unset):
            score = UNSET
        else:
            score = self.score

        matched = self.matched

        name_lang: None | str | Unset
        if isinstance(self.name_lang, Unset):
            name_lang = UNSET
        else:
            name_lang = self.name_lang

        net_content_value: float | None | Unset
        if isinstance(self.net_content_value, Unset):
            net_content_value = UNSET
        else:
            net_content_value = self.net_content_value

        net_content_unit: None | str | Unset
        if isinstance(self.net_content_unit, Unset):
            net_content_unit = UNSET
        else:
            net_content_unit = self.net_content_unit

        nutriments: dict[str, Any] | None | Unset
        if isinstance(self.nutriments, Unset):
            nutriments = UNSET
        elif isinstance(self.nutriments, ProductSummaryNutrimentsType0):
            nutriments = self.nutriments.to_dict()
        else:
            nutriments = self.nutriments

        nutrition_basis: None | str | Unset
        if isinstance(self.nutrition_basis, Unset):
            nutrition_basis = UNSET
        else:
            nutrition_basis = self.nutrition_basis

        nutri_score: None | str | Unset
        if isinstance(self.nutri_score, Unset):
            nutri_score = UNSET
        else:
            nutri_score = self.nutri_score

        ingredients_text: None | str | Unset
        if isinstance(self.ingredients_text, Unset):
            ingredients_text = UNSET
        else:
            ingredients_text = self.ingredients_text

        msrp: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.msrp, Unset):
            msrp = []
            for msrp_item_data in self.msrp:
                msrp_item = msrp_item_data.to_dict()
                msrp.append(msrp_item)

        barcodes: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.barcodes, Unset):
            barcodes = []
            for barcodes_item_data in self.barcodes:
                barcodes_item = barcodes_item_data.to_dict()
                barcodes.append(barcodes_item)

        specifications: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.specifications, Unset):
            specifications = []
            for specifications_item_data in self.specifications:
                specifications_item = specifications_item_data.to_dict()
                specifications.append(specifications_item)

        status = self.status

        archive_kind = self.archive_kind

        category_code: None | str | Unset
        if isinstance(self.category_code, Unset):
            category_code = UNSET
        else:
            category_code = self.category_code

        sources: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.sources, Unset):
            sources = []
            for sources_item_data in self.sources:
                sources_item = sources_item_data.to_dict()
                sources.append(sources_item)

        serving_size: None | str | Unset
        if isinstance(self.serving_size, Unset):
            serving_size = UNSET
        else:
            serving_size = self.serving_size

        serving_value: float | None | Unset
        if isinstance(self.serving_value, Unset):
            serving_value = UNSET
        else:
            serving_value = self.serving_value

        serving_unit: None | str | Unset
        if isinstance(self.serving_unit, Unset):
            serving_unit = UNSET
        else:
            serving_unit = self.serving_unit

        names: dict[str, Any] | Unset = UNSET
        if not isinstance(self.names, Unset):
            names = self.names.to_dict()

        generic_names: dict[str, Any] | Unset = UNSET
        if not isinstance(self.generic_names, Unset):
            generic_names = self.generic_names.to_dict()

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        brands: list[str] | Unset = UNSET
        if not isinstance(self.brands, Unset):
            brands = self.brands

        manufacturer: None | str | Unset
        if isinstance(self.manufacturer, Unset):
            manufacturer = UNSET
        else:
            manufacturer = self.manufacturer

        quantity_text: None | str | Unset
        if isinstance(self.quantity_text, Unset):
            quantity_text = UNSET
        else:
            quantity_text = self.quantity_text

        nova_group: float | None | Unset
        if isinstance(self.nova_group, Unset):
            nova_group = UNSET
        else:
            nova_group = self.nova_group

        environmental_score: None | str | Unset
        if isinstance(self.environmental_score, Unset):
            environmental_score = UNSET
        else:
            environmental_score = self.environmental_score

        ingredients_lang: None | str | Unset
        if isinstance(self.ingredients_lang, Unset):
            ingredients_lang = UNSET
        else:
            ingredients_lang = self.ingredients_lang

        ingredients_texts: dict[str, Any] | Unset = UNSET
        if not isinstance(self.ingredients_texts, Unset):
            ingredients_texts = self.ingredients_texts.to_dict()

        allergens: list[str] | Unset = UNSET
        if not isinstance(self.allergens, Unset):
            allergens = self.allergens

        allergens_other: list[str] | Unset = UNSET
        if not isinstance(self.allergens_other, Unset):
            allergens_other = self.allergens_other

        traces: list[str] | Unset = UNSET
        if not isinstance(self.traces, Unset):
            traces = self.traces

        traces_other: list[str] | Unset = UNSET
        if not isinstance(self.traces_other, Unset):
            traces_other = self.traces_other

        additives: list[str] | Unset = UNSET
        if not isinstance(self.additives, Unset):
            additives = self.additives

        generic = self.generic

        labels: list[str] | Unset = UNSET
        if not isinstance(self.labels, Unset):
            labels = self.labels

        labels_other: list[str] | Unset = UNSET
        if not isinstance(self.labels_other, Unset):
            labels_other = self.labels_other

        countries_sold: list[str] | Unset = UNSET
        if not isinstance(self.countries_sold, Unset):
            countries_sold = self.countries_sold

        manufacturing_places: list[str] | Unset = UNSET
        if not isinstance(self.manufacturing_places, Unset):
            manufacturing_places = self.manufacturing_places

        packaging: list[str] | Unset = UNSET
        if not isinstance(self.packaging, Unset):
            packaging = self.packaging

        stores: list[str] | Unset = UNSET
        if not isinstance(self.stores, Unset):
            stores = self.stores

        popularity: float | None | Unset
        if isinstance(self.popularity, Unset):
            popularity = UNSET
        else:
            popularity = self.popularity

        period_after_opening_months: float | None | Unset
        if isinstance(self.period_after_opening_months, Unset):
            period_after_opening_months = UNSET
        else:
            period_after_opening_months = self.period_after_opening_months

        source_created_at: None | str | Unset
        if isinstance(self.source_created_at, Unset):
            source_created_at = UNSET
        elif isinstance(self.source_created_at, datetime.datetime):
            source_created_at = self.source_created_at.isoformat()
        else:
            source_created_at = self.source_created_at

        source_updated_at: None | str | Unset
        if isinstance(self.source_updated_at, Unset):
            source_updated_at = UNSET
        elif isinstance(self.source_updated_at, datetime.datetime):
            source_updated_at = self.source_updated_at.isoformat()
        else:
            source_updated_at = self.source_updated_at

        images: list[str] | Unset = UNSET
        if not isinstance(self.images, Unset):
            images = self.images

        pictures: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.pictures, Unset):
            pictures = []
            for pictures_item_data in self.pictures:
                pictures_item = pictures_item_data.to_dict()
                pictures.append(pictures_item)

        allergens_status = self.allergens_status

        traces_status = self.traces_status

        allergen_states: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.allergen_states, Unset):
            allergen_states = []
            for allergen_states_item_data in self.allergen_states:
                allergen_states_item = allergen_states_item_data.to_dict()
                allergen_states.append(allergen_states_item)

        diets: dict[str, Any] | None | Unset
        if isinstance(self.diets, Unset):
            diets = UNSET
        elif isinstance(self.diets, ProductSummaryDietsType0):
            diets = self.diets.to_dict()
        else:
            diets = self.diets

        palm_oil: None | str | Unset
        if isinstance(self.palm_oil, Unset):
            palm_oil = UNSET
        else:
            palm_oil = self.palm_oil

        nutrient_levels: dict[str, Any] | None | Unset
        if isinstance(self.nutrient_levels, Unset):
            nutrient_levels = UNSET
        elif isinstance(self.nutrient_levels, ProductSummaryNutrientLevelsType0):
            nutrient_levels = self.nutrient_levels.to_dict()
        else:
            nutrient_levels = self.nutrient_levels

        created_at: str | Unset = UNSET
        if not isinstance(self.created_at, Unset):
            created_at = self.created_at.isoformat()

        updated_at: str | Unset = UNSET
        if not isinstance(self.updated_at, Unset):
            updated_at = self.updated_at.isoformat()

        ingredients: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.ingredients, Unset):
            ingredients = []
            for ingredients_item_data in self.ingredients:
                ingredients_item = ingredients_item_data.to_dict()
                ingredients.append(ingredients_item)

        thumbnail: None | str | Unset
        if isinstance(self.thumbnail, Unset):
            thumbnail = UNSET
        else:
            thumbnail = self.thumbnail

        explanation: dict[str, Any] | Unset = UNSET
        if not isinstance(self.explanation, Unset):
            explanation = self.explanation.to_dict()

        highlights: dict[str, Any] | Unset = UNSET
        if not isinstance(self.highlights, Unset):
            highlights = self.highlights.to_dict()

        code_names: dict[str, Any] | Unset = UNSET
        if not isinstance(self.code_names, Unset):
            code_names = self.code_names.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "gtin": gtin,
                "name": name,
            }
        )
        if brand is not UNSET:
            field_dict["brand"] = brand
        if category_path is not UNSET:
            field_dict["category_path"] = category_path
        if country_of_origin is not UNSET:
            field_dict["country_of_origin"] = country_of_origin
        if quality_score is not UNSET:
            field_dict["quality_score"] = quality_score
        if score is not UNSET:
            field_dict["score"] = score
        if matched is not UNSET:
            field_dict["matched"] = matched
        if name_lang is not UNSET:
            field_dict["name_lang"] = name_lang
        if net_content_value is not UNSET:
            field_dict["net_content_value"] = net_content_value
        if net_content_unit is not UNSET:
            field_dict["net_content_unit"] = net_content_unit
        if nutriments is not UNSET:
            field_dict["nutriments"] = nutriments
        if nutrition_basis is not UNSET:
            field_dict["nutrition_basis"] = nutrition_basis
        if nutri_score is not UNSET:
            field_dict["nutri_score"] = nutri_score
        if ingredients_text is not UNSET:
            field_dict["ingredients_text"] = ingredients_text
        if msrp is not UNSET:
            field_dict["msrp"] = msrp
        if barcodes is not UNSET:
            field_dict["barcodes"] = barcodes
        if specifications is not UNSET:
            field_dict["specifications"] = specifications
        if status is not UNSET:
            field_dict["status"] = status
        if archive_kind is not UNSET:
            field_dict["archive_kind"] = archive_kind
        if category_code is not UNSET:
            field_dict["category_code"] = category_code
        if sources is not UNSET:
            field_dict["sources"] = sources
        if serving_size is not UNSET:
            field_dict["serving_size"] = serving_size
        if serving_value is not UNSET:
            field_dict["serving_value"] = serving_value
        if serving_unit is not UNSET:
            field_dict["serving_unit"] = serving_unit
        if names is not UNSET:
            field_dict["names"] = names
        if generic_names is not UNSET:
            field_dict["generic_names"] = generic_names
        if description is not UNSET:
            field_dict["description"] = description
        if brands is not UNSET:
            field_dict["brands"] = brands
        if manufacturer is not UNSET:
            field_dict["manufacturer"] = manufacturer
        if quantity_text is not UNSET:
            field_dict["quantity_text"] = quantity_text
        if nova_group is not UNSET:
            field_dict["nova_group"] = nova_group
        if environmental_score is not UNSET:
            field_dict["environmental_score"] = environmental_score
        if ingredients_lang is not UNSET:
            field_dict["ingredients_lang"] = ingredients_lang
        if ingredients_texts is not UNSET:
            field_dict["ingredients_texts"] = ingredients_texts
        if allergens is not UNSET:
            field_dict["allergens"] = allergens
        if allergens_other is not UNSET:
            field_dict["allergens_other"] = allergens_other
        if traces is not UNSET:
            field_dict["traces"] = traces
        if traces_other is not UNSET:
            field_dict["traces_other"] = traces_other
        if additives is not UNSET:
            field_dict["additives"] = additives
        if generic is not UNSET:
            field_dict["generic"] = generic
        if labels is not UNSET:
            field_dict["labels"] = labels
        if labels_other is not UNSET:
            field_dict["labels_other"] = labels_other
        if countries_sold is not UNSET:
            field_dict["countries_sold"] = countries_sold
        if manufacturing_places is not UNSET:
            field_dict["manufacturing_places"] = manufacturing_places
        if packaging is not UNSET:
            field_dict["packaging"] = packaging
        if stores is not UNSET:
            field_dict["stores"] = stores
        if popularity is not UNSET:
            field_dict["popularity"] = popularity
        if period_after_opening_months is not UNSET:
            field_dict["period_after_opening_months"] = period_after_opening_months
        if source_created_at is not UNSET:
            field_dict["source_created_at"] = source_created_at
        if source_updated_at is not UNSET:
            field_dict["source_updated_at"] = source_updated_at
        if images is not UNSET:
            field_dict["images"] = images
        if pictures is not UNSET:
            field_dict["pictures"] = pictures
        if allergens_status is not UNSET:
            field_dict["allergens_status"] = allergens_status
        if traces_status is not UNSET:
            field_dict["traces_status"] = traces_status
        if allergen_states is not UNSET:
            field_dict["allergen_states"] = allergen_states
        if diets is not UNSET:
            field_dict["diets"] = diets
        if palm_oil is not UNSET:
            field_dict["palm_oil"] = palm_oil
        if nutrient_levels is not UNSET:
            field_dict["nutrient_levels"] = nutrient_levels
        if created_at is not UNSET:
            field_dict["created_at"] = created_at
        if updated_at is not UNSET:
            field_dict["updated_at"] = updated_at
        if ingredients is not UNSET:
            field_dict["ingredients"] = ingredients
        if thumbnail is not UNSET:
            field_dict["thumbnail"] = thumbnail
        if explanation is not UNSET:
            field_dict["explanation"] = explanation
        if highlights is not UNSET:
            field_dict["highlights"] = highlights
        if code_names is not UNSET:
            field_dict["code_names"] = code_names

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.allergen_state import AllergenState
        from ..models.barcode import Barcode
        from ..models.highlights import Highlights
        from ..models.ingredient import Ingredient
        from ..models.item_explanation import ItemExplanation
        from ..models.msrp_entry import MsrpEntry
        from ..models.picture import Picture
        from ..models.product_code_names import ProductCodeNames
        from ..models.product_source import ProductSource
        from ..models.product_summary_diets_type_0 import ProductSummaryDietsType0
        from ..models.product_summary_generic_names import ProductSummaryGenericNames
        from ..models.product_summary_ingredients_texts import (
            ProductSummaryIngredientsTexts,
        )
        from ..models.product_summary_names import ProductSummaryNames
        from ..models.product_summary_nutrient_levels_type_0 import (
            ProductSummaryNutrientLevelsType0,
        )
        from ..models.product_summary_nutriments_type_0 import (
            ProductSummaryNutrimentsType0,
        )
        from ..models.specification import Specification

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        def _parse_gtin(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        gtin = _parse_gtin(d.pop("gtin"))

        name = d.pop("name")

        def _parse_brand(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        brand = _parse_brand(d.pop("brand", UNSET))

        def _parse_category_path(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        category_path = _parse_category_path(d.pop("category_path", UNSET))

        def _parse_country_of_origin(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        country_of_origin = _parse_country_of_origin(d.pop("country_of_origin", UNSET))

        quality_score = d.pop("quality_score", UNSET)

        def _parse_score(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        score = _parse_score(d.pop("score", UNSET))

        matched = d.pop("matched", UNSET)

        def _parse_name_lang(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        name_lang = _parse_name_lang(d.pop("name_lang", UNSET))

        def _parse_net_content_value(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        net_content_value = _parse_net_content_value(d.pop("net_content_value", UNSET))

        def _parse_net_content_unit(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        net_content_unit = _parse_net_content_unit(d.pop("net_content_unit", UNSET))

        def _parse_nutriments(
            data: object,
        ) -> None | ProductSummaryNutrimentsType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                nutriments_type_0 = ProductSummaryNutrimentsType0.from_dict(data)

                return nutriments_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ProductSummaryNutrimentsType0 | Unset, data)

        nutriments = _parse_nutriments(d.pop("nutriments", UNSET))

        def _parse_nutrition_basis(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        nutrition_basis = _parse_nutrition_basis(d.pop("nutrition_basis", UNSET))

        def _parse_nutri_score(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        nutri_score = _parse_nutri_score(d.pop("nutri_score", UNSET))

        def _parse_ingredients_text(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        ingredients_text = _parse_ingredients_text(d.pop("ingredients_text", UNSET))

        _msrp = d.pop("msrp", UNSET)
        msrp: list[MsrpEntry] | Unset = UNSET
        if _msrp is not UNSET:
            msrp = []
            for msrp_item_data in _msrp:
                msrp_item = MsrpEntry.from_dict(msrp_item_data)

                msrp.append(msrp_item)

        _barcodes = d.pop("barcodes", UNSET)
        barcodes: list[Barcode] | Unset = UNSET
        if _barcodes is not UNSET:
            barcodes = []
            for barcodes_item_data in _barcodes:
                barcodes_item = Barcode.from_dict(barcodes_item_data)

                barcodes.append(barcodes_item)

        _specifications = d.pop("specifications", UNSET)
        specifications: list[Specification] | Unset = UNSET
        if _specifications is not UNSET:
            specifications = []
            for specifications_item_data in _specifications:
                specifications_item = Specification.from_dict(specifications_item_data)

                specifications.append(specifications_item)

        status = d.pop("status", UNSET)

        archive_kind = d.pop("archive_kind", UNSET)

        def _parse_category_code(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        category_code = _parse_category_code(d.pop("category_code", UNSET))

        _sources = d.pop("sources", UNSET)
        sources: list[ProductSource] | Unset = UNSET
        if _sources is not UNSET:
            sources = []
            for sources_item_data in _sources:
                sources_item = ProductSource.from_dict(sources_item_data)

                sources.append(sources_item)

        def _parse_serving_size(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        serving_size = _parse_serving_size(d.pop("serving_size", UNSET))

        def _parse_serving_value(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        serving_value = _parse_serving_value(d.pop("serving_value", UNSET))

        def _parse_serving_unit(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        serving_unit = _parse_serving_unit(d.pop("serving_unit", UNSET))

        _names = d.pop("names", UNSET)
        names: ProductSummaryNames | Unset
        if isinstance(_names, Unset):
            names = UNSET
        else:
            names = ProductSummaryNames.from_dict(_names)

        _generic_names = d.pop("generic_names", UNSET)
        generic_names: ProductSummaryGenericNames | Unset
        if isinstance(_generic_names, Unset):
            generic_names = UNSET
        else:
            generic_names = ProductSummaryGenericNames.from_dict(_generic_names)

        def _parse_description(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))

        brands = cast(list[str], d.pop("brands", UNSET))

        def _parse_manufacturer(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        manufacturer = _parse_manufacturer(d.pop("manufacturer", UNSET))

        def _parse_quantity_text(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        quantity_text = _parse_quantity_text(d.pop("quantity_text", UNSET))

        def _parse_nova_group(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        nova_group = _parse_nova_group(d.pop("nova_group", UNSET))

        def _parse_environmental_score(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        environmental_score = _parse_environmental_score(
            d.pop("environmental_score", UNSET)
        )

        def _parse_ingredients_lang(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        ingredients_lang = _parse_ingredients_lang(d.pop("ingredients_lang", UNSET))

        _ingredients_texts = d.pop("ingredients_texts", UNSET)
        ingredients_texts: ProductSummaryIngredientsTexts | Unset
        if isinstance(_ingredients_texts, Unset):
            ingredients_texts = UNSET
        else:
            ingredients_texts = ProductSummaryIngredientsTexts.from_dict(
                _ingredients_texts
            )

        allergens = cast(list[str], d.pop("allergens", UNSET))

        allergens_other = cast(list[str], d.pop("allergens_other", UNSET))

        traces = cast(list[str], d.pop("traces", UNSET))

        traces_other = cast(list[str], d.pop("traces_other", UNSET))

        additives = cast(list[str], d.pop("additives", UNSET))

        generic = d.pop("generic", UNSET)

        labels = cast(list[str], d.pop("labels", UNSET))

        labels_other = cast(list[str], d.pop("labels_other", UNSET))

        countries_sold = cast(list[str], d.pop("countries_sold", UNSET))

        manufacturing_places = cast(list[str], d.pop("manufacturing_places", UNSET))

        packaging = cast(list[str], d.pop("packaging", UNSET))

        stores = cast(list[str], d.pop("stores", UNSET))

        def _parse_popularity(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        popularity = _parse_popularity(d.pop("popularity", UNSET))

        def _parse_period_after_opening_months(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        period_after_opening_months = _parse_period_after_opening_months(
            d.pop("period_after_opening_months", UNSET)
        )

        def _parse_source_created_at(data: object) -> datetime.datetime | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                source_created_at_type_0 = datetime.datetime.fromisoformat(data)

                return source_created_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None | Unset, data)

        source_created_at = _parse_source_created_at(d.pop("source_created_at", UNSET))

        def _parse_source_updated_at(data: object) -> datetime.datetime | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                source_updated_at_type_0 = datetime.datetime.fromisoformat(data)

                return source_updated_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None | Unset, data)

        source_updated_at = _parse_source_updated_at(d.pop("source_updated_at", UNSET))

        images = cast(list[str], d.pop("images", UNSET))

        _pictures = d.pop("pictures", UNSET)
        pictures: list[Picture] | Unset = UNSET
        if _pictures is not UNSET:
            pictures = []
            for pictures_item_data in _pictures:
                pictures_item = Picture.from_dict(pictures_item_data)

                pictures.append(pictures_item)

        allergens_status = d.pop("allergens_status", UNSET)

        traces_status = d.pop("traces_status", UNSET)

        _allergen_states = d.pop("allergen_states", UNSET)
        allergen_states: list[AllergenState] | Unset = UNSET
        if _allergen_states is not UNSET:
            allergen_states = []
            for allergen_states_item_data in _allergen_states:
                allergen_states_item = AllergenState.from_dict(
                    allergen_states_item_data
                )

                allergen_states.append(allergen_states_item)

        def _parse_diets(data: object) -> None | ProductSummaryDietsType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                diets_type_0 = ProductSummaryDietsType0.from_dict(data)

                return diets_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ProductSummaryDietsType0 | Unset, data)

        diets = _parse_diets(d.pop("diets", UNSET))

        def _parse_palm_oil(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        palm_oil = _parse_palm_oil(d.pop("palm_oil", UNSET))

        def _parse_nutrient_levels(
            data: object,
        ) -> None | ProductSummaryNutrientLevelsType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                nutrient_levels_type_0 = ProductSummaryNutrientLevelsType0.from_dict(
                    data
                )

                return nutrient_levels_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ProductSummaryNutrientLevelsType0 | Unset, data)

        nutrient_levels = _parse_nutrient_levels(d.pop("nutrient_levels", UNSET))

        _created_at = d.pop("created_at", UNSET)
        created_at: datetime.datetime | Unset
        if isinstance(_created_at, Unset):
            created_at = UNSET
        else:
            created_at = datetime.datetime.fromisoformat(_created_at)

        _updated_at = d.pop("updated_at", UNSET)
        updated_at: datetime.datetime | Unset
        if isinstance(_updated_at, Unset):
            updated_at = UNSET
        else:
            updated_at = datetime.datetime.fromisoformat(_updated_at)

        _ingredients = d.pop("ingredients", UNSET)
        ingredients: list[Ingredient] | Unset = UNSET
        if _ingredients is not UNSET:
            ingredients = []
            for ingredients_item_data in _ingredients:
                ingredients_item = Ingredient.from_dict(ingredients_item_data)

                ingredients.append(ingredients_item)

        def _parse_thumbnail(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        thumbnail = _parse_thumbnail(d.pop("thumbnail", UNSET))

        _explanation = d.pop("explanation", UNSET)
        explanation: ItemExplanation | Unset
        if isinstance(_explanation, Unset):
            explanation = UNSET
        else:
            explanation = ItemExplanation.from_dict(_explanation)

        _highlights = d.pop("highlights", UNSET)
        highlights: Highlights | Unset
        if isinstance(_highlights, Unset):
            highlights = UNSET
        else:
            highlights = Highlights.from_dict(_highlights)

        _code_names = d.pop("code_names", UNSET)
        code_names: ProductCodeNames | Unset
        if isinstance(_code_names, Unset):
            code_names = UNSET
        else:
            code_names = ProductCodeNames.from_dict(_code_names)

        product_summary = cls(
            id=id,
            gtin=gtin,
            name=name,
            brand=brand,
            category_path=category_path,
            country_of_origin=country_of_origin,
            quality_score=quality_score,
            score=score,
            matched=matched,
            name_lang=name_lang,
            net_content_value=net_content_value,
            net_content_unit=net_content_unit,
            nutriments=nutriments,
            nutrition_basis=nutrition_basis,
            nutri_score=nutri_score,
            ingredients_text=ingredients_text,
            msrp=msrp,
            barcodes=barcodes,
            specifications=specifications,
            status=status,
            archive_kind=archive_kind,
            category_code=category_code,
            sources=sources,
            serving_size=serving_size,
            serving_value=serving_value,
            serving_unit=serving_unit,
            names=names,
            generic_names=generic_names,
            description=description,
            brands=brands,
            manufacturer=manufacturer,
            quantity_text=quantity_text,
            nova_group=nova_group,
            environmental_score=environmental_score,
            ingredients_lang=ingredients_lang,
            ingredients_texts=ingredients_texts,
            allergens=allergens,
            allergens_other=allergens_other,
            traces=traces,
            traces_other=traces_other,
            additives=additives,
            generic=generic,
            labels=labels,
            labels_other=labels_other,
            countries_sold=countries_sold,
            manufacturing_places=manufacturing_places,
            packaging=packaging,
            stores=stores,
            popularity=popularity,
            period_after_opening_months=period_after_opening_months,
            source_created_at=source_created_at,
            source_updated_at=source_updated_at,
            images=images,
            pictures=pictures,
            allergens_status=allergens_status,
            traces_status=traces_status,
            allergen_states=allergen_states,
            diets=diets,
            palm_oil=palm_oil,
            nutrient_levels=nutrient_levels,
            created_at=created_at,
            updated_at=updated_at,
            ingredients=ingredients,
            thumbnail=thumbnail,
            explanation=explanation,
            highlights=highlights,
            code_names=code_names,
        )

        product_summary.additional_properties = d
        return product_summary

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
