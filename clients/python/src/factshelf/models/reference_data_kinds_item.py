from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.kind_field import KindField


T = TypeVar("T", bound="ReferenceDataKindsItem")


@_attrs_define
class ReferenceDataKindsItem:
    """
    Attributes:
        code (str):  Example: electronics.
        name (str):  Example: Electronics.
        fields (list[KindField]): As in /kind-fields
    """

    code: str
    name: str
    fields: list[KindField]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        code = self.code

        name = self.name

        fields = []
        for fields_item_data in self.fields:
            fields_item = fields_item_data.to_dict()
            fields.append(fields_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "code": code,
                "name": name,
                "fields": fields,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.kind_field import KindField

        d = dict(src_dict)
        code = d.pop("code")

        name = d.pop("name")

        fields = []
        _fields = d.pop("fields")
        for fields_item_data in _fields:
            fields_item = KindField.from_dict(fields_item_data)

            fields.append(fields_item)

        reference_data_kinds_item = cls(
            code=code,
            name=name,
            fields=fields,
        )

        reference_data_kinds_item.additional_properties = d
        return reference_data_kinds_item

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
