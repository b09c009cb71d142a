from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.facets import Facets
    from ..models.product_summary import ProductSummary
    from ..models.search_explanation import SearchExplanation


T = TypeVar("T", bound="SearchPage")


@_attrs_define
class SearchPage:
    """
    Attributes:
        items (list[ProductSummary]):
        page (int):  Example: 1.
        size (int):  Example: 20.
        total (int): Items on all pages
        total_is_exact (bool): True: `total` counts every match. False: `total` is an estimate, or the index lacks
            products
        is_settled (bool): True: the page is proven complete. No product that ranks higher is missing, except changes of
            the last second. False: the page holds the best products found, or the index lacks products. In both cases the
            items are in order, with their exact `score`
        explanation (SearchExplanation | Unset):
        facets (Facets | Unset): The facets requested with `facets`, by name Example: {'brand': {'values': [{'value':
            'avelotta', 'label': 'Avelotta', 'count': 12, 'selected': True}, {'value': 'chocovane', 'label': 'Chocovane',
            'count': 7, 'selected': False}], 'other': 340, 'exact': True}}.
    """

    items: list[ProductSummary]
    page: int
    size: int
    total: int
    total_is_exact: bool
    is_settled: bool
    explanation: SearchExplanation | Unset = UNSET
    facets: Facets | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        items = []
        for items_item_data in self.items:
            items_item = items_item_data.to_dict()
            items.append(items_item)

        page = self.page

        size = self.size

        total = self.total

        total_is_exact = self.total_is_exact

        is_settled = self.is_settled

        explanation: dict[str, Any] | Unset = UNSET
        if not isinstance(self.explanation, Unset):
            explanation = self.explanation.to_dict()

        facets: dict[str, Any] | Unset = UNSET
        if not isinstance(self.facets, Unset):
            facets = self.facets.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "items": items,
                "page": page,
                "size": size,
                "total": total,
                "total_is_exact": total_is_exact,
                "is_settled": is_settled,
            }
        )
        if explanation is not UNSET:
            field_dict["explanation"] = explanation
        if facets is not UNSET:
            field_dict["facets"] = facets

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.facets import Facets
        from ..models.product_summary import ProductSummary
        from ..models.search_explanation import SearchExplanation

        d = dict(src_dict)
        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = ProductSummary.from_dict(items_item_data)

            items.append(items_item)

        page = d.pop("page")

        size = d.pop("size")

        total = d.pop("total")

        total_is_exact = d.pop("total_is_exact")

        is_settled = d.pop("is_settled")

        _explanation = d.pop("explanation", UNSET)
        explanation: SearchExplanation | Unset
        if isinstance(_explanation, Unset):
            explanation = UNSET
        else:
            explanation = SearchExplanation.from_dict(_explanation)

        _facets = d.pop("facets", UNSET)
        facets: Facets | Unset
        if isinstance(_facets, Unset):
            facets = UNSET
        else:
            facets = Facets.from_dict(_facets)

        search_page = cls(
            items=items,
            page=page,
            size=size,
            total=total,
            total_is_exact=total_is_exact,
            is_settled=is_settled,
            explanation=explanation,
            facets=facets,
        )

        search_page.additional_properties = d
        return search_page

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
