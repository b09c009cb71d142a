from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.stats_products_by_kind import StatsProductsByKind


T = TypeVar("T", bound="Stats")


@_attrs_define
class Stats:
    """
    Attributes:
        products_total (int): All products, including drafts and archived ones
        products_in_use (int): Products that are public
        products_qualified (int): Products in use with a quality score of at least 0.6
        brands_total (int): Brands with products in use
        categories_total (int): Categories
        barcodes_total (int): Barcodes of all products
        sources_total (int): Sources of facts
        submissions_pending (int): Submissions that wait for review
        products_by_kind (StatsProductsByKind): Products in use by archive kind Example: {'food': 480, 'electronics':
            20}.
        average_quality_score (float | None): Average of the products in use; null without products
        generated_at (datetime.datetime): The time of counting, at most a minute ago
    """

    products_total: int
    products_in_use: int
    products_qualified: int
    brands_total: int
    categories_total: int
    barcodes_total: int
    sources_total: int
    submissions_pending: int
    products_by_kind: StatsProductsByKind
    average_quality_score: float | None
    generated_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        products_total = self.products_total

        products_in_use = self.products_in_use

        products_qualified = self.products_qualified

        brands_total = self.brands_total

        categories_total = self.categories_total

        barcodes_total = self.barcodes_total

        sources_total = self.sources_total

        submissions_pending = self.submissions_pending

        products_by_kind = self.products_by_kind.to_dict()

        average_quality_score: float | None
        average_quality_score = self.average_quality_score

        generated_at = self.generated_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "products_total": products_total,
                "products_in_use": products_in_use,
                "products_qualified": products_qualified,
                "brands_total": brands_total,
                "categories_total": categories_total,
                "barcodes_total": barcodes_total,
                "sources_total": sources_total,
                "submissions_pending": submissions_pending,
                "products_by_kind": products_by_kind,
                "average_quality_score": average_quality_score,
                "generated_at": generated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.stats_products_by_kind import StatsProductsByKind

        d = dict(src_dict)
        products_total = d.pop("products_total")

        products_in_use = d.pop("products_in_use")

        products_qualified = d.pop("products_qualified")

        brands_total = d.pop("brands_total")

        categories_total = d.pop("categories_total")

        barcodes_total = d.pop("barcodes_total")

        sources_total = d.pop("sources_total")

        submissions_pending = d.pop("submissions_pending")

        products_by_kind = StatsProductsByKind.from_dict(d.pop("products_by_kind"))

        def _parse_average_quality_score(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        average_quality_score = _parse_average_quality_score(
            d.pop("average_quality_score")
        )

        generated_at = datetime.datetime.fromisoformat(d.pop("generated_at"))

        stats = cls(
            products_total=products_total,
            products_in_use=products_in_use,
            products_qualified=products_qualified,
            brands_total=brands_total,
            categories_total=categories_total,
            barcodes_total=barcodes_total,
            sources_total=sources_total,
            submissions_pending=submissions_pending,
            products_by_kind=products_by_kind,
            average_quality_score=average_quality_score,
            generated_at=generated_at,
        )

        stats.additional_properties = d
        return stats

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
