from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="NutrimentsNutrimentsPer100Type0AmountsType0")


@_attrs_define
class NutrimentsNutrimentsPer100Type0AmountsType0:
    """Amounts for the basis; each key ends in its unit

    Example:
        {'energy_kj': 2252, 'energy_kcal': 539, 'fat_g': 30.9, 'sugars_g': 56.3, 'salt_g': 0.107}

    """

    additional_properties: dict[str, float] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        nutriments_nutriments_per_100_type_0_amounts_type_0 = cls()

        nutriments_nutriments_per_100_type_0_amounts_type_0.additional_properties = d
        return nutriments_nutriments_per_100_type_0_amounts_type_0

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
