from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="BackflowResultResultsItem")


@_attrs_define
class BackflowResultResultsItem:
    """
    Attributes:
        index (int): Place in the batch, from 0
        gtin (None | str): As it was sent; null when it was no text
        result (str): One of accepted, exists, duplicate, invalid
        reason (None | str): Why it is invalid. One of bad_format, bad_length, bad_check_digit, restricted_circulation,
            coupon, variable_measure, invalid_field
        message (None | str): The reason in words
        submission_id (None | UUID): The submission made for it, or the one that is pending already
        product_id (None | UUID): The product that has this barcode
    """

    index: int
    gtin: None | str
    result: str
    reason: None | str
    message: None | str
    submission_id: None | UUID
    product_id: None | UUID
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        index = self.index

        gtin: None | str
        gtin = self.gtin

        result = self.result

        reason: None | str
        reason = self.reason

        message: None | str
        message = self.message

        submission_id: None | str
        if isinstance(self.submission_id, UUID):
            submission_id = str(self.submission_id)
        else:
            submission_id = self.submission_id

        product_id: None | str
        if isinstance(self.product_id, UUID):
            product_id = str(self.product_id)
        else:
            product_id = self.product_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "index": index,
                "gtin": gtin,
                "result": result,
                "reason": reason,
                "message": message,
                "submission_id": submission_id,
                "product_id": product_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        index = d.pop("index")

        def _parse_gtin(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        gtin = _parse_gtin(d.pop("gtin"))

        result = d.pop("result")

        def _parse_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reason = _parse_reason(d.pop("reason"))

        def _parse_message(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        message = _parse_message(d.pop("message"))

        def _parse_submission_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                submission_id_type_0 = UUID(data)

                return submission_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        submission_id = _parse_submission_id(d.pop("submission_id"))

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

        backflow_result_results_item = cls(
            index=index,
            gtin=gtin,
            result=result,
            reason=reason,
            message=message,
            submission_id=submission_id,
            product_id=product_id,
        )

        backflow_result_results_item.additional_properties = d
        return backflow_result_results_item

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
