from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.product_source_claims import ProductSourceClaims


T = TypeVar("T", bound="ProductSource")


@_attrs_define
class ProductSource:
    """
    Attributes:
        id (UUID):
        code (str):  Example: open_food_facts.
        name (str):
        license_ (None | str):  Example: ODbL 1.0.
        license_url (None | str):  Example: https://opendatacommons.org/licenses/odbl/1-0/.
        attribution (None | str): What the licence asks you to name Example: © Open Food Facts contributors.
        record_url (None | str): Where the source shows the product, by its primary barcode; null if it has no such
            address Example: https://world.openfoodfacts.org/product/3017620422003.
        trust (float):
        fields (list[str]): The fields of the product whose present value this source supplied Example: ['brand',
            'name'].
        claims (ProductSourceClaims): Differing values of this source, by the same field names, where the value of
            another source is believed. `fields` may be empty then Example: {'net_content_value': 330, 'net_content_unit':
            'ml'}.
    """

    id: UUID
    code: str
    name: str
    license_: None | str
    license_url: None | str
    attribution: None | str
    record_url: None | str
    trust: float
    fields: list[str]
    claims: ProductSourceClaims
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        code = self.code

        name = self.name

        license_: None | str
        license_ = self.license_

        license_url: None | str
        license_url = self.license_url

        attribution: None | str
        attribution = self.attribution

        record_url: None | str
        record_url = self.record_url

        trust = self.trust

        fields = self.fields

        claims = self.claims.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "code": code,
                "name": name,
                "license": license_,
                "license_url": license_url,
                "attribution": attribution,
                "record_url": record_url,
                "trust": trust,
                "fields": fields,
                "claims": claims,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.product_source_claims import ProductSourceClaims

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        code = d.pop("code")

        name = d.pop("name")

        def _parse_license_(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        license_ = _parse_license_(d.pop("license"))

        def _parse_license_url(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        license_url = _parse_license_url(d.pop("license_url"))

        def _parse_attribution(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        attribution = _parse_attribution(d.pop("attribution"))

        def _parse_record_url(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        record_url = _parse_record_url(d.pop("record_url"))

        trust = d.pop("trust")

        fields = cast(list[str], d.pop("fields"))

        claims = ProductSourceClaims.from_dict(d.pop("claims"))

        product_source = cls(
            id=id,
            code=code,
            name=name,
            license_=license_,
            license_url=license_url,
            attribution=attribution,
            record_url=record_url,
            trust=trust,
            fields=fields,
            claims=claims,
        )

        product_source.additional_properties = d
        return product_source

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
