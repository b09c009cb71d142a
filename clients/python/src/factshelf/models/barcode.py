from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Barcode")


@_attrs_define
class Barcode:
    """
    Attributes:
        gtin (str): Without padding: 8, 12, 13 or 14 digits Example: 3017620422003.
        type_ (str): One of gtin8, gtin12, gtin13, gtin14
        pack_level (str): One of each, inner, case, pallet
        region (None | str): Where the code is used: a country, EU or GLOBAL Example: FR.
        is_primary (bool):
    """

    gtin: str
    type_: str
    pack_level: str
    region: None | str
    is_primary: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        gtin = self.gtin

        type_ = self.type_

        pack_level = self.pack_level

        region: None | str
        region = self.region

        is_primary = self.is_primary

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "gtin": gtin,
                "type": type_,
                "pack_level": pack_level,
                "region": region,
                "is_primary": is_primary,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        gtin = d.pop("gtin")

        type_ = d.pop("type")

        pack_level = d.pop("pack_level")

        def _parse_region(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        region = _parse_region(d.pop("region"))

        is_primary = d.pop("is_primary")

        barcode = cls(
            gtin=gtin,
            type_=type_,
            pack_level=pack_level,
            region=region,
            is_primary=is_primary,
        )

        barcode.additional_properties = d
        return barcode

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
