from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="DumpListTable")


@_attrs_define
class DumpListTable:
    """
    Attributes:
        name (str):  Example: products.
        rows (int):
        files (list[str]):  Example: ['products.jsonl.gz', 'products.csv.gz', 'products.parquet'].
    """

    name: str
    rows: int
    files: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        rows = self.rows

        files = self.files

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "rows": rows,
                "files": files,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        name = d.pop("name")

        rows = d.pop("rows")

        files = cast(list[str], d.pop("files"))

        dump_list_table = cls(
            name=name,
            rows=rows,
            files=files,
        )

        dump_list_table.additional_properties = d
        return dump_list_table

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
