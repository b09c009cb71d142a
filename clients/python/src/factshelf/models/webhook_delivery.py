from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.webhook_delivery_data import WebhookDeliveryData


T = TypeVar("T", bound="WebhookDelivery")


@_attrs_define
class WebhookDelivery:
    """
    Attributes:
        id (UUID): `webhook-id` of every attempt
        event (str): One of products.changed, submission.approved, submission.rejected, submission.reopened,
            webhook.challenge
        status (str): `failed`: no further attempt is made, except by a replay. One of pending, delivered, failed
        data (WebhookDeliveryData): As it is sent
        attempts (int): Since it was created or replayed
        next_attempt_at (datetime.datetime | None):
        last_attempt_at (datetime.datetime | None):
        last_status (int | None): HTTP status of the last answer, if there was one
        last_failure (None | str): Why the last attempt failed: `status`: not 2xx; `redirect`: 3xx; `challenge`: not the
            `challenge` value; `address_refused`: the name resolves to an address that is not public. One of status,
            redirect, challenge, timeout, name_not_found, address_refused, certificate, connection
        created_at (datetime.datetime):
    """

    id: UUID
    event: str
    status: str
    data: WebhookDeliveryData
    attempts: int
    next_attempt_at: datetime.datetime | None
    last_attempt_at: datetime.datetime | None
    last_status: int | None
    last_failure: None | str
    created_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        event = self.event

        status = self.status

        data = self.data.to_dict()

        attempts = self.attempts

        next_attempt_at: None | str
        if isinstance(self.next_attempt_at, datetime.datetime):
            next_attempt_at = self.next_attempt_at.isoformat()
        else:
            next_attempt_at = self.next_attempt_at

        last_attempt_at: None | str
        if isinstance(self.last_attempt_at, datetime.datetime):
            last_attempt_at = self.last_attempt_at.isoformat()
        else:
            last_attempt_at = self.last_attempt_at

        last_status: int | None
        last_status = self.last_status

        last_failure: None | str
        last_failure = self.last_failure

        created_at = self.created_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "event": event,
                "status": status,
                "data": data,
                "attempts": attempts,
                "next_attempt_at": next_attempt_at,
                "last_attempt_at": last_attempt_at,
                "last_status": last_status,
                "last_failure": last_failure,
                "created_at": created_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.webhook_delivery_data import WebhookDeliveryData

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        event = d.pop("event")

        status = d.pop("status")

        data = WebhookDeliveryData.from_dict(d.pop("data"))

        attempts = d.pop("attempts")

        def _parse_next_attempt_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                next_attempt_at_type_0 = datetime.datetime.fromisoformat(data)

                return next_attempt_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        next_attempt_at = _parse_next_attempt_at(d.pop("next_attempt_at"))

        def _parse_last_attempt_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_attempt_at_type_0 = datetime.datetime.fromisoformat(data)

                return last_attempt_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_attempt_at = _parse_last_attempt_at(d.pop("last_attempt_at"))

        def _parse_last_status(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        last_status = _parse_last_status(d.pop("last_status"))

        def _parse_last_failure(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        last_failure = _parse_last_failure(d.pop("last_failure"))

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        webhook_delivery = cls(
            id=id,
            event=event,
            status=status,
            data=data,
            attempts=attempts,
            next_attempt_at=next_attempt_at,
            last_attempt_at=last_attempt_at,
            last_status=last_status,
            last_failure=last_failure,
            created_at=created_at,
        )

        webhook_delivery.additional_properties = d
        return webhook_delivery

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
