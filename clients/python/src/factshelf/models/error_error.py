from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.error_error_details import ErrorErrorDetails


T = TypeVar("T", bound="ErrorError")


@_attrs_define
class ErrorError:
    """
    Attributes:
        code (str): Machine-readable code. One of merged, invalid_request, invalid_parameter, invalid_gtin,
            invalid_email, weak_password, validation_failed, invalid_api_key, invalid_credentials, not_authenticated,
            forbidden, csrf_failed, quota_exhausted, not_found, not_a_trade_item, method_not_allowed, request_timeout,
            email_taken, already_exists, barcode_conflict, decision_required, possible_duplicate, duplicate_submission,
            invalid_state, version_conflict, cursor_expired, payload_too_large, unsupported_media_type,
            range_not_satisfiable, rate_limited, header_too_large, internal_error, unavailable Example: not_found.
        message (str): Human-readable text Example: There is no product with this id..
        request_id (str): Also sent as X-Request-Id
        details (ErrorErrorDetails | Unset): Further data, by code Example: {'parameter': 'page'}.
    """

    code: str
    message: str
    request_id: str
    details: ErrorErrorDetails | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        code = self.code

        message = self.message

        request_id = self.request_id

        details: dict[str, Any] | Unset = UNSET
        if not isinstance(self.details, Unset):
            details = self.details.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "code": code,
                "message": message,
                "request_id": request_id,
            }
        )
        if details is not UNSET:
            field_dict["details"] = details

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.error_error_details import ErrorErrorDetails

        d = dict(src_dict)
        code = d.pop("code")

        message = d.pop("message")

        request_id = d.pop("request_id")

        _details = d.pop("details", UNSET)
        details: ErrorErrorDetails | Unset
        if isinstance(_details, Unset):
            details = UNSET
        else:
            details = ErrorErrorDetails.from_dict(_details)

        error_error = cls(
            code=code,
            message=message,
            request_id=request_id,
            details=details,
        )

        error_error.additional_properties = d
        return error_error

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
