from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Ingredient")


@_attrs_define
class Ingredient:
    """
    Attributes:
        text (str): As the label has it, without its percentage Example: Hazelnuts.
        level (int): 0 in the list itself; 1 in the brackets behind the ingredient of level 0 before it, and so on
        id (None | str): E number of an additive, or a code of `ingredient_not_in`; null where its name is no other name
            of one Example: e322.
        percent (float | None): Its share, where the label states one; never estimated Example: 13.
        vegan (str): With what is in its brackets; `maybe`: by its name it may be so or not. One of yes, no, maybe,
            unknown
        vegetarian (str): As `vegan`. One of yes, no, maybe, unknown
        palm_oil (str): Whether it is or has palm oil; `maybe`: as vegetable fat may. One of yes, no, maybe, unknown
    """

    text: str
    level: int
    id: None | str
    percent: float | None
    vegan: str
    vegetarian: str
    palm_oil: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        text = self.text

        level = self.level

        id: None | str
        id = self.id

        percent: float | None
        percent = self.percent

        vegan = self.vegan

        vegetarian = self.vegetarian

        palm_oil = self.palm_oil

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "text": text,
                "level": level,
                "id": id,
                "percent": percent,
                "vegan": vegan,
                "vegetarian": vegetarian,
                "palm_oil": palm_oil,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        text = d.pop("text")

        level = d.pop("level")

        def _parse_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        id = _parse_id(d.pop("id"))

        def _parse_percent(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        percent = _parse_percent(d.pop("percent"))

        vegan = d.pop("vegan")

        vegetarian = d.pop("vegetarian")

        palm_oil = d.pop("palm_oil")

        ingredient = cls(
            text=text,
            level=level,
            id=id,
            percent=percent,
            vegan=vegan,
            vegetarian=vegetarian,
            palm_oil=palm_oil,
        )

        ingredient.additional_properties = d
        return ingredient

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
