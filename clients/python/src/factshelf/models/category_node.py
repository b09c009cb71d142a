from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="CategoryNode")


@_attrs_define
class CategoryNode:
    """
    Attributes:
        code (str): The `category` filter value Example: juices.
        name (str):  Example: Juices.
        archive_kind (str):  Example: food.
        parent_code (None | str):  Example: beverages.
        path (str): Codes from the root Example: food/beverages/juices.
        level (int): 1 for a root
        product_count (int): Products in use in the whole subtree
        children (list[CategoryNode]):
    """

    code: str
    name: str
    archive_kind: str
    parent_code: None | str
    path: str
    level: int
    product_count: int
    children: list[CategoryNode]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        code = self.code

        name = self.name

        archive_kind = self.archive_kind

        parent_code: None | str
        parent_code = self.parent_code

        path = self.path

        level = self.level

        product_count = self.product_count

        children = []
        for children_item_data in self.children:
            children_item = children_item_data.to_dict()
            children.append(children_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "code": code,
                "name": name,
                "archive_kind": archive_kind,
                "parent_code": parent_code,
                "path": path,
                "level": level,
                "product_count": product_count,
                "children": children,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        code = d.pop("code")

        name = d.pop("name")

        archive_kind = d.pop("archive_kind")

        def _parse_parent_code(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        parent_code = _parse_parent_code(d.pop("parent_code"))

        path = d.pop("path")

        level = d.pop("level")

        product_count = d.pop("product_count")

        children = []
        _children = d.pop("children")
        for children_item_data in _children:
            children_item = CategoryNode.from_dict(children_item_data)

            children.append(children_item)

        category_node = cls(
            code=code,
            name=name,
            archive_kind=archive_kind,
            parent_code=parent_code,
            path=path,
            level=level,
            product_count=product_count,
            children=children,
        )

        category_node.additional_properties = d
        return category_node

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
