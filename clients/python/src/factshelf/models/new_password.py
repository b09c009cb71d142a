from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="NewPassword")


@_attrs_define
class NewPassword:
    """
    Attributes:
        code (str): Can be used once
        password (str): Any characters. The commonest passwords and the e-mail itself are refused.
    """

    code: str
    password: str

    def to_dict(self) -> dict[str, Any]:
        code = self.code

        password = self.password

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "code": code,
                "password": password,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        code = d.pop("code")

        password = d.pop("password")

        new_password = cls(
            code=code,
            password=password,
        )

        return new_password
