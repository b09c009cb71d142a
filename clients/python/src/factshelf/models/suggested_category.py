from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="SuggestedCategory")


@_attrs_define
class SuggestedCategory:
    """
    Attributes:
        type_ (str): One of category
        text (str):
        highlights (list[list[int]]): The parts of `text` that match `q`: pairs of offsets in UTF-16 units, as
            JavaScript counts them; start inclusive, end exclusive Example: [[0, 6]].
        code (str): For `category_in` Example: juices.
        name (str): Its name in the wanted language; `text` is the English one, which was compared
        path (str): Codes from the root Example: food/beverages/juices.
        count (int): Products in use in the whole subtree
    """

    type_: str
    text: str
    highlights: list[list[int]]
    code: str
    name: str
    path: str
    count: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_

        text = self.text

        highlights = []
        for highlights_item_data in self.highlights:
            highlights_item = highlights_item_data

            highlights.append(highlights_item)

        code = self.code

        name = self.name

        path = self.path

        count = self.count

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "type": type_,
                "text": text,
                "highlights": highlights,
                "code": code,
                "name": name,
                "path": path,
                "count": count,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        type_ = d.pop("type")

        text = d.pop("text")

        highlights = []
        _highlights = d.pop("highlights")
        for highlights_item_data in _highlights:
            highlights_item = cast(list[int], highlights_item_data)

            highlights.append(highlights_item)

        code = d.pop("code")

        name = d.pop("name")

        path = d.pop("path")

        count = d.pop("count")

        suggested_category = cls(
            type_=type_,
            text=text,
            highlights=highlights,
            code=code,
            name=name,
            path=path,
            count=count,
        )

        suggested_category.additional_properties = d
        return suggested_category

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
