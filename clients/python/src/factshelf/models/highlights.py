from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.highlighted_part import HighlightedPart


T = TypeVar("T", bound="Highlights")


@_attrs_define
class Highlights:
    """Added by `highlight=true`

    Example:
        {'name': [{'start': 0, 'length': 8}], 'brand': []}

    Attributes:
        name (list[HighlightedPart]): The parts of `name` that match words of `q`, in order, without overlaps
        brand (list[HighlightedPart]): The same of `brand`; empty where the item comes without it
    """

    name: list[HighlightedPart]
    brand: list[HighlightedPart]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name = []
        for name_item_data in self.name:
            name_item = name_item_data.to_dict()
            name.append(name_item)

        brand = []
        for brand_item_data in self.brand:
            brand_item = brand_item_data.to_dict()
            brand.append(brand_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "brand": brand,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.highlighted_part import HighlightedPart

        d = dict(src_dict)
        name = []
        _name = d.pop("name")
        for name_item_data in _name:
            name_item = HighlightedPart.from_dict(name_item_data)

            name.append(name_item)

        brand = []
        _brand = d.pop("brand")
        for brand_item_data in _brand:
            brand_item = HighlightedPart.from_dict(brand_item_data)

            brand.append(brand_item)

        highlights = cls(
            name=name,
            brand=brand,
        )

        highlights.additional_properties = d
        return highlights

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
