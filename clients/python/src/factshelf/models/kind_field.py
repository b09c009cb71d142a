from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="KindField")


@_attrs_define
class KindField:
    """
    Attributes:
        key (str): Name of the attribute Example: screen_size.
        label (str):  Example: Screen size.
        type_ (str): One of string, number, boolean, enum, date
        unit (None | str):  Example: in.
        group (None | str):  Example: Display.
        required (bool): Whether the field counts towards the quality score
        options (list[str] | None): The values an enum can have
        min_ (float | None):
        max_ (float | None):
        position (int):
    """

    key: str
    label: str
    type_: str
    unit: None | str
    group: None | str
    required: bool
    options: list[str] | None
    min_: float | None
    max_: float | None
    position: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        key = self.key

        label = self.label

        type_ = self.type_

        unit: None | str
        unit = self.unit

        group: None | str
        group = self.group

        required = self.required

        options: list[str] | None
        if isinstance(self.options, list):
            options = self.options

        else:
            options = self.options

        min_: float | None
        min_ = self.min_

        max_: float | None
        max_ = self.max_

        position = self.position

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "key": key,
                "label": label,
                "type": type_,
                "unit": unit,
                "group": group,
                "required": required,
                "options": options,
                "min": min_,
                "max": max_,
                "position": position,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        key = d.pop("key")

        label = d.pop("label")

        type_ = d.pop("type")

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

        required = d.pop("required")

        def _parse_options(data: object) -> list[str] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                options_type_0 = cast(list[str], data)

                return options_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        options = _parse_options(d.pop("options"))

        def _parse_min_(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        min_ = _parse_min_(d.pop("min"))

        def _parse_max_(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        max_ = _parse_max_(d.pop("max"))

        position = d.pop("position")

        kind_field = cls(
            key=key,
            label=label,
            type_=type_,
            unit=unit,
            group=group,
            required=required,
            options=options,
            min_=min_,
            max_=max_,
            position=position,
        )

        kind_field.additional_properties = d
        return kind_field

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
