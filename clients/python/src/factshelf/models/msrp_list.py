from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.msrp_entry import MsrpEntry


T = TypeVar("T", bound="MsrpList")


@_attrs_define
class MsrpList:
    """
    Attributes:
        product_id (UUID):
        items (list[MsrpEntry]): Newest first; empty for an unknown product
        disclaimer (str):  Example: Manufacturer-suggested retail prices are reference information only. They are not an
            offer and nothing can be bought here..
    """

    product_id: UUID
    items: list[MsrpEntry]
    disclaimer: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        product_id = str(self.product_id)

        items = []
        for items_item_data in self.items:
            items_item = items_item_data.to_dict()
            items.append(items_item)

        disclaimer = self.disclaimer

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "product_id": product_id,
                "items": items,
                "disclaimer": disclaimer,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.msrp_entry import MsrpEntry

        d = dict(src_dict)
        product_id = UUID(d.pop("product_id"))

        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = MsrpEntry.from_dict(items_item_data)

            items.append(items_item)

        disclaimer = d.pop("disclaimer")

        msrp_list = cls(
            product_id=product_id,
            items=items,
            disclaimer=disclaimer,
        )

        msrp_list.additional_properties = d
        return msrp_list

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
