from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="FacetValue")


@_attrs_define
class FacetValue:
    """
    Attributes:
        value (str): The value for the facet’s filter: `brand_in`, `category_in`, …, `allergen_not_in`
        label (str): The name of the value
        count (int): The number of matches with this value; for `allergen`, that contain it
        selected (bool): Whether the facet’s filter names it. Such a value is always listed, even with 0 matches
    """

    value: str
    label: str
    count: int
    selected: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        value = self.value

        label = self.label

        count = self.count

        selected = self.selected

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "value": value,
                "label": label,
                "count": count,
                "selected": selected,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        value = d.pop("value")

        label = d.pop("label")

        count = d.pop("count")

        selected = d.pop("selected")

        facet_value = cls(
            value=value,
            label=label,
            count=count,
            selected=selected,
        )

        facet_value.additional_properties = d
        return facet_value

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
