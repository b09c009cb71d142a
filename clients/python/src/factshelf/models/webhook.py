from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Webhook")


@_attrs_define
class Webhook:
    """
    Attributes:
        id (UUID):
        url (str):
        events (list[str]):
        state (str): `unverified` until the challenge is answered: no other event is delivered before. One of
            unverified, active, off
        off_reason (None | str): Why it is off: it answered 410, it failed for 5 days, or its owner or an operator
            switched it off. One of gone, failing, owner, operator
        off_at (datetime.datetime | None):
        failing_since (datetime.datetime | None): The first failure since the last accepted delivery
        previous_secret_ends_at (datetime.datetime | None): Until then deliveries are also signed with the previous
            secret
        created_at (datetime.datetime):
    """

    id: UUID
    url: str
    events: list[str]
    state: str
    off_reason: None | str
    off_at: datetime.datetime | None
    failing_since: datetime.datetime | None
    previous_secret_ends_at: datetime.datetime | None
    created_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        url = self.url

        events = self.events

        state = self.state

        off_reason: None | str
        off_reason = self.off_reason

        off_at: None | str
        if isinstance(self.off_at, datetime.datetime):
            off_at = self.off_at.isoformat()
        else:
            off_at = self.off_at

        failing_since: None | str
        if isinstance(self.failing_since, datetime.datetime):
            failing_since = self.failing_since.isoformat()
        else:
            failing_since = self.failing_since

        previous_secret_ends_at: None | str
        if isinstance(self.previous_secret_ends_at, datetime.datetime):
            previous_secret_ends_at = self.previous_secret_ends_at.isoformat()
        else:
            previous_secret_ends_at = self.previous_secret_ends_at

        created_at = self.created_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "url": url,
                "events": events,
                "state": state,
                "off_reason": off_reason,
                "off_at": off_at,
                "failing_since": failing_since,
                "previous_secret_ends_at": previous_secret_ends_at,
                "created_at": created_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        url = d.pop("url")

        events = cast(list[str], d.pop("events"))

        state = d.pop("state")

        def _parse_off_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        off_reason = _parse_off_reason(d.pop("off_reason"))

        def _parse_off_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                off_at_type_0 = datetime.datetime.fromisoformat(data)

                return off_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        off_at = _parse_off_at(d.pop("off_at"))

        def _parse_failing_since(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                failing_since_type_0 = datetime.datetime.fromisoformat(data)

                return failing_since_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        failing_since = _parse_failing_since(d.pop("failing_since"))

        def _parse_previous_secret_ends_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                previous_secret_ends_at_type_0 = datetime.datetime.fromisoformat(data)

                return previous_secret_ends_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        previous_secret_ends_at = _parse_previous_secret_ends_at(
            d.pop("previous_secret_ends_at")
        )

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        webhook = cls(
            id=id,
            url=url,
            events=events,
            state=state,
            off_reason=off_reason,
            off_at=off_at,
            failing_since=failing_since,
            previous_secret_ends_at=previous_secret_ends_at,
            created_at=created_at,
        )

        webhook.additional_properties = d
        return webhook

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
