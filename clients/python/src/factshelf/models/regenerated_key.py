from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.regenerated_key_key import RegeneratedKeyKey
    from ..models.regenerated_key_quota import RegeneratedKeyQuota
    from ..models.regenerated_key_rate_limit import RegeneratedKeyRateLimit


T = TypeVar("T", bound="RegeneratedKey")


@_attrs_define
class RegeneratedKey:
    """
    Attributes:
        email (str): Upper and lower case are the same Example: ada@example.org.
        api_key (str): The key itself. It is shown this once: only a hash of it is stored. Example:
            pfk_3vQxW0u7TnB2sKdR9eYhL5mCzA8gJp1DfQ4x.
        key (RegeneratedKeyKey): The active key, else the one that was revoked last
        quota (RegeneratedKeyQuota): Calls over the lifetime of the account; a new key does not reset the count
        rate_limit (RegeneratedKeyRateLimit):
        notice (str):
        revoked_key_id (None | UUID): The key that is refused from now on; null when none was active
        awaits_confirmation (bool | Unset): Only while the key is refused because the e-mail is not confirmed. One of
            true
    """

    email: str
    api_key: str
    key: RegeneratedKeyKey
    quota: RegeneratedKeyQuota
    rate_limit: RegeneratedKeyRateLimit
    notice: str
    revoked_key_id: None | UUID
    awaits_confirmation: bool | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        email = self.email

        api_key = self.api_key

        key = self.key.to_dict()

        quota = self.quota.to_dict()

        rate_limit = self.rate_limit.to_dict()

        notice = self.notice

        revoked_key_id: None | str
        if isinstance(self.revoked_key_id, UUID):
            revoked_key_id = str(self.revoked_key_id)
        else:
            revoked_key_id = self.revoked_key_id

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
                "revoked_key_id": revoked_key_id,
            }
        )
        if awaits_confirmation is not UNSET:
            field_dict["awaits_confirmation"] = awaits_confirmation

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.regenerated_key_key import RegeneratedKeyKey
        from ..models.regenerated_key_quota import RegeneratedKeyQuota
        from ..models.regenerated_key_rate_limit import RegeneratedKeyRateLimit

        d = dict(src_dict)
        email = d.pop("email")

        api_key = d.pop("api_key")

        key = RegeneratedKeyKey.from_dict(d.pop("key"))

        quota = RegeneratedKeyQuota.from_dict(d.pop("quota"))

        rate_limit = RegeneratedKeyRateLimit.from_dict(d.pop("rate_limit"))

        notice = d.pop("notice")

        def _parse_revoked_key_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                revoked_key_id_type_0 = UUID(data)

                return revoked_key_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        revoked_key_id = _parse_revoked_key_id(d.pop("revoked_key_id"))

        awaits_confirmation = d.pop("awaits_confirmation", UNSET)

        regenerated_key = cls(
            email=email,
            api_key=api_key,
            key=key,
            quota=quota,
            rate_limit=rate_limit,
            notice=notice,
            revoked_key_id=revoked_key_id,
            awaits_confirmation=awaits_confirmation,
        )

        regenerated_key.additional_properties = d
        return regenerated_key

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
