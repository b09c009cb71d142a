from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="NutrimentsNutrimentsPerServingType0")


@_attrs_define
class NutrimentsNutrimentsPerServingType0:
    """The amounts for one serving; null where basis and serving do not both say it: of amounts per 100 g the serving is a
    weight, of those per 100 ml a volume

        Example:
            {'energy_kcal': 80.9, 'fat_g': 4.635}

    """

    additional_properties: dict[str, float] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        nutriments_nutriments_per_serving_type_0 = cls()

        nutriments_nutriments_per_serving_type_0.additional_properties = d
        return nutriments_nutriments_per_serving_type_0

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> float:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: float) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
