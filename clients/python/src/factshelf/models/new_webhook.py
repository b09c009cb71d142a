from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="NewWebhook")


@_attrs_define
class NewWebhook:
    """
    Attributes:
        url (str): https, port 443 or 8443, a public address. Redirects are not followed Example:
            https://shop.example.org/hooks/factshelf.
        events (list[str]):  Example: ['products.changed'].
    """

    url: str
    events: list[str]

    def to_dict(self) -> dict[str, Any]:
        url = self.url

        events = self.events

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "url": url,
                "events": events,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        url = d.pop("url")

        events = cast(list[str], d.pop("events"))

        new_webhook = cls(
            url=url,
            events=events,
        )

        return new_webhook
