from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ProductLookup")


@_attrs_define
class ProductLookup:
    """
    Attributes:
        codes (list[str]): Barcodes in any padding, and ids of products Example: ['9521000000018', '3017620422004'].
        fields (list[str] | Unset): Only these fields of Product; `id`, `gtin`, `name` always come
    """

    codes: list[str]
    fields: list[str] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        codes = self.codes

        fields: list[str] | Unset = UNSET
        if not isinstance(self.fields, Unset):
            fields = self.fields

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "codes": codes,
            }
        )
        if fields is not UNSET:
            field_dict["fields"] = fields

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        codes = cast(list[str], d.pop("codes"))

        fields = cast(list[str], d.pop("fields", UNSET))

        product_lookup = cls(
            codes=codes,
            fields=fields,
        )

        return product_lookup
