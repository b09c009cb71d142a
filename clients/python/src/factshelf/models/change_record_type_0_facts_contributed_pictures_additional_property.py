from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ChangeRecordType0FactsContributedPicturesAdditionalProperty")


@_attrs_define
class ChangeRecordType0FactsContributedPicturesAdditionalProperty:
    """
    Attributes:
        role (str): One of front, ingredients, nutrition, packaging
        lang (None | str):
        url (str):
        width (float | None):
        height (float | None):
    """

    role: str
    lang: None | str
    url: str
    width: float | None
    height: float | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        role = self.role

        lang: None | str
        lang = self.lang

        url = self.url

        width: float | None
        width = self.width

        height: float | None
        height = self.height

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "role": role,
                "lang": lang,
                "url": url,
                "width": width,
                "height": height,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        role = d.pop("role")

        def _parse_lang(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        lang = _parse_lang(d.pop("lang"))

        url = d.pop("url")

        def _parse_width(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        width = _parse_width(d.pop("width"))

        def _parse_height(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        height = _parse_height(d.pop("height"))

        change_record_type_0_facts_contributed_pictures_additional_property = cls(
            role=role,
            lang=lang,
            url=url,
            width=width,
            height=height,
        )

        change_record_type_0_facts_contributed_pictures_additional_property.additional_properties = d
        return change_record_type_0_facts_contributed_pictures_additional_property

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
