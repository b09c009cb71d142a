from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.change_record_type_0 import ChangeRecordType0
    from ..models.product import Product


T = TypeVar("T", bound="Change")


@_attrs_define
class Change:
    """
    Attributes:
        position (int): Position in the feed: later changes have higher positions
        id (UUID):
        gtin (None | str): Primary barcode; of a deleted or merged product the last one it had, null if that is not
            known Example: 3017620422003.
        change (str): `upsert`: replace your copy with `product`; `delete`: it is not public any more; `merge`: the
            same, and `merged_into` replaces it. One of upsert, delete, merge
        merged_into (None | UUID): Of a merge: the id of the other product
        version (int | None): Edits of the product so far; null for a deleted product. Shared data, such as a brand’s
            name, changes without one
        product (None | Product): Whole, with every field, unless `fields` chose some of them: then the others are left
            out
        record (ChangeRecordType0 | None): Of an upsert: stored data that a copy of the catalogue needs and `product`
            does not contain
    """

    position: int
    id: UUID
    gtin: None | str
    change: str
    merged_into: None | UUID
    version: int | None
    product: None | Product
    record: ChangeRecordType0 | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.change_record_type_0 import ChangeRecordType0
        from ..models.product import Product

        position = self.position

        id = str(self.id)

        gtin: None | str
        gtin = self.gtin

        change = self.change

        merged_into: None | str
        if isinstance(self.merged_into, UUID):
            merged_into = str(self.merged_into)
        else:
            merged_into = self.merged_into

        version: int | None
        version = self.version

        product: dict[str, Any] | None
        if isinstance(self.product, Product):
            product = self.product.to_dict()
        else:
            product = self.product

        record: dict[str, Any] | None
        if isinstance(self.record, ChangeRecordType0):
            record = self.record.to_dict()
        else:
            record = self.record

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "position": position,
                "id": id,
                "gtin": gtin,
                "change": change,
                "merged_into": merged_into,
                "version": version,
                "product": product,
                "record": record,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.change_record_type_0 import ChangeRecordType0
        from ..models.product import Product

        d = dict(src_dict)
        position = d.pop("position")

        id = UUID(d.pop("id"))

        def _parse_gtin(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        gtin = _parse_gtin(d.pop("gtin"))

        change = d.pop("change")

        def _parse_merged_into(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                merged_into_type_0 = UUID(data)

                return merged_into_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        merged_into = _parse_merged_into(d.pop("merged_into"))

        def _parse_version(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        version = _parse_version(d.pop("version"))

        def _parse_product(data: object) -> None | Product:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                product_type_1 = Product.from_dict(data)

                return product_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Product, data)

        product = _parse_product(d.pop("product"))

        def _parse_record(data: object) -> ChangeRecordType0 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                record_type_0 = ChangeRecordType0.from_dict(data)

                return record_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ChangeRecordType0 | None, data)

        record = _parse_record(d.pop("record"))

        change = cls(
            position=position,
            id=id,
            gtin=gtin,
            change=change,
            merged_into=merged_into,
            version=version,
            product=product,
            record=record,
        )

        change.additional_properties = d
        return change

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
