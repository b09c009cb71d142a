from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.new_submission_attributes import NewSubmissionAttributes
    from ..models.new_submission_generic_names import NewSubmissionGenericNames
    from ..models.new_submission_ingredients_texts import NewSubmissionIngredientsTexts
    from ..models.new_submission_msrp import NewSubmissionMsrp
    from ..models.new_submission_names import NewSubmissionNames
    from ..models.new_submission_nutriments import NewSubmissionNutriments


T = TypeVar("T", bound="NewSubmission")


@_attrs_define
class NewSubmission:
    """
    Attributes:
        gtin (str | Unset): GTIN-8, -12, -13 or -14, in any padding Example: 3017620422003.
        product_id (UUID | Unset): The product to complete; needed only where no barcode names it
        category (str | Unset): Code of a category Example: juices.
        name (str | Unset):  Example: Hazelnut spread.
        name_lang (str | Unset): Language of `name`, ISO 639-1 Example: en.
        names (NewSubmissionNames | Unset): By ISO 639-1 code Example: {'en': 'Hazelnut spread', 'de':
            'Haselnussaufstrich'}.
        generic_names (NewSubmissionGenericNames | Unset): What the law calls it, by ISO 639-1 code Example: {'de':
            'Brotaufstrich mit Haselnüssen und Kakao'}.
        description (str | Unset): What it is, in a sentence or two Example: Spread of hazelnuts and cocoa.
        brand (str | Unset):
        brands (list[str] | Unset): Where a source names several; `brand` is the first Example: ['Avelotta', 'Harbour
            Foods'].
        manufacturer (str | Unset): The company that makes it, or owns its brand Example: Harbour Foods Inc..
        net_content_value (float | Unset):  Example: 400.
        net_content_unit (str | Unset): One of g, kg, ml, l, pcs, m
        country_of_origin (str | Unset): Name of a country; stored in English Example: France.
        nutriments (NewSubmissionNutriments | Unset): Amounts for the basis; each key ends in its unit Example:
            {'energy_kj': 2252, 'energy_kcal': 539, 'fat_g': 30.9, 'sugars_g': 56.3, 'salt_g': 0.107}.
        nutrition_basis (str | Unset): What the amounts are for. One of 100g, 100ml, serving
        serving_size (str | Unset): As the pack has it Example: 2 biscuits (25 g).
        nutri_score (str | Unset): One of a, b, c, d, e
        environmental_score (str | Unset): As a source says; never computed here. One of a-plus, a, b, c, d, e, f
            Example: b.
        ingredients_text (str | Unset):
        ingredients_lang (str | Unset): Language of `ingredients_text`, ISO 639-1 Example: en.
        ingredients_texts (NewSubmissionIngredientsTexts | Unset): By ISO 639-1 code Example: {'en': 'Sugar, hazelnuts
            13 %', 'de': 'Zucker, Haselnüsse 13 %'}.
        allergens (list[str] | Unset): What it contains. An empty list is no “free from”: only that state in
            `allergen_states` is Example: ['milk', 'nuts'].
        allergens_other (list[str] | Unset): As they are called, where the list has no code for them Example:
            ['coconut'].
        no_allergens_stated (bool | Unset): All ingredients were read, and none is an allergen; means nothing beside
            allergens
        traces (list[str] | Unset): What it may contain. An empty list is no “free from”: see `traces_status` Example:
            ['nuts'].
        traces_other (list[str] | Unset): As they are called, where the list has no code for them
        no_traces_stated (bool | Unset): The label says that it contains no allergens; ignored beside traces
        additives (list[str] | Unset): E numbers Example: ['e322', 'e150d'].
        labels (list[str] | Unset): Marks and claims on the pack Example: ['organic', 'vegan'].
        labels_other (list[str] | Unset): As they are called, where the list has no code for them Example: ['made in
            france'].
        countries_sold (list[str] | Unset): Names of countries; stored in English Example: ['Belgium', 'France'].
        manufacturing_places (list[str] | Unset): From the smallest to the largest, as they are named Example:
            ['Garray', 'Spain'].
        packaging (list[str] | Unset): Shapes and materials, as they are named Example: ['Glass', 'Jar'].
        stores (list[str] | Unset): Shops that sell it Example: ['Carrefour'].
        period_after_opening_months (int | Unset): For how many months it can be used once it is opened Example: 12.
        attributes (NewSubmissionAttributes | Unset): By the keys of the kind’s field template, or others Example:
            {'screen_size': 6.1}.
        msrp (NewSubmissionMsrp | Unset): A price the manufacturer suggests: for reference only
        source_url (str | Unset): Where the facts can be checked; never fetched
        note (str | Unset): For the operator who reviews it
        contact_email (str | Unset): For questions. Never public. Erased 90 days after the review, or a year after it
            came in if it was not reviewed
        website (str | Unset): Leave it out: no person sees this field
    """

    gtin: str | Unset = UNSET
    product_id: UUID | Unset = UNSET
    category: str | Unset = UNSET
    name: str | Unset = UNSET
    name_lang: str | Unset = UNSET
    names: NewSubmissionNames | Unset = UNSET
    generic_names: NewSubmissionGenericNames | Unset = UNSET
    description: str | Unset = UNSET
    brand: str | Unset = UNSET
    brands: list[str] | Unset = UNSET
    manufacturer: str | Unset = UNSET
    net_content_value: float | Unset = UNSET
    net_content_unit: str | Unset = UNSET
    country_of_origin: str | Unset = UNSET
    nutriments: NewSubmissionNutriments | Unset = UNSET
    nutrition_basis: str | Unset = UNSET
    serving_size: str | Unset = UNSET
    nutri_score: str | Unset = UNSET
    environmental_score: str | Unset = UNSET
    ingredients_text: str | Unset = UNSET
    ingredients_lang: str | Unset = UNSET
    ingredients_texts: NewSubmissionIngredientsTexts | Unset = UNSET
    allergens: list[str] | Unset = UNSET
    allergens_other: list[str] | Unset = UNSET
    no_allergens_stated: bool | Unset = UNSET
    traces: list[str] | Unset = UNSET
    traces_other: list[str] | Unset = UNSET
    no_traces_stated: bool | Unset = UNSET
    additives: list[str] | Unset = UNSET
    labels: list[str] | Unset = UNSET
    labels_other: list[str] | Unset = UNSET
    countries_sold: list[str] | Unset = UNSET
    manufacturing_places: list[str] | Unset = UNSET
    packaging: list[str] | Unset = UNSET
    stores: list[str] | Unset = UNSET
    period_after_opening_months: int | Unset = UNSET
    attributes: NewSubmissionAttributes | Unset = UNSET
    msrp: NewSubmissionMsrp | Unset = UNSET
    source_url: str | Unset = UNSET
    note: str | Unset = UNSET
    contact_email: str | Unset = UNSET
    website: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        gtin = self.gtin

        product_id: str | Unset = UNSET
        if not isinstance(self.product_id, Unset):
            product_id = str(self.product_id)

        category = self.category

        name = self.name

        name_lang = self.name_lang

        names: dict[str, Any] | Unset = UNSET
        if not isinstance(self.names, Unset):
            names = self.names.to_dict()

        generic_names: dict[str, Any] | Unset = UNSET
        if not isinstance(self.generic_names, Unset):
            generic_names = self.generic_names.to_dict()

        description = self.description

        brand = self.brand

        brands: list[str] | Unset = UNSET
        if not isinstance(self.brands, Unset):
            brands = self.brands

        manufacturer = self.manufacturer

        net_content_value = self.net_content_value

        net_content_unit = self.net_content_unit

        country_of_origin = self.country_of_origin

        nutriments: dict[str, Any] | Unset = UNSET
        if not isinstance(self.nutriments, Unset):
            nutriments = self.nutriments.to_dict()

        nutrition_basis = self.nutrition_basis

        serving_size = self.serving_size

        nutri_score = self.nutri_score

        environmental_score = self.environmental_score

        ingredients_text = self.ingredients_text

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

        no_allergens_stated = self.no_allergens_stated

        traces: list[str] | Unset = UNSET
        if not isinstance(self.traces, Unset):
            traces = self.traces

        traces_other: list[str] | Unset = UNSET
        if not isinstance(self.traces_other, Unset):
            traces_other = self.traces_other

        no_traces_stated = self.no_traces_stated

        additives: list[str] | Unset = UNSET
        if not isinstance(self.additives, Unset):
            additives = self.additives

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

        period_after_opening_months = self.period_after_opening_months

        attributes: dict[str, Any] | Unset = UNSET
        if not isinstance(self.attributes, Unset):
            attributes = self.attributes.to_dict()

        msrp: dict[str, Any] | Unset = UNSET
        if not isinstance(self.msrp, Unset):
            msrp = self.msrp.to_dict()

        source_url = self.source_url

        note = self.note

        contact_email = self.contact_email

        website = self.website

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if gtin is not UNSET:
            field_dict["gtin"] = gtin
        if product_id is not UNSET:
            field_dict["product_id"] = product_id
        if category is not UNSET:
            field_dict["category"] = category
        if name is not UNSET:
            field_dict["name"] = name
        if name_lang is not UNSET:
            field_dict["name_lang"] = name_lang
        if names is not UNSET:
            field_dict["names"] = names
        if generic_names is not UNSET:
            field_dict["generic_names"] = generic_names
        if description is not UNSET:
            field_dict["description"] = description
        if brand is not UNSET:
            field_dict["brand"] = brand
        if brands is not UNSET:
            field_dict["brands"] = brands
        if manufacturer is not UNSET:
            field_dict["manufacturer"] = manufacturer
        if net_content_value is not UNSET:
            field_dict["net_content_value"] = net_content_value
        if net_content_unit is not UNSET:
            field_dict["net_content_unit"] = net_content_unit
        if country_of_origin is not UNSET:
            field_dict["country_of_origin"] = country_of_origin
        if nutriments is not UNSET:
            field_dict["nutriments"] = nutriments
        if nutrition_basis is not UNSET:
            field_dict["nutrition_basis"] = nutrition_basis
        if serving_size is not UNSET:
            field_dict["serving_size"] = serving_size
        if nutri_score is not UNSET:
            field_dict["nutri_score"] = nutri_score
        if environmental_score is not UNSET:
            field_dict["environmental_score"] = environmental_score
        if ingredients_text is not UNSET:
            field_dict["ingredients_text"] = ingredients_text
        if ingredients_lang is not UNSET:
            field_dict["ingredients_lang"] = ingredients_lang
        if ingredients_texts is not UNSET:
            field_dict["ingredients_texts"] = ingredients_texts
        if allergens is not UNSET:
            field_dict["allergens"] = allergens
        if allergens_other is not UNSET:
            field_dict["allergens_other"] = allergens_other
        if no_allergens_stated is not UNSET:
            field_dict["no_allergens_stated"] = no_allergens_stated
        if traces is not UNSET:
            field_dict["traces"] = traces
        if traces_other is not UNSET:
            field_dict["traces_other"] = traces_other
        if no_traces_stated is not UNSET:
            field_dict["no_traces_stated"] = no_traces_stated
        if additives is not UNSET:
            field_dict["additives"] = additives
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
        if period_after_opening_months is not UNSET:
            field_dict["period_after_opening_months"] = period_after_opening_months
        if attributes is not UNSET:
            field_dict["attributes"] = attributes
        if msrp is not UNSET:
            field_dict["msrp"] = msrp
        if source_url is not UNSET:
            field_dict["source_url"] = source_url
        if note is not UNSET:
            field_dict["note"] = note
        if contact_email is not UNSET:
            field_dict["contact_email"] = contact_email
        if website is not UNSET:
            field_dict["website"] = website

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.new_submission_attributes import NewSubmissionAttributes
        from ..models.new_submission_generic_names import NewSubmissionGenericNames
        from ..models.new_submission_ingredients_texts import (
            NewSubmissionIngredientsTexts,
        )
        from ..models.new_submission_msrp import NewSubmissionMsrp
        from ..models.new_submission_names import NewSubmissionNames
        from ..models.new_submission_nutriments import NewSubmissionNutriments

        d = dict(src_dict)
        gtin = d.pop("gtin", UNSET)

        _product_id = d.pop("product_id", UNSET)
        product_id: UUID | Unset
        if isinstance(_product_id, Unset):
            product_id = UNSET
        else:
            product_id = UUID(_product_id)

        category = d.pop("category", UNSET)

        name = d.pop("name", UNSET)

        name_lang = d.pop("name_lang", UNSET)

        _names = d.pop("names", UNSET)
        names: NewSubmissionNames | Unset
        if isinstance(_names, Unset):
            names = UNSET
        else:
            names = NewSubmissionNames.from_dict(_names)

        _generic_names = d.pop("generic_names", UNSET)
        generic_names: NewSubmissionGenericNames | Unset
        if isinstance(_generic_names, Unset):
            generic_names = UNSET
        else:
            generic_names = NewSubmissionGenericNames.from_dict(_generic_names)

        description = d.pop("description", UNSET)

        brand = d.pop("brand", UNSET)

        brands = cast(list[str], d.pop("brands", UNSET))

        manufacturer = d.pop("manufacturer", UNSET)

        net_content_value = d.pop("net_content_value", UNSET)

        net_content_unit = d.pop("net_content_unit", UNSET)

        country_of_origin = d.pop("country_of_origin", UNSET)

        _nutriments = d.pop("nutriments", UNSET)
        nutriments: NewSubmissionNutriments | Unset
        if isinstance(_nutriments, Unset):
            nutriments = UNSET
        else:
            nutriments = NewSubmissionNutriments.from_dict(_nutriments)

        nutrition_basis = d.pop("nutrition_basis", UNSET)

        serving_size = d.pop("serving_size", UNSET)

        nutri_score = d.pop("nutri_score", UNSET)

        environmental_score = d.pop("environmental_score", UNSET)

        ingredients_text = d.pop("ingredients_text", UNSET)

        ingredients_lang = d.pop("ingredients_lang", UNSET)

        _ingredients_texts = d.pop("ingredients_texts", UNSET)
        ingredients_texts: NewSubmissionIngredientsTexts | Unset
        if isinstance(_ingredients_texts, Unset):
            ingredients_texts = UNSET
        else:
            ingredients_texts = NewSubmissionIngredientsTexts.from_dict(
                _ingredients_texts
            )

        allergens = cast(list[str], d.pop("allergens", UNSET))

        allergens_other = cast(list[str], d.pop("allergens_other", UNSET))

        no_allergens_stated = d.pop("no_allergens_stated", UNSET)

        traces = cast(list[str], d.pop("traces", UNSET))

        traces_other = cast(list[str], d.pop("traces_other", UNSET))

        no_traces_stated = d.pop("no_traces_stated", UNSET)

        additives = cast(list[str], d.pop("additives", UNSET))

        labels = cast(list[str], d.pop("labels", UNSET))

        labels_other = cast(list[str], d.pop("labels_other", UNSET))

        countries_sold = cast(list[str], d.pop("countries_sold", UNSET))

        manufacturing_places = cast(list[str], d.pop("manufacturing_places", UNSET))

        packaging = cast(list[str], d.pop("packaging", UNSET))

        stores = cast(list[str], d.pop("stores", UNSET))

        period_after_opening_months = d.pop("period_after_opening_months", UNSET)

        _attributes = d.pop("attributes", UNSET)
        attributes: NewSubmissionAttributes | Unset
        if isinstance(_attributes, Unset):
            attributes = UNSET
        else:
            attributes = NewSubmissionAttributes.from_dict(_attributes)

        _msrp = d.pop("msrp", UNSET)
        msrp: NewSubmissionMsrp | Unset
        if isinstance(_msrp, Unset):
            msrp = UNSET
        else:
            msrp = NewSubmissionMsrp.from_dict(_msrp)

        source_url = d.pop("source_url", UNSET)

        note = d.pop("note", UNSET)

        contact_email = d.pop("contact_email", UNSET)

        website = d.pop("website", UNSET)

        new_submission = cls(
            gtin=gtin,
            product_id=product_id,
            category=category,
            name=name,
            name_lang=name_lang,
            names=names,
            generic_names=generic_names,
            description=description,
            brand=brand,
            brands=brands,
            manufacturer=manufacturer,
            net_content_value=net_content_value,
            net_content_unit=net_content_unit,
            country_of_origin=country_of_origin,
            nutriments=nutriments,
            nutrition_basis=nutrition_basis,
            serving_size=serving_size,
            nutri_score=nutri_score,
            environmental_score=environmental_score,
            ingredients_text=ingredients_text,
            ingredients_lang=ingredients_lang,
            ingredients_texts=ingredients_texts,
            allergens=allergens,
            allergens_other=allergens_other,
            no_allergens_stated=no_allergens_stated,
            traces=traces,
            traces_other=traces_other,
            no_traces_stated=no_traces_stated,
            additives=additives,
            labels=labels,
            labels_other=labels_other,
            countries_sold=countries_sold,
            manufacturing_places=manufacturing_places,
            packaging=packaging,
            stores=stores,
            period_after_opening_months=period_after_opening_months,
            attributes=attributes,
            msrp=msrp,
            source_url=source_url,
            note=note,
            contact_email=contact_email,
            website=website,
        )

        return new_submission
