from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="FailedCheck")


@_attrs_define
class FailedCheck:
    """
    Attributes:
        check (str): One of macros_above_105_g, energy_above_911_kcal, saturated_fat_above_fat,
            sugars_above_carbohydrates, energy_unlike_macros, attribute_out_of_range
        message (str):  Example: Sugars (60 g) are more than all carbohydrates (57.5 g)..
    """

    check: str
    message: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        check = self.check

        message = self.message

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "check": check,
                "message": message,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        check = d.pop("check")

        message = d.pop("message")

        failed_check = cls(
            check=check,
            message=message,
        )

        failed_check.additional_properties = d
        return failed_check

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
