from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.dump_file import DumpFile
    from ..models.dump_list_table import DumpListTable


T = TypeVar("T", bound="DumpListItemsItem")


@_attrs_define
class DumpListItemsItem:
    """
    Attributes:
        format_ (float): Increased by changes that break existing readers. One of 1
        name (str): The folder of its files Example: 20261122T020000000Z.
        created_at (datetime.datetime): The moment of the snapshot
        cursor (str): The `since` with which a copy from this dump continues in `/changes`; from the same snapshot as
            the rows Example: c1.5f0c1d9a7b3e.20481.
        tables (list[DumpListTable]):
        files (list[DumpFile]): All files except the manifest and `SHA256SUMS`
        address (str): The path of its files on this host; append a file name Example: /dumps/20261122T020000000Z/.
    """

    format_: float
    name: str
    created_at: datetime.datetime
    cursor: str
    tables: list[DumpListTable]
    files: list[DumpFile]
    address: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        format_ = self.format_

        name = self.name

        created_at = self.created_at.isoformat()

        cursor = self.cursor

        tables = []
        for tables_item_data in self.tables:
            tables_item = tables_item_data.to_dict()
            tables.append(tables_item)

        files = []
        for files_item_data in self.files:
            files_item = files_item_data.to_dict()
            files.append(files_item)

        address = self.address

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "format": format_,
                "name": name,
                "created_at": created_at,
                "cursor": cursor,
                "tables": tables,
                "files": files,
                "address": address,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.dump_file import DumpFile
        from ..models.dump_list_table import DumpListTable

        d = dict(src_dict)
        format_ = d.pop("format")

        name = d.pop("name")

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        cursor = d.pop("cursor")

        tables = []
        _tables = d.pop("tables")
        for tables_item_data in _tables:
            tables_item = DumpListTable.from_dict(tables_item_data)

            tables.append(tables_item)

        files = []
        _files = d.pop("files")
        for files_item_data in _files:
            files_item = DumpFile.from_dict(files_item_data)

            files.append(files_item)

        address = d.pop("address")

        dump_list_items_item = cls(
            format_=format_,
            name=name,
            created_at=created_at,
            cursor=cursor,
            tables=tables,
            files=files,
            address=address,
        )

        dump_list_items_item.additional_properties = d
        return dump_list_items_item

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
