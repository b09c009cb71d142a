from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="CodeNamesItemsItem")


@_attrs_define
class CodeNamesItemsItem:
    """
    Attributes:
        code (str): As products have it, and filters Example: milk.
        name (str):  Example: Milch.
        class_ (str | Unset): Of an additive: what it mostly does (Codex Alimentarius, CXG 36). One of colour,
            preservative, antioxidant, acidity_regulator, emulsifier, thickener, gelling_agent, humectant, raising_agent,
            flavour_enhancer, glazing_agent, sweetener, packaging_gas, anticaking_agent, antifoaming_agent, bulking_agent,
            carrier, colour_retention_agent, firming_agent, flour_treatment_agent, propellant, stabiliser
    """

    code: str
    name: str
    class_: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        code = self.code

        name = self.name

        class_ = self.class_

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "code": code,
                "name": name,
            }
        )
        if class_ is not UNSET:
            field_dict["class"] = class_

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        code = d.pop("code")

        name = d.pop("name")

        class_ = d.pop("class", UNSET)

        code_names_items_item = cls(
            code=code,
            name=name,
            class_=class_,
        )

        code_names_items_item.additional_properties = d
        return code_names_items_item

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
