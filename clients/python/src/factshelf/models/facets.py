from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.facet import Facet


T = TypeVar("T", bound="Facets")


@_attrs_define
class Facets:
    """The facets requested with `facets`, by name

    Example:
        {'brand': {'values': [{'value': 'avelotta', 'label': 'Avelotta', 'count': 12, 'selected': True}, {'value':
            'chocovane', 'label': 'Chocovane', 'count': 7, 'selected': False}], 'other': 340, 'exact': True}}

    Attributes:
        brand (Facet | Unset):
        category (Facet | Unset):
        country (Facet | Unset):
        nutri_score (Facet | Unset):
        kind (Facet | Unset):
        label (Facet | Unset):
        allergen (Facet | Unset):
    """

    brand: Facet | Unset = UNSET
    category: Facet | Unset = UNSET
    country: Facet | Unset = UNSET
    nutri_score: Facet | Unset = UNSET
    kind: Facet | Unset = UNSET
    label: Facet | Unset = UNSET
    allergen: Facet | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        brand: dict[str, Any] | Unset = UNSET
        if not isinstance(self.brand, Unset):
            brand = self.brand.to_dict()

        category: dict[str, Any] | Unset = UNSET
        if not isinstance(self.category, Unset):
            category = self.category.to_dict()

        country: dict[str, Any] | Unset = UNSET
        if not isinstance(self.country, Unset):
            country = self.country.to_dict()

        nutri_score: dict[str, Any] | Unset = UNSET
        if not isinstance(self.nutri_score, Unset):
            nutri_score = self.nutri_score.to_dict()

        kind: dict[str, Any] | Unset = UNSET
        if not isinstance(self.kind, Unset):
            kind = self.kind.to_dict()

        label: dict[str, Any] | Unset = UNSET
        if not isinstance(self.label, Unset):
            label = self.label.to_dict()

        allergen: dict[str, Any] | Unset = UNSET
        if not isinstance(self.allergen, Unset):
            allergen = self.allergen.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if brand is not UNSET:
            field_dict["brand"] = brand
        if category is not UNSET:
            field_dict["category"] = category
        if country is not UNSET:
            field_dict["country"] = country
        if nutri_score is not UNSET:
            field_dict["nutri_score"] = nutri_score
        if kind is not UNSET:
            field_dict["kind"] = kind
        if label is not UNSET:
            field_dict["label"] = label
        if allergen is not UNSET:
            field_dict["allergen"] = allergen

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.facet import Facet

        d = dict(src_dict)
        _brand = d.pop("brand", UNSET)
        brand: Facet | Unset
        if isinstance(_brand, Unset):
            brand = UNSET
        else:
            brand = Facet.from_dict(_brand)

        _category = d.pop("category", UNSET)
        category: Facet | Unset
        if isinstance(_category, Unset):
            category = UNSET
        else:
            category = Facet.from_dict(_category)

        _country = d.pop("country", UNSET)
        country: Facet | Unset
        if isinstance(_country, Unset):
            country = UNSET
        else:
            country = Facet.from_dict(_country)

        _nutri_score = d.pop("nutri_score", UNSET)
        nutri_score: Facet | Unset
        if isinstance(_nutri_score, Unset):
            nutri_score = UNSET
        else:
            nutri_score = Facet.from_dict(_nutri_score)

        _kind = d.pop("kind", UNSET)
        kind: Facet | Unset
        if isinstance(_kind, Unset):
            kind = UNSET
        else:
            kind = Facet.from_dict(_kind)

        _label = d.pop("label", UNSET)
        label: Facet | Unset
        if isinstance(_label, Unset):
            label = UNSET
        else:
            label = Facet.from_dict(_label)

        _allergen = d.pop("allergen", UNSET)
        allergen: Facet | Unset
        if isinstance(_allergen, Unset):
            allergen = UNSET
        else:
            allergen = Facet.from_dict(_allergen)

        facets = cls(
            brand=brand,
            category=category,
            country=country,
            nutri_score=nutri_score,
            kind=kind,
            label=label,
            allergen=allergen,
        )

        facets.additional_properties = d
        return facets

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
