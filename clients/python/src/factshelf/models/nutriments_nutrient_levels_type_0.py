from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="NutrimentsNutrientLevelsType0")


@_attrs_define
class NutrimentsNutrientLevelsType0:
    """
    Attributes:
        fat_g (str): One of low, moderate, high, unknown
        saturated_fat_g (str): One of low, moderate, high, unknown
        sugars_g (str): One of low, moderate, high, unknown
        salt_g (str): One of low, moderate, high, unknown
    """

    fat_g: str
    saturated_fat_g: str
    sugars_g: str
    salt_g: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        fat_g = self.fat_g

        saturated_fat_g = self.saturated_fat_g

        sugars_g = self.sugars_g

        salt_g = self.salt_g

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "fat_g": fat_g,
                "saturated_fat_g": saturated_fat_g,
                "sugars_g": sugars_g,
                "salt_g": salt_g,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        fat_g = d.pop("fat_g")

        saturated_fat_g = d.pop("saturated_fat_g")

        sugars_g = d.pop("sugars_g")

        salt_g = d.pop("salt_g")

        nutriments_nutrient_levels_type_0 = cls(
            fat_g=fat_g,
            saturated_fat_g=saturated_fat_g,
            sugars_g=sugars_g,
            salt_g=salt_g,
        )

        nutriments_nutrient_levels_type_0.additional_properties = d
        return nutriments_nutrient_levels_type_0

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
