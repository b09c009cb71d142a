from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="DataSource")


@_attrs_define
class DataSource:
    """
    Attributes:
        id (UUID):
        code (str):  Example: open_food_facts.
        name (str):  Example: Open Food Facts.
        kind (str): One of community, open_data, official, manufacturer, retailer, operator
        trust (float): How far its facts are trusted, 0 to 1 Example: 0.6.
        license_ (None | str): The licence of the facts of this source Example: ODbL 1.0.
        license_url (None | str):
        attribution (None | str): The attribution that the source requires
        homepage_url (None | str):
        record_url (None | str): Address of a record, with `{gtin}` in the place of its barcode Example:
            https://world.openfoodfacts.org/product/{gtin}.
        product_count (int): Products in use with a fact of this source; at most a minute old
        last_imported_at (datetime.datetime | None):
    """

    id: UUID
    code: str
    name: str
    kind: str
    trust: float
    license_: None | str
    license_url: None | str
    attribution: None | str
    homepage_url: None | str
    record_url: None | str
    product_count: int
    last_imported_at: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        code = self.code

        name = self.name

        kind = self.kind

        trust = self.trust

        license_: None | str
        license_ = self.license_

        license_url: None | str
        license_url = self.license_url

        attribution: None | str
        attribution = self.attribution

        homepage_url: None | str
        homepage_url = self.homepage_url

        record_url: None | str
        record_url = self.record_url

        product_count = self.product_count

        last_imported_at: None | str
        if isinstance(self.last_imported_at, datetime.datetime):
            last_imported_at = self.last_imported_at.isoformat()
        else:
            last_imported_at = self.last_imported_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "code": code,
                "name": name,
                "kind": kind,
                "trust": trust,
                "license": license_,
                "license_url": license_url,
                "attribution": attribution,
                "homepage_url": homepage_url,
                "record_url": record_url,
                "product_count": product_count,
                "last_imported_at": last_imported_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        code = d.pop("code")

        name = d.pop("name")

        kind = d.pop("kind")

        trust = d.pop("trust")

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

        def _parse_homepage_url(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        homepage_url = _parse_homepage_url(d.pop("homepage_url"))

        def _parse_record_url(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        record_url = _parse_record_url(d.pop("record_url"))

        product_count = d.pop("product_count")

        def _parse_last_imported_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_imported_at_type_0 = datetime.datetime.fromisoformat(data)

                return last_imported_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_imported_at = _parse_last_imported_at(d.pop("last_imported_at"))

        data_source = cls(
            id=id,
            code=code,
            name=name,
            kind=kind,
            trust=trust,
            license_=license_,
            license_url=license_url,
            attribution=attribution,
            homepage_url=homepage_url,
            record_url=record_url,
            product_count=product_count,
            last_imported_at=last_imported_at,
        )

        data_source.additional_properties = d
        return data_source

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
