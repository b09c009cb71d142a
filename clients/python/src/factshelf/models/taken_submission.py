from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="TakenSubmission")


@_attrs_define
class TakenSubmission:
    """
    Attributes:
        id (UUID):
        status (str): One of pending
        source (str): One of public
        gtin (None | str):  Example: 3017620422003.
        answer_token (str): Keep it to answer a question of an operator. It is shown only once
        created_at (datetime.datetime):
    """

    id: UUID
    status: str
    source: str
    gtin: None | str
    answer_token: str
    created_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        status = self.status

        source = self.source

        gtin: None | str
        gtin = self.gtin

        answer_token = self.answer_token

        created_at = self.created_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "status": status,
                "source": source,
                "gtin": gtin,
                "answer_token": answer_token,
                "created_at": created_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        status = d.pop("status")

        source = d.pop("source")

        def _parse_gtin(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        gtin = _parse_gtin(d.pop("gtin"))

        answer_token = d.pop("answer_token")

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        taken_submission = cls(
            id=id,
            status=status,
            source=source,
            gtin=gtin,
            answer_token=answer_token,
            created_at=created_at,
        )

        taken_submission.additional_properties = d
        return taken_submission

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
