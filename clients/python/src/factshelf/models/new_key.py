from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.new_key_key import NewKeyKey
    from ..models.new_key_quota import NewKeyQuota
    from ..models.new_key_rate_limit import NewKeyRateLimit


T = TypeVar("T", bound="NewKey")


@_attrs_define
class NewKey:
    """
    Attributes:
        email (str): Upper and lower case are the same Example: ada@example.org.
        api_key (str): The key itself. It is shown this once: only a hash of it is stored. Example:
            pfk_3vQxW0u7TnB2sKdR9eYhL5mCzA8gJp1DfQ4x.
        key (NewKeyKey): The active key, else the one that was revoked last
        quota (NewKeyQuota): Calls over the lifetime of the account; a new key does not reset the count
        rate_limit (NewKeyRateLimit):
        notice (str):
        awaits_confirmation (bool | Unset): Only while the key is refused because the e-mail is not confirmed. One of
            true
    """

    email: str
    api_key: str
    key: NewKeyKey
    quota: NewKeyQuota
    rate_limit: NewKeyRateLimit
    notice: str
    awaits_confirmation: bool | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        email = self.email

        api_key = self.api_key

        key = self.key.to_dict()

        quota = self.quota.to_dict()

        rate_limit = self.rate_limit.to_dict()

        notice = self.notice

        awaits_confirmation = self.awaits_confirmation

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "email": email,
                "api_key": api_key,
                "key": key,
                "quota": quota,
                "rate_limit": rate_limit,
                "notice": notice,
            }
        )
        if awaits_confirmation is not UNSET:
            field_dict["awaits_confirmation"] = awaits_confirmation

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.new_key_key import NewKeyKey
        from ..models.new_key_quota import NewKeyQuota
        from ..models.new_key_rate_limit import NewKeyRateLimit

        d = dict(src_dict)
        email = d.pop("email")

        api_key = d.pop("api_key")

        key = NewKeyKey.from_dict(d.pop("key"))

        quota = NewKeyQuota.from_dict(d.pop("quota"))

        rate_limit = NewKeyRateLimit.from_dict(d.pop("rate_limit"))

        notice = d.pop("notice")

        awaits_confirmation = d.pop("awaits_confirmation", UNSET)

        new_key = cls(
            email=email,
            api_key=api_key,
            key=key,
            quota=quota,
            rate_limit=rate_limit,
            notice=notice,
            awaits_confirmation=awaits_confirmation,
        )

        new_key.additional_properties = d
        return new_key

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
