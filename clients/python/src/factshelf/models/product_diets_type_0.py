from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ProductDietsType0")


@_attrs_define
class ProductDietsType0:
    """Whether it suits a diet. `yes`: a label says so, or all ingredients were understood and suit it; the filter `diet`
    finds these alone. `no`: a source or the ingredients name what does not suit. `maybe`: an ingredient may not.
    `unknown`: not everything was understood. Traces do not count. Null for what is no food

        Example:
            {'vegan': 'no', 'vegetarian': 'maybe'}

        Attributes:
            vegan (str): See `diets`. One of yes, no, maybe, unknown
            vegetarian (str): See `diets`. One of yes, no, maybe, unknown
    """

    vegan: str
    vegetarian: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        vegan = self.vegan

        vegetarian = self.vegetarian

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "vegan": vegan,
                "vegetarian": vegetarian,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        vegan = d.pop("vegan")

        vegetarian = d.pop("vegetarian")

        product_diets_type_0 = cls(
            vegan=vegan,
            vegetarian=vegetarian,
        )

        product_diets_type_0.additional_properties = d
        return product_diets_type_0

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
