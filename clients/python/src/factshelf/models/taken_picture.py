from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="TakenPicture")


@_attrs_define
class TakenPicture:
    """
    Attributes:
        id (UUID):
        role (str): One of front, ingredients, nutrition, packaging
        width (int): As it is kept, in pixels: 1200 at most Example: 900.
        height (int): As it is kept, in pixels: 1200 at most Example: 900.
        created_at (datetime.datetime):
    """

    id: UUID
    role: str
    width: int
    height: int
    created_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        role = self.role

        width = self.width

        height = self.height

        created_at = self.created_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "role": role,
                "width": width,
                "height": height,
                "created_at": created_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        role = d.pop("role")

        width = d.pop("width")

        height = d.pop("height")

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        taken_picture = cls(
            id=id,
            role=role,
            width=width,
            height=height,
            created_at=created_at,
        )

        taken_picture.additional_properties = d
        return taken_picture

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
