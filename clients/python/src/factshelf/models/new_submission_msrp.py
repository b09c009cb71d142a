from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="NewSubmissionMsrp")


@_attrs_define
class NewSubmissionMsrp:
    """A price the manufacturer suggests: for reference only

    Attributes:
        amount (float):  Example: 3.99.
        currency (str):  Example: EUR.
        region (str | Unset):  Default: 'GLOBAL'. Example: FR.
        effective_date (datetime.date | None | Unset):
        source_url (None | str | Unset):
        note (None | str | Unset):
    """

    amount: float
    currency: str
    region: str | Unset = "GLOBAL"
    effective_date: datetime.date | None | Unset = UNSET
    source_url: None | str | Unset = UNSET
    note: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        amount = self.amount

        currency = self.currency

        region = self.region

        effective_date: None | str | Unset
        if isinstance(self.effective_date, Unset):
            effective_date = UNSET
        elif isinstance(self.effective_date, datetime.date):
            effective_date = self.effective_date.isoformat()
        else:
            effective_date = self.effective_date

        source_url: None | str | Unset
        if isinstance(self.source_url, Unset):
            source_url = UNSET
        else:
            source_url = self.source_url

        note: None | str | Unset
        if isinstance(self.note, Unset):
            note = UNSET
        else:
            note = self.note

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "amount": amount,
                "currency": currency,
            }
        )
        if region is not UNSET:
            field_dict["region"] = region
        if effective_date is not UNSET:
            field_dict["effective_date"] = effective_date
        if source_url is not UNSET:
            field_dict["source_url"] = source_url
        if note is not UNSET:
            field_dict["note"] = note

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        amount = d.pop("amount")

        currency = d.pop("currency")

        region = d.pop("region", UNSET)

        def _parse_effective_date(data: object) -> datetime.date | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                effective_date_type_0 = datetime.date.fromisoformat(data)

                return effective_date_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | None | Unset, data)

        effective_date = _parse_effective_date(d.pop("effective_date", UNSET))

        def _parse_source_url(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        source_url = _parse_source_url(d.pop("source_url", UNSET))

        def _parse_note(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        note = _parse_note(d.pop("note", UNSET))

        new_submission_msrp = cls(
            amount=amount,
            currency=currency,
            region=region,
            effective_date=effective_date,
            source_url=source_url,
            note=note,
        )

        return new_submission_msrp
