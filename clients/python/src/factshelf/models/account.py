from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.account_key import AccountKey
    from ..models.account_quota import AccountQuota
    from ..models.account_rate_limit import AccountRateLimit


T = TypeVar("T", bound="Account")


@_attrs_define
class Account:
    """
    Attributes:
        email (str): Upper and lower case are the same Example: ada@example.org.
        key (AccountKey): The active key, else the one that was revoked last
        quota (AccountQuota): Calls over the lifetime of the account; a new key does not reset the count
        rate_limit (AccountRateLimit):
        awaits_confirmation (bool | Unset): Only while the key is refused because the e-mail is not confirmed. One of
            true
    """

    email: str
    key: AccountKey
    quota: AccountQuota
    rate_limit: AccountRateLimit
    awaits_confirmation: bool | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        email = self.email

        key = self.key.to_dict()

        quota = self.quota.to_dict()

        rate_limit = self.rate_limit.to_dict()

        awaits_confirmation = self.awaits_confirmation

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "email": email,
                "key": key,
                "quota": quota,
                "rate_limit": rate_limit,
            }
        )
        if awaits_confirmation is not UNSET:
            field_dict["awaits_confirmation"] = awaits_confirmation

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.account_key import AccountKey
        from ..models.account_quota import AccountQuota
        from ..models.account_rate_limit import AccountRateLimit

        d = dict(src_dict)
        email = d.pop("email")

        key = AccountKey.from_dict(d.pop("key"))

        quota = AccountQuota.from_dict(d.pop("quota"))

        rate_limit = AccountRateLimit.from_dict(d.pop("rate_limit"))

        awaits_confirmation = d.pop("awaits_confirmation", UNSET)

        account = cls(
            email=email,
            key=key,
            quota=quota,
            rate_limit=rate_limit,
            awaits_confirmation=awaits_confirmation,
        )

        account.additional_properties = d
        return account

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
