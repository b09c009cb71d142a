from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.facet_value import FacetValue


T = TypeVar("T", bound="Facet")


@_attrs_define
class Facet:
    """
    Attributes:
        values (list[FacetValue]): Most products first, then by label
        other (int): The sum of the counts of all values that are not listed. A product with several of them counts for
            each
        exact (bool): True: every match is counted. False: the counts are estimates
    """

    values: list[FacetValue]
    other: int
    exact: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        values = []
        for values_item_data in self.values:
            values_item = values_item_data.to_dict()
            values.append(values_item)

        other = self.other

        exact = self.exact

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "values": values,
                "other": other,
                "exact": exact,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.facet_value import FacetValue

        d = dict(src_dict)
        values = []
        _values = d.pop("values")
        for values_item_data in _values:
            values_item = FacetValue.from_dict(values_item_data)

            values.append(values_item)

        other = d.pop("other")

        exact = d.pop("exact")

        facet = cls(
            values=values,
            other=other,
            exact=exact,
        )

        facet.additional_properties = d
        return facet

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
