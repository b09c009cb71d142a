from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.submission_status_question import SubmissionStatusQuestion
    from ..models.submission_status_sent import SubmissionStatusSent


T = TypeVar("T", bound="SubmissionStatus")


@_attrs_define
class SubmissionStatus:
    """
    Attributes:
        id (UUID):
        status (str): One of pending, approved, rejected
        reason (None | str): Why it was rejected
        product_id (None | UUID): The product that was created or completed from it
        created_at (datetime.datetime):
        reviewed_at (datetime.datetime | None):
        question (SubmissionStatusQuestion | Unset): The open question of an operator; left out if there is none
        sent (SubmissionStatusSent | Unset): What was sent, for its sender: left out without the `answer_token`
    """

    id: UUID
    status: str
    reason: None | str
    product_id: None | UUID
    created_at: datetime.datetime
    reviewed_at: datetime.datetime | None
    question: SubmissionStatusQuestion | Unset = UNSET
    sent: SubmissionStatusSent | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        status = self.status

        reason: None | str
        reason = self.reason

        product_id: None | str
        if isinstance(self.product_id, UUID):
            product_id = str(self.product_id)
        else:
            product_id = self.product_id

        created_at = self.created_at.isoformat()

        reviewed_at: None | str
        if isinstance(self.reviewed_at, datetime.datetime):
            reviewed_at = self.reviewed_at.isoformat()
        else:
            reviewed_at = self.reviewed_at

        question: dict[str, Any] | Unset = UNSET
        if not isinstance(self.question, Unset):
            question = self.question.to_dict()

        sent: dict[str, Any] | Unset = UNSET
        if not isinstance(self.sent, Unset):
            sent = self.sent.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "status": status,
                "reason": reason,
                "product_id": product_id,
                "created_at": created_at,
                "reviewed_at": reviewed_at,
            }
        )
        if question is not UNSET:
            field_dict["question"] = question
        if sent is not UNSET:
            field_dict["sent"] = sent

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.submission_status_question import SubmissionStatusQuestion
        from ..models.submission_status_sent import SubmissionStatusSent

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        status = d.pop("status")

        def _parse_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reason = _parse_reason(d.pop("reason"))

        def _parse_product_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                product_id_type_0 = UUID(data)

                return product_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        product_id = _parse_product_id(d.pop("product_id"))

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        def _parse_reviewed_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                reviewed_at_type_0 = datetime.datetime.fromisoformat(data)

                return reviewed_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        reviewed_at = _parse_reviewed_at(d.pop("reviewed_at"))

        _question = d.pop("question", UNSET)
        question: SubmissionStatusQuestion | Unset
        if isinstance(_question, Unset):
            question = UNSET
        else:
            question = SubmissionStatusQuestion.from_dict(_question)

        _sent = d.pop("sent", UNSET)
        sent: SubmissionStatusSent | Unset
        if isinstance(_sent, Unset):
            sent = UNSET
        else:
            sent = SubmissionStatusSent.from_dict(_sent)

        submission_status = cls(
            id=id,
            status=status,
            reason=reason,
            product_id=product_id,
            created_at=created_at,
            reviewed_at=reviewed_at,
            question=question,
            sent=sent,
        )

        submission_status.additional_properties = d
        return submission_status

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
