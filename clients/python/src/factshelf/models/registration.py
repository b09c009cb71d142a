from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="Registration")


@_attrs_define
class Registration:
    """
    Attributes:
        email (str): Upper and lower case are the same Example: ada@example.org.
        password (str): Any characters. The commonest passwords and the e-mail itself are refused.
    """

    email: str
    password: str

    def to_dict(self) -> dict[str, Any]:
        email = self.email

        password = self.password

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "email": email,
                "password": password,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        email = d.pop("email")

        password = d.pop("password")

        registration = cls(
            email=email,
            password=password,
        )

        return registration
