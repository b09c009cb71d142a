from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.change_record_type_0_facts_attributes import (
        ChangeRecordType0FactsAttributes,
    )
    from ..models.change_record_type_0_facts_contributed_pictures import (
        ChangeRecordType0FactsContributedPictures,
    )


T = TypeVar("T", bound="ChangeRecordType0Facts")


@_attrs_define
class ChangeRecordType0Facts:
    """Stored facts that `product` shows differently; empty ones are left out

    Attributes:
        no_allergens_stated (bool | Unset): All ingredients were read, and none is an allergen; means nothing beside
            allergens
        no_traces_stated (bool | Unset): The label says that it contains no allergens; ignored beside traces
        free_from (list[str] | Unset): Allergens that are not in it, though a source says so; see `allergen_states`
            Example: ['milk'].
        no_nutrition_data (bool | Unset): For water, spices and the like: nutrition fields do not apply
        attributes (ChangeRecordType0FactsAttributes | Unset): By the keys of the kind’s field template, or others
            Example: {'screen_size': 6.1}.
        contributed_pictures (ChangeRecordType0FactsContributedPictures | Unset): By the SHA-256 of the stored picture;
            the public detail shows them among `pictures`
    """

    no_allergens_stated: bool | Unset = UNSET
    no_traces_stated: bool | Unset = UNSET
    free_from: list[str] | Unset = UNSET
    no_nutrition_data: bool | Unset = UNSET
    attributes: ChangeRecordType0FactsAttributes | Unset = UNSET
    contributed_pictures: ChangeRecordType0FactsContributedPictures | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        no_allergens_stated = self.no_allergens_stated

        no_traces_stated = self.no_traces_stated

        free_from: list[str] | Unset = UNSET
        if not isinstance(self.free_from, Unset):
            free_from = self.free_from

        no_nutrition_data = self.no_nutrition_data

        attributes: dict[str, Any] | Unset = UNSET
        if not isinstance(self.attributes, Unset):
            attributes = self.attributes.to_dict()

        contributed_pictures: dict[str, Any] | Unset = UNSET
        if not isinstance(self.contributed_pictures, Unset):
            contributed_pictures = self.contributed_pictures.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if no_allergens_stated is not UNSET:
            field_dict["no_allergens_stated"] = no_allergens_stated
        if no_traces_stated is not UNSET:
            field_dict["no_traces_stated"] = no_traces_stated
        if free_from is not UNSET:
            field_dict["free_from"] = free_from
        if no_nutrition_data is not UNSET:
            field_dict["no_nutrition_data"] = no_nutrition_data
        if attributes is not UNSET:
            field_dict["attributes"] = attributes
        if contributed_pictures is not UNSET:
            field_dict["contributed_pictures"] = contributed_pictures

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.change_record_type_0_facts_attributes import (
            ChangeRecordType0FactsAttributes,
        )
        from ..models.change_record_type_0_facts_contributed_pictures import (
            ChangeRecordType0FactsContributedPictures,
        )

        d = dict(src_dict)
        no_allergens_stated = d.pop("no_allergens_stated", UNSET)

        no_traces_stated = d.pop("no_traces_stated", UNSET)

        free_from = cast(list[str], d.pop("free_from", UNSET))

        no_nutrition_data = d.pop("no_nutrition_data", UNSET)

        _attributes = d.pop("attributes", UNSET)
        attributes: ChangeRecordType0FactsAttributes | Unset
        if isinstance(_attributes, Unset):
            attributes = UNSET
        else:
            attributes = ChangeRecordType0FactsAttributes.from_dict(_attributes)

        _contributed_pictures = d.pop("contributed_pictures", UNSET)
        contributed_pictures: ChangeRecordType0FactsContributedPictures | Unset
        if isinstance(_contributed_pictures, Unset):
            contributed_pictures = UNSET
        else:
            contributed_pictures = ChangeRecordType0FactsContributedPictures.from_dict(
                _contributed_pictures
            )

        change_record_type_0_facts = cls(
            no_allergens_stated=no_allergens_stated,
            no_traces_stated=no_traces_stated,
            free_from=free_from,
            no_nutrition_data=no_nutrition_data,
            attributes=attributes,
            contributed_pictures=contributed_pictures,
        )

        change_record_type_0_facts.additional_properties = d
        return change_record_type_0_facts

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
