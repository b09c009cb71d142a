from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.backflow_batch_items_item import BackflowBatchItemsItem


T = TypeVar("T", bound="BackflowBatch")


@_attrs_define
class BackflowBatch:
    """
    Attributes:
        items (list[BackflowBatchItemsItem]):
    """

    items: list[BackflowBatchItemsItem]

    def to_dict(self) -> dict[str, Any]:
        items = []
        for items_item_data in self.items:
            items_item = items_item_data.to_dict()
            items.append(items_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "items": items,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.backflow_batch_items_item import BackflowBatchItemsItem

        d = dict(src_dict)
        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = BackflowBatchItemsItem.from_dict(items_item_data)

            items.append(items_item)

        backflow_batch = cls(
            items=items,
        )

        return backflow_batch
