from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.code_names_items_item import CodeNamesItemsItem


T = TypeVar("T", bound="CodeNames")


@_attrs_define
class CodeNames:
    """
    Attributes:
        language (str): The language of the names: the first wanted one that has names, else English. One of en, de, fr,
            es, it, nl
        items (list[CodeNamesItemsItem]):
    """

    language: str
    items: list[CodeNamesItemsItem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        language = self.language

        items = []
        for items_item_data in self.items:
            items_item = items_item_data.to_dict()
            items.append(items_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "language": language,
                "items": items,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.code_names_items_item import CodeNamesItemsItem

        d = dict(src_dict)
        language = d.pop("language")

        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = CodeNamesItemsItem.from_dict(items_item_data)

            items.append(items_item)

        code_names = cls(
            language=language,
            items=items,
        )

        code_names.additional_properties = d
        return code_names

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
