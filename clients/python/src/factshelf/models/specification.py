from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Specification")


@_attrs_define
class Specification:
    """
    Attributes:
        key (str):  Example: screen_size.
        label (str):  Example: Screen size.
        value (str): Ready to show Example: 6.1.
        typed_value (bool | float | list[str] | str): The same to compute with: a number, a boolean, a text or a list of
            texts Example: 6.1.
        unit (None | str):  Example: in.
        group (None | str): Heading under which it belongs Example: Display.
    """

    key: str
    label: str
    value: str
    typed_value: bool | float | list[str] | str
    unit: None | str
    group: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        key = self.key

        label = self.label

        value = self.value

        typed_value: bool | float | list[str] | str
        if isinstance(self.typed_value, list):
            typed_value = self.typed_value

        else:
            typed_value = self.typed_value

        unit: None | str
        unit = self.unit

        group: None | str
        group = self.group

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "key": key,
                "label": label,
                "value": value,
                "typed_value": typed_value,
                "unit": unit,
                "group": group,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        key = d.pop("key")

        label = d.pop("label")

        value = d.pop("value")

        def _parse_typed_value(data: object) -> bool | float | list[str] | str:
            try:
                if not isinstance(data, list):
                    raise TypeError()
                typed_value_type_3 = cast(list[str], data)

                return typed_value_type_3
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(bool | float | list[str] | str, data)

        typed_value = _parse_typed_value(d.pop("typed_value"))

        def _parse_unit(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        unit = _parse_unit(d.pop("unit"))

        def _parse_group(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        group = _parse_group(d.pop("group"))

        specification = cls(
            key=key,
            label=label,
            value=value,
            typed_value=typed_value,
            unit=unit,
            group=group,
        )

        specification.additional_properties = d
        return specification

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
