from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ProductNutrientLevelsType0")


@_attrs_define
class ProductNutrientLevelsType0:
    """How much 100 g have: low up to 3 g of fat, 1.5 of saturated fat, 5 of sugars, 0.3 of salt; high from 20, 5, 12.5 and
    1.5. Half of that for 100 ml of a drink. `unknown` where the basis is not sure. Null for what is no food

        Example:
            {'fat_g': 'high', 'saturated_fat_g': 'high', 'sugars_g': 'high', 'salt_g': 'low'}

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

        product_nutrient_levels_type_0 = cls(
            fat_g=fat_g,
            saturated_fat_g=saturated_fat_g,
            sugars_g=sugars_g,
            salt_g=salt_g,
        )

        product_nutrient_levels_type_0.additional_properties = d
        return product_nutrient_levels_type_0

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
