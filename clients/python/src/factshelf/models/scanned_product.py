from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.product import Product
    from ..models.scanned_product_scan import ScannedProductScan


T = TypeVar("T", bound="ScannedProduct")


@_attrs_define
class ScannedProduct:
    """
    Attributes:
        product (Product): Whole, with every field, unless `fields` chose some of them: then the others are left out
        scan (ScannedProductScan):
    """

    product: Product
    scan: ScannedProductScan
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        product = self.product.to_dict()

        scan = self.scan.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "product": product,
                "scan": scan,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.product import Product
        from ..models.scanned_product_scan import ScannedProductScan

        d = dict(src_dict)
        product = Product.from_dict(d.pop("product"))

        scan = ScannedProductScan.from_dict(d.pop("scan"))

        scanned_product = cls(
            product=product,
            scan=scan,
        )

        scanned_product.additional_properties = d
        return scanned_product

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
