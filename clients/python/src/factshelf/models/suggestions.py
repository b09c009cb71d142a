from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.suggested_brand import SuggestedBrand
    from ..models.suggested_category import SuggestedCategory
    from ..models.suggested_product import SuggestedProduct
    from ..models.suggestions_items_item_type_3 import SuggestionsItemsItemType3


T = TypeVar("T", bound="Suggestions")


@_attrs_define
class Suggestions:
    """
    Example:
        {'query': 'hazeln', 'items': [{'type': 'brand', 'text': 'Hazelnut House', 'highlights': [[0, 6]], 'slug':
            'hazelnut-house', 'count': 12}, {'type': 'category', 'text': 'Cocoa and hazelnut spreads', 'highlights': [[10,
            16]], 'code': 'cocoa-and-hazelnut-spreads', 'name': 'Cocoa and hazelnut spreads', 'path': 'food/spreads/cocoa-
            and-hazelnut-spreads', 'count': 240}, {'type': 'product', 'text': 'Hazelnut spread', 'highlights': [[0, 6]],
            'id': '018f3c1e-7a10-7c44-9d3e-2f6b1c0a5e77', 'gtin': '9521000000018', 'brand': 'Avelotta', 'thumbnail':
            'https://facts.example/pictures/demo/hazelnut-spread.svg'}]}

    Attributes:
        query (str): `q` as it was sent
        items (list[SuggestedBrand | SuggestedCategory | SuggestedProduct | SuggestionsItemsItemType3]):
    """

    query: str
    items: list[
        SuggestedBrand
        | SuggestedCategory
        | SuggestedProduct
        | SuggestionsItemsItemType3
    ]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.suggested_brand import SuggestedBrand
        from ..models.suggested_category import SuggestedCategory
        from ..models.suggested_product import SuggestedProduct

        query = self.query

        items = []
        for items_item_data in self.items:
            items_item: dict[str, Any]
            if (
                isinstance(items_item_data, SuggestedBrand)
                or isinstance(items_item_data, SuggestedCategory)
                or isinstance(items_item_data, SuggestedProduct)
            ):
                items_item = items_item_data.to_dict()
            else:
                items_item = items_item_data.to_dict()

            items.append(items_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "query": query,
                "items": items,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.suggested_brand import SuggestedBrand
        from ..models.suggested_category import SuggestedCategory
        from ..models.suggested_product import SuggestedProduct
        from ..models.suggestions_items_item_type_3 import SuggestionsItemsItemType3

        d = dict(src_dict)
        query = d.pop("query")

        items = []
        _items = d.pop("items")
        for items_item_data in _items:

            def _parse_items_item(
                data: object,
            ) -> (
                SuggestedBrand
                | SuggestedCategory
                | SuggestedProduct
                | SuggestionsItemsItemType3
            ):
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    items_item_type_0 = SuggestedBrand.from_dict(data)

                    return items_item_type_0
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    items_item_type_1 = SuggestedCategory.from_dict(data)

                    return items_item_type_1
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    items_item_type_2 = SuggestedProduct.from_dict(data)

                    return items_item_type_2
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                if not isinstance(data, dict):
                    raise TypeError()
                items_item_type_3 = SuggestionsItemsItemType3.from_dict(data)

                return items_item_type_3

            items_item = _parse_items_item(items_item_data)

            items.append(items_item)

        suggestions = cls(
            query=query,
            items=items,
        )

        suggestions.additional_properties = d
        return suggestions

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
