from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.reference_data_categories_item import ReferenceDataCategoriesItem
    from ..models.reference_data_kinds_item import ReferenceDataKindsItem
    from ..models.reference_data_sources_item import ReferenceDataSourcesItem


T = TypeVar("T", bound="ReferenceData")


@_attrs_define
class ReferenceData:
    """
    Attributes:
        sources (list[ReferenceDataSourcesItem]):
        kinds (list[ReferenceDataKindsItem]): Archive kinds
        categories (list[ReferenceDataCategoriesItem]): A parent comes before its children
    """

    sources: list[ReferenceDataSourcesItem]
    kinds: list[ReferenceDataKindsItem]
    categories: list[ReferenceDataCategoriesItem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        sources = []
        for sources_item_data in self.sources:
            sources_item = sources_item_data.to_dict()
            sources.append(sources_item)

        kinds = []
        for kinds_item_data in self.kinds:
            kinds_item = kinds_item_data.to_dict()
            kinds.append(kinds_item)

        categories = []
        for categories_item_data in self.categories:
            categories_item = categories_item_data.to_dict()
            categories.append(categories_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "sources": sources,
                "kinds": kinds,
                "categories": categories,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.reference_data_categories_item import ReferenceDataCategoriesItem
        from ..models.reference_data_kinds_item import ReferenceDataKindsItem
        from ..models.reference_data_sources_item import ReferenceDataSourcesItem

        d = dict(src_dict)
        sources = []
        _sources = d.pop("sources")
        for sources_item_data in _sources:
            sources_item = ReferenceDataSourcesItem.from_dict(sources_item_data)

            sources.append(sources_item)

        kinds = []
        _kinds = d.pop("kinds")
        for kinds_item_data in _kinds:
            kinds_item = ReferenceDataKindsItem.from_dict(kinds_item_data)

            kinds.append(kinds_item)

        categories = []
        _categories = d.pop("categories")
        for categories_item_data in _categories:
            categories_item = ReferenceDataCategoriesItem.from_dict(
                categories_item_data
            )

            categories.append(categories_item)

        reference_data = cls(
            sources=sources,
            kinds=kinds,
            categories=categories,
        )

        reference_data.additional_properties = d
        return reference_data

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
