from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.better_product import BetterProduct
    from ..models.comparison_nutrients import ComparisonNutrients


T = TypeVar("T", bound="Comparison")


@_attrs_define
class Comparison:
    """
    Attributes:
        product_id (UUID):
        category_code (None | str): The nearest category, of the product itself or above, with at least 10 products;
            null: none, and nothing is compared Example: chocolate-spreads.
        category_products (int | None):  Example: 231.
        unit (None | str): Amounts are for 100 of it. One of g, ml
        nutrients (ComparisonNutrients): Those that this product and at least 10 others of the category state
        better_in_category (list[BetterProduct]): Up to 4 products of the category with a picture and a better Nutri-
            Score, those with the most similar name first
        counted_at (datetime.datetime | None): When the category was counted: a small one minutes ago, a large one up to
            a day
    """

    product_id: UUID
    category_code: None | str
    category_products: int | None
    unit: None | str
    nutrients: ComparisonNutrients
    better_in_category: list[BetterProduct]
    counted_at: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        product_id = str(self.product_id)

        category_code: None | str
        category_code = self.category_code

        category_products: int | None
        category_products = self.category_products

        unit: None | str
        unit = self.unit

        nutrients = self.nutrients.to_dict()

        better_in_category = []
        for better_in_category_item_data in self.better_in_category:
            better_in_category_item = better_in_category_item_data.to_dict()
            better_in_category.append(better_in_category_item)

        counted_at: None | str
        if isinstance(self.counted_at, datetime.datetime):
            counted_at = self.counted_at.isoformat()
        else:
            counted_at = self.counted_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "product_id": product_id,
                "category_code": category_code,
                "category_products": category_products,
                "unit": unit,
                "nutrients": nutrients,
                "better_in_category": better_in_category,
                "counted_at": counted_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.better_product import BetterProduct
        from ..models.comparison_nutrients import ComparisonNutrients

        d = dict(src_dict)
        product_id = UUID(d.pop("product_id"))

        def _parse_category_code(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        category_code = _parse_category_code(d.pop("category_code"))

        def _parse_category_products(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        category_products = _parse_category_products(d.pop("category_products"))

        def _parse_unit(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        unit = _parse_unit(d.pop("unit"))

        nutrients = ComparisonNutrients.from_dict(d.pop("nutrients"))

        better_in_category = []
        _better_in_category = d.pop("better_in_category")
        for better_in_category_item_data in _better_in_category:
            better_in_category_item = BetterProduct.from_dict(
                better_in_category_item_data
            )

            better_in_category.append(better_in_category_item)

        def _parse_counted_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                counted_at_type_0 = datetime.datetime.fromisoformat(data)

                return counted_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        counted_at = _parse_counted_at(d.pop("counted_at"))

        comparison = cls(
            product_id=product_id,
            category_code=category_code,
            category_products=category_products,
            unit=unit,
            nutrients=nutrients,
            better_in_category=better_in_category,
            counted_at=counted_at,
        )

        comparison.additional_properties = d
        return comparison

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
