from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.failed_check import FailedCheck
    from ..models.quality_part import QualityPart


T = TypeVar("T", bound="ItemExplanationQualityType0")


@_attrs_define
class ItemExplanationQualityType0:
    """The parts of the quality as they are now. The `quality_score` by which the item was ranked can be some moments
    older. Null where the parts could not be read

        Attributes:
            quality_score (float): The sum of `earned` less `penalty`
            parts (list[QualityPart]):
            failed_checks (list[FailedCheck]): What cannot be true of such a product
            penalty (float): 0.05 for each failed check, at most 0.2
    """

    quality_score: float
    parts: list[QualityPart]
    failed_checks: list[FailedCheck]
    penalty: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        quality_score = self.quality_score

        parts = []
        for parts_item_data in self.parts:
            parts_item = parts_item_data.to_dict()
            parts.append(parts_item)

        failed_checks = []
        for failed_checks_item_data in self.failed_checks:
            failed_checks_item = failed_checks_item_data.to_dict()
            failed_checks.append(failed_checks_item)

        penalty = self.penalty

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "quality_score": quality_score,
                "parts": parts,
                "failed_checks": failed_checks,
                "penalty": penalty,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.failed_check import FailedCheck
        from ..models.quality_part import QualityPart

        d = dict(src_dict)
        quality_score = d.pop("quality_score")

        parts = []
        _parts = d.pop("parts")
        for parts_item_data in _parts:
            parts_item = QualityPart.from_dict(parts_item_data)

            parts.append(parts_item)

        failed_checks = []
        _failed_checks = d.pop("failed_checks")
        for failed_checks_item_data in _failed_checks:
            failed_checks_item = FailedCheck.from_dict(failed_checks_item_data)

            failed_checks.append(failed_checks_item)

        penalty = d.pop("penalty")

        item_explanation_quality_type_0 = cls(
            quality_score=quality_score,
            parts=parts,
            failed_checks=failed_checks,
            penalty=penalty,
        )

        item_explanation_quality_type_0.additional_properties = d
        return item_explanation_quality_type_0

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
