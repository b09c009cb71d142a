from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="MsrpEntry")


@_attrs_define
class MsrpEntry:
    """
    Attributes:
        amount (float):  Example: 3.99.
        currency (str): ISO 4217 Example: EUR.
        region (str): ISO 3166-1 alpha-2, or GLOBAL Example: FR.
        effective_date (datetime.date | None): The first day of the suggested price
        source_url (None | str): The page of the manufacturer with the price
        note (None | str):
    """

    amount: float
    currency: str
    region: str
    effective_date: datetime.date | None
    source_url: None | str
    note: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        amount = self.amount

        currency = self.currency

        region = self.region

        effective_date: None | str
        if isinstance(self.effective_date, datetime.date):
            effective_date = self.effective_date.isoformat()
        else:
            effective_date = self.effective_date

        source_url: None | str
        source_url = self.source_url

        note: None | str
        note = self.note

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "amount": amount,
                "currency": currency,
                "region": region,
                "effective_date": effective_date,
                "source_url": source_url,
                "note": note,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        amount = d.pop("amount")

        currency = d.pop("currency")

        region = d.pop("region")

        def _parse_effective_date(data: object) -> datetime.date | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                effective_date_type_0 = datetime.date.fromisoformat(data)

                return effective_date_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | None, data)

        effective_date = _parse_effective_date(d.pop("effective_date"))

        def _parse_source_url(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        source_url = _parse_source_url(d.pop("source_url"))

        def _parse_note(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        note = _parse_note(d.pop("note"))

        msrp_entry = cls(
            amount=amount,
            currency=currency,
            region=region,
            effective_date=effective_date,
            source_url=source_url,
            note=note,
        )

        msrp_entry.additional_properties = d
        return msrp_entry

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
