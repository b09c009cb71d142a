from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ReferenceDataCategoriesItem")


@_attrs_define
class ReferenceDataCategoriesItem:
    """
    Attributes:
        id (UUID):
        code (str):  Example: juices.
        name (str):  Example: Juices.
        parent_id (None | UUID):
        path (str):  Example: food/beverages/juices.
        level (int):
        archive_kind (str):  Example: food.
        own_archive_kind (None | str): Null where the kind is inherited from the parent
    """

    id: UUID
    code: str
    name: str
    parent_id: None | UUID
    path: str
    level: int
    archive_kind: str
    own_archive_kind: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        code = self.code

        name = self.name

        parent_id: None | str
        if isinstance(self.parent_id, UUID):
            parent_id = str(self.parent_id)
        else:
            parent_id = self.parent_id

        path = self.path

        level = self.level

        archive_kind = self.archive_kind

        own_archive_kind: None | str
        own_archive_kind = self.own_archive_kind

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "code": code,
                "name": name,
                "parent_id": parent_id,
                "path": path,
                "level": level,
                "archive_kind": archive_kind,
                "own_archive_kind": own_archive_kind,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        code = d.pop("code")

        name = d.pop("name")

        def _parse_parent_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                parent_id_type_0 = UUID(data)

                return parent_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        parent_id = _parse_parent_id(d.pop("parent_id"))

        path = d.pop("path")

        level = d.pop("level")

        archive_kind = d.pop("archive_kind")

        def _parse_own_archive_kind(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        own_archive_kind = _parse_own_archive_kind(d.pop("own_archive_kind"))

        reference_data_categories_item = cls(
            id=id,
            code=code,
            name=name,
            parent_id=parent_id,
            path=path,
            level=level,
            archive_kind=archive_kind,
            own_archive_kind=own_archive_kind,
        )

        reference_data_categories_item.additional_properties = d
        return reference_data_categories_item

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
