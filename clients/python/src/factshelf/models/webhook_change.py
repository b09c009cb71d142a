from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="WebhookChange")


@_attrs_define
class WebhookChange:
    """
    Attributes:
        url (str | Unset): https, port 443 or 8443, a public address. Redirects are not followed Example:
            https://shop.example.org/hooks/factshelf.
        events (list[str] | Unset):  Example: ['products.changed'].
        active (bool | Unset): `false` switches it off; `true` sends the challenge, and switches it on when it is
            answered
    """

    url: str | Unset = UNSET
    events: list[str] | Unset = UNSET
    active: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        url = self.url

        events: list[str] | Unset = UNSET
        if not isinstance(self.events, Unset):
            events = self.events

        active = self.active

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if url is not UNSET:
            field_dict["url"] = url
        if events is not UNSET:
            field_dict["events"] = events
        if active is not UNSET:
            field_dict["active"] = active

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        url = d.pop("url", UNSET)

        events = cast(list[str], d.pop("events", UNSET))

        active = d.pop("active", UNSET)

        webhook_change = cls(
            url=url,
            events=events,
            active=active,
        )

        return webhook_change
