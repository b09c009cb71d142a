from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="AllergenStateSaidByItem")


@_attrs_define
class AllergenStateSaidByItem:
    """
    Attributes:
        source (str): Code of the source Example: open_food_facts.
        in_ (str): Where it says so; `free_from`: an operator found that it is absent. One of allergens, ingredients,
            traces, labels, free_from
    """

    source: str
    in_: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        source = self.source

        in_ = self.in_

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "source": source,
                "in": in_,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        source = d.pop("source")

        in_ = d.pop("in")

        allergen_state_said_by_item = cls(
            source=source,
            in_=in_,
        )

        allergen_state_said_by_item.additional_properties = d
        return allergen_state_said_by_item

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
