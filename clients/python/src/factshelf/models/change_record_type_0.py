from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.change_record_type_0_brand_type_0 import ChangeRecordType0BrandType0
    from ..models.change_record_type_0_facts import ChangeRecordType0Facts


T = TypeVar("T", bound="ChangeRecordType0")


@_attrs_define
class ChangeRecordType0:
    """Of an upsert: stored data that a copy of the catalogue needs and `product` does not contain

    Attributes:
        brand (ChangeRecordType0BrandType0 | None):
        facts (ChangeRecordType0Facts): Stored facts that `product` shows differently; empty ones are left out
    """

    brand: ChangeRecordType0BrandType0 | None
    facts: ChangeRecordType0Facts
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.change_record_type_0_brand_type_0 import (
            ChangeRecordType0BrandType0,
        )

        brand: dict[str, Any] | None
        if isinstance(self.brand, ChangeRecordType0BrandType0):
            brand = self.brand.to_dict()
        else:
            brand = self.brand

        facts = self.facts.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "brand": brand,
                "facts": facts,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.change_record_type_0_brand_type_0 import (
            ChangeRecordType0BrandType0,
        )
        from ..models.change_record_type_0_facts import ChangeRecordType0Facts

        d = dict(src_dict)

        def _parse_brand(data: object) -> ChangeRecordType0BrandType0 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                brand_type_0 = ChangeRecordType0BrandType0.from_dict(data)

                return brand_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ChangeRecordType0BrandType0 | None, data)

        brand = _parse_brand(d.pop("brand"))

        facts = ChangeRecordType0Facts.from_dict(d.pop("facts"))

        change_record_type_0 = cls(
            brand=brand,
            facts=facts,
        )

        change_record_type_0.additional_properties = d
        return change_record_type_0

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
