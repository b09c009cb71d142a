from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="BetterProduct")


@_attrs_define
class BetterProduct:
    """
    Attributes:
        id (UUID):
        gtin (None | str):
        name (str):
        name_lang (None | str):
        brand (None | str):
        category_path (str):
        nutri_score (None | str): One of a, b, c, d, e
        net_content_value (float | None):  Example: 400.
        net_content_unit (None | str): One of g, kg, ml, l, pcs, m
        thumbnail (None | str): Address of a picture of about 200 pixels for lists, of the front where there is one;
            null: no picture
    """

    id: UUID
    gtin: None | str
    name: str
    name_lang: None | str
    brand: None | str
    category_path: str
    nutri_score: None | str
    net_content_value: float | None
    net_content_unit: None | str
    thumbnail: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        gtin: None | str
        gtin = self.gtin

        name = self.name

        name_lang: None | str
        name_lang = self.name_lang

        brand: None | str
        brand = self.brand

        category_path = self.category_path

        nutri_score: None | str
        nutri_score = self.nutri_score

        net_content_value: float | None
        net_content_value = self.net_content_value

        net_content_unit: None | str
        net_content_unit = self.net_content_unit

        thumbnail: None | str
        thumbnail = self.thumbnail

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "gtin": gtin,
                "name": name,
                "name_lang": name_lang,
                "brand": brand,
                "category_path": category_path,
                "nutri_score": nutri_score,
                "net_content_value": net_content_value,
                "net_content_unit": net_content_unit,
                "thumbnail": thumbnail,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        def _parse_gtin(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        gtin = _parse_gtin(d.pop("gtin"))

        name = d.pop("name")

        def _parse_name_lang(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        name_lang = _parse_name_lang(d.pop("name_lang"))

        def _parse_brand(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        brand = _parse_brand(d.pop("brand"))

        category_path = d.pop("category_path")

        def _parse_nutri_score(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        nutri_score = _parse_nutri_score(d.pop("nutri_score"))

        def _parse_net_content_value(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        net_content_value = _parse_net_content_value(d.pop("net_content_value"))

        def _parse_net_content_unit(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        net_content_unit = _parse_net_content_unit(d.pop("net_content_unit"))

        def _parse_thumbnail(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        thumbnail = _parse_thumbnail(d.pop("thumbnail"))

        better_product = cls(
            id=id,
            gtin=gtin,
            name=name,
            name_lang=name_lang,
            brand=brand,
            category_path=category_path,
            nutri_score=nutri_score,
            net_content_value=net_content_value,
            net_content_unit=net_content_unit,
            thumbnail=thumbnail,
        )

        better_product.additional_properties = d
        return better_product

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
