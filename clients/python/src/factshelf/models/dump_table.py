from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.dump_table_columns_item import DumpTableColumnsItem


T = TypeVar("T", bound="DumpTable")


@_attrs_define
class DumpTable:
    """
    Attributes:
        name (str):  Example: products.
        rows (int):
        files (list[str]):  Example: ['products.jsonl.gz', 'products.csv.gz', 'products.parquet'].
        columns (list[DumpTableColumnsItem]):
    """

    name: str
    rows: int
    files: list[str]
    columns: list[DumpTableColumnsItem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        rows = self.rows

        files = self.files

        columns = []
        for columns_item_data in self.columns:
            columns_item = columns_item_data.to_dict()
            columns.append(columns_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "rows": rows,
                "files": files,
                "columns": columns,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.dump_table_columns_item import DumpTableColumnsItem

        d = dict(src_dict)
        name = d.pop("name")

        rows = d.pop("rows")

        files = cast(list[str], d.pop("files"))

        columns = []
        _columns = d.pop("columns")
        for columns_item_data in _columns:
            columns_item = DumpTableColumnsItem.from_dict(columns_item_data)

            columns.append(columns_item)

        dump_table = cls(
            name=name,
            rows=rows,
            files=files,
            columns=columns,
        )

        dump_table.additional_properties = d
        return dump_table

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
