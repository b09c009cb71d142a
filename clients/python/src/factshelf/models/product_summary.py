from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.item_explanation import ItemExplanation


T = TypeVar("T", bound="ProductSummary")


@_attrs_define
class ProductSummary:
    """Whole, with every field, unless `fields` chose some of them: then the others are left out

    Attributes:
        id (UUID):
        gtin (None | str): Primary barcode Example: 3017620422003.
        name (str | Unset):
        brand (None | str | Unset):
        category_path (None | str | Unset):  Example: food/beverages/juices.
        country_of_origin (None | str | Unset):
        quality_score (float | Unset):
        score (float | None | Unset): Word similarity of the query and the name; null without a query
        name_lang (None | str | Unset): Language of `name`; null where no language was requested, or the language is
            unknown Example: en.
        explanation (ItemExplanation | Unset):
    """

    id: UUID
    gtin: None | str
    name: str | Unset = UNSET
    brand: None | str | Unset = UNSET
    category_path: None | str | Unset = UNSET
    country_of_origin: None | str | Unset = UNSET
    quality_score: float | Unset = UNSET
    score: float | None | Unset = UNSET
    name_lang: None | str | Unset = UNSET
    explanation: ItemExplanation | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
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

        name_lang: None | str | Unset
        if isinstance(self.name_lang, Unset):
            name_lang = UNSET
        else:
            name_lang = self.name_lang

        explanation: dict[str, Any] | Unset = UNSET
        if not isinstance(self.explanation, Unset):
            explanation = self.explanation.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "gtin": gtin,
            }
        )
        if name is not UNSET:
            field_dict["name"] = name
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
        if name_lang is not UNSET:
            field_dict["name_lang"] = name_lang
        if explanation is not UNSET:
            field_dict["explanation"] = explanation

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.item_explanation import ItemExplanation

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        def _parse_gtin(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        gtin = _parse_gtin(d.pop("gtin"))

        name = d.pop("name", UNSET)

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

        def _parse_name_lang(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        name_lang = _parse_name_lang(d.pop("name_lang", UNSET))

        _explanation = d.pop("explanation", UNSET)
        explanation: ItemExplanation | Unset
        if isinstance(_explanation, Unset):
            explanation = UNSET
        else:
            explanation = ItemExplanation.from_dict(_explanation)

        product_summary = cls(
            id=id,
            gtin=gtin,
            name=name,
            brand=brand,
            category_path=category_path,
            country_of_origin=country_of_origin,
            quality_score=quality_score,
            score=score,
            name_lang=name_lang,
            explanation=explanation,
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
