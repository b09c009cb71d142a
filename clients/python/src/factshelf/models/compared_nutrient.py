from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ComparedNutrient")


@_attrs_define
class ComparedNutrient:
    """
    Attributes:
        amount (float): Of this product, for 100 g or 100 ml Example: 56.3.
        median (float): Of the category, for as much Example: 51.2.
        difference_pct (int | None): How far the amount is above the median; null if that is 0 Example: 10.
        percentile (int): At least so many of a hundred products of the category have no more of it Example: 70.
        products (int): Products that state the amount Example: 214.
    """

    amount: float
    median: float
    difference_pct: int | None
    percentile: int
    products: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        amount = self.amount

        median = self.median

        difference_pct: int | None
        difference_pct = self.difference_pct

        percentile = self.percentile

        products = self.products

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "amount": amount,
                "median": median,
                "difference_pct": difference_pct,
                "percentile": percentile,
                "products": products,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        amount = d.pop("amount")

        median = d.pop("median")

        def _parse_difference_pct(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        difference_pct = _parse_difference_pct(d.pop("difference_pct"))

        percentile = d.pop("percentile")

        products = d.pop("products")

        compared_nutrient = cls(
            amount=amount,
            median=median,
            difference_pct=difference_pct,
            percentile=percentile,
            products=products,
        )

        compared_nutrient.additional_properties = d
        return compared_nutrient

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
