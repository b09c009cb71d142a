from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="SubmissionStatusSentPicturesItem")


@_attrs_define
class SubmissionStatusSentPicturesItem:
    """
    Attributes:
        id (UUID):
        role (str): One of front, ingredients, nutrition, packaging
        thumbnail (None | str): A WebP of at most 200 pixels as a `data:` address; null when it cannot be read
    """

    id: UUID
    role: str
    thumbnail: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        role = self.role

        thumbnail: None | str
        thumbnail = self.thumbnail

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "role": role,
                "thumbnail": thumbnail,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        role = d.pop("role")

        def _parse_thumbnail(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        thumbnail = _parse_thumbnail(d.pop("thumbnail"))

        submission_status_sent_pictures_item = cls(
            id=id,
            role=role,
            thumbnail=thumbnail,
        )

        submission_status_sent_pictures_item.additional_properties = d
        return submission_status_sent_pictures_item

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
