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
        trust (float):
        fields (list[str]): The fields whose present value this source supplied Example: ['brand', 'name'].
        claims (ProductSourceClaims): Differing values of this source, by field names, where another source is more
            trusted. `fields` may be empty then Example: {'net_content_value': 330, 'net_content_unit': 'ml'}.
    """

    id: UUID
    code: str
    name: str
    license_: None | str
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

        trust = d.pop("trust")

        fields = cast(list[str], d.pop("fields"))

        claims = ProductSourceClaims.from_dict(d.pop("claims"))

        product_source = cls(
            id=id,
            code=code,
            name=name,
            license_=license_,
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
