from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PictureUrls")


@_attrs_define
class PictureUrls:
    """Addresses by the most pixels of the longer side; null: no picture of this size

    Example:
        {'100': 'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.633.100.jpg', '200':
            'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.633.200.jpg', '400':
            'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.633.400.jpg', 'full':
            'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.633.full.jpg'}

    Attributes:
        field_100 (None | str):
        field_200 (None | str):
        field_400 (None | str):
        full (str):
    """

    field_100: None | str
    field_200: None | str
    field_400: None | str
    full: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        field_100: None | str
        field_100 = self.field_100

        field_200: None | str
        field_200 = self.field_200

        field_400: None | str
        field_400 = self.field_400

        full = self.full

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "100": field_100,
                "200": field_200,
                "400": field_400,
                "full": full,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_field_100(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        field_100 = _parse_field_100(d.pop("100"))

        def _parse_field_200(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        field_200 = _parse_field_200(d.pop("200"))

        def _parse_field_400(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        field_400 = _parse_field_400(d.pop("400"))

        full = d.pop("full")

        picture_urls = cls(
            field_100=field_100,
            field_200=field_200,
            field_400=field_400,
            full=full,
        )

        picture_urls.additional_properties = d
        return picture_urls

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
