from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.product import Product


T = TypeVar("T", bound="LookedUpCode")


@_attrs_define
class LookedUpCode:
    """
    Attributes:
        code (str): The code as it was sent Example: 09521000000018.
        gtin (None | str): Without padding; the expansion of a UPC-E; null for a malformed code. Of an id: the primary
            barcode Example: 9521000000018.
        result (str): `invalid`: no product can have this barcode. One of found, not_found, invalid
        reason (None | str): Why the code is invalid. One of bad_format, bad_length, bad_check_digit,
            restricted_circulation, coupon, variable_measure
        merged_into (None | UUID): Of an id: the product was merged into this one, which `product` shows
        product (None | Product): Null when the code was not found
    """

    code: str
    gtin: None | str
    result: str
    reason: None | str
    merged_into: None | UUID
    product: None | Product
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.product import Product

        code = self.code

        gtin: None | str
        gtin = self.gtin

        result = self.result

        reason: None | str
        reason = self.reason

        merged_into: None | str
        if isinstance(self.merged_into, UUID):
            merged_into = str(self.merged_into)
        else:
            merged_into = self.merged_into

        product: dict[str, Any] | None
        if isinstance(self.product, Product):
            product = self.product.to_dict()
        else:
            product = self.product

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "code": code,
                "gtin": gtin,
                "result": result,
                "reason": reason,
                "merged_into": merged_into,
                "product": product,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.product import Product

        d = dict(src_dict)
        code = d.pop("code")

        def _parse_gtin(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        gtin = _parse_gtin(d.pop("gtin"))

        result = d.pop("result")

        def _parse_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reason = _parse_reason(d.pop("reason"))

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

        looked_up_code = cls(
            code=code,
            gtin=gtin,
            result=result,
            reason=reason,
            merged_into=merged_into,
            product=product,
        )

        looked_up_code.additional_properties = d
        return looked_up_code

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
