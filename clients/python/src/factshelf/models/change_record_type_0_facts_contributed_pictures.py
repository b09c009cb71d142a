from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.change_record_type_0_facts_contributed_pictures_additional_property import (
        ChangeRecordType0FactsContributedPicturesAdditionalProperty,
    )


T = TypeVar("T", bound="ChangeRecordType0FactsContributedPictures")


@_attrs_define
class ChangeRecordType0FactsContributedPictures:
    """By the SHA-256 of the stored picture; the public detail shows them among `pictures`"""

    additional_properties: dict[
        str, ChangeRecordType0FactsContributedPicturesAdditionalProperty
    ] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:

        field_dict: dict[str, Any] = {}
        for prop_name, prop in self.additional_properties.items():
            field_dict[prop_name] = prop.to_dict()

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.change_record_type_0_facts_contributed_pictures_additional_property import (
            ChangeRecordType0FactsContributedPicturesAdditionalProperty,
        )

        d = dict(src_dict)
        change_record_type_0_facts_contributed_pictures = cls()

        additional_properties = {}
        for prop_name, prop_dict in d.items():
            additional_property = (
                ChangeRecordType0FactsContributedPicturesAdditionalProperty.from_dict(
                    prop_dict
                )
            )

            additional_properties[prop_name] = additional_property

        change_record_type_0_facts_contributed_pictures.additional_properties = (
            additional_properties
        )
        return change_record_type_0_facts_contributed_pictures

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(
        self, key: str
    ) -> ChangeRecordType0FactsContributedPicturesAdditionalProperty:
        return self.additional_properties[key]

    def __setitem__(
        self,
        key: str,
        value: ChangeRecordType0FactsContributedPicturesAdditionalProperty,
    ) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
