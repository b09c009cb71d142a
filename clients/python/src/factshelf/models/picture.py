from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.picture_urls import PictureUrls


T = TypeVar("T", bound="Picture")


@_attrs_define
class Picture:
    """
    Attributes:
        role (str): The subject of the picture. One of front, ingredients, nutrition, packaging
        lang (None | str): Language of the text on it Example: fr.
        urls (PictureUrls): Addresses by the most pixels of the longer side; null: no picture of this size Example:
            {'100': 'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.633.100.jpg', '200':
            'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.633.200.jpg', '400':
            'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.633.400.jpg', 'full':
            'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.633.full.jpg'}.
        width (float | None): Pixels of the full size Example: 1200.
        height (float | None): Pixels of the full size Example: 1200.
        source (None | str): Code of its source Example: open_food_facts.
        license_ (None | str):  Example: CC BY-SA 3.0.
        attribution (None | str): Show it wherever the picture is shown Example: © Open Food Facts contributors.
    """

    role: str
    lang: None | str
    urls: PictureUrls
    width: float | None
    height: float | None
    source: None | str
    license_: None | str
    attribution: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        role = self.role

        lang: None | str
        lang = self.lang

        urls = self.urls.to_dict()

        width: float | None
        width = self.width

        height: float | None
        height = self.height

        source: None | str
        source = self.source

        license_: None | str
        license_ = self.license_

        attribution: None | str
        attribution = self.attribution

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "role": role,
                "lang": lang,
                "urls": urls,
                "width": width,
                "height": height,
                "source": source,
                "license": license_,
                "attribution": attribution,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.picture_urls import PictureUrls

        d = dict(src_dict)
        role = d.pop("role")

        def _parse_lang(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        lang = _parse_lang(d.pop("lang"))

        urls = PictureUrls.from_dict(d.pop("urls"))

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

        def _parse_source(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        source = _parse_source(d.pop("source"))

        def _parse_license_(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        license_ = _parse_license_(d.pop("license"))

        def _parse_attribution(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        attribution = _parse_attribution(d.pop("attribution"))

        picture = cls(
            role=role,
            lang=lang,
            urls=urls,
            width=width,
            height=height,
            source=source,
            license_=license_,
            attribution=attribution,
        )

        picture.additional_properties = d
        return picture

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
