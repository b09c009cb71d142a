from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="Answer")


@_attrs_define
class Answer:
    """
    Attributes:
        token (str): `answer_token` of the submission
        text (str):
    """

    token: str
    text: str

    def to_dict(self) -> dict[str, Any]:
        token = self.token

        text = self.text

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "token": token,
                "text": text,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        token = d.pop("token")

        text = d.pop("text")

        answer = cls(
            token=token,
            text=text,
        )

        return answer
