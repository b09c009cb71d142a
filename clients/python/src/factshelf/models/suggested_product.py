from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="SuggestedProduct")


@_attrs_define
class SuggestedProduct:
    """
    Attributes:
        type_ (str): One of product
        text (str):
        highlights (list[list[int]]): The parts of `text` that match `q`: pairs of offsets in UTF-16 units, as
            JavaScript counts them; start inclusive, end exclusive Example: [[0, 6]].
        id (UUID):
        gtin (None | str): Primary barcode Example: 3017620422003.
        brand (None | str):
        thumbnail (None | str): Address of a picture of about 200 pixels for lists, of the front where there is one;
            null: no picture
    """

    type_: str
    text: str
    highlights: list[list[int]]
    id: UUID
    gtin: None | str
    brand: None | str
    thumbnail: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_

        text = self.text

        highlights = []
        for highlights_item_data in self.highlights:
            highlights_item = highlights_item_data

            highlights.append(highlights_item)

        id = str(self.id)

        gtin: None | str
        gtin = self.gtin

        brand: None | str
        brand = self.brand

        thumbnail: None | str
        thumbnail = self.thumbnail

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "type": type_,
                "text": text,
                "highlights": highlights,
                "id": id,
                "gtin": gtin,
                "brand": brand,
                "thumbnail": thumbnail,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        type_ = d.pop("type")

        text = d.pop("text")

        highlights = []
        _highlights = d.pop("highlights")
        for highlights_item_data in _highlights:
            highlights_item = cast(list[int], highlights_item_data)

            highlights.append(highlights_item)

        id = UUID(d.pop("id"))

        def _parse_gtin(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        gtin = _parse_gtin(d.pop("gtin"))

        def _parse_brand(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        brand = _parse_brand(d.pop("brand"))

        def _parse_thumbnail(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        thumbnail = _parse_thumbnail(d.pop("thumbnail"))

        suggested_product = cls(
            type_=type_,
            text=text,
            highlights=highlights,
            id=id,
            gtin=gtin,
            brand=brand,
            thumbnail=thumbnail,
        )

        suggested_product.additional_properties = d
        return suggested_product

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
