from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="QualityPart")


@_attrs_define
class QualityPart:
    """
    Attributes:
        field (str):  Example: nutriments.
        weight (float): Share of all parts that apply to this product
        completeness (float): How much of it is there
        trust (float): Trust in the sources of its current value; 0.3 when none is known
        earned (float): weight × completeness × (0.5 + 0.5 × trust)
        missing (list[str]): What to add to complete it Example: ['salt_g'].
    """

    field: str
    weight: float
    completeness: float
    trust: float
    earned: float
    missing: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        field = self.field

        weight = self.weight

        completeness = self.completeness

        trust = self.trust

        earned = self.earned

        missing = self.missing

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "field": field,
                "weight": weight,
                "completeness": completeness,
                "trust": trust,
                "earned": earned,
                "missing": missing,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        field = d.pop("field")

        weight = d.pop("weight")

        completeness = d.pop("completeness")

        trust = d.pop("trust")

        earned = d.pop("earned")

        missing = cast(list[str], d.pop("missing"))

        quality_part = cls(
            field=field,
            weight=weight,
            completeness=completeness,
            trust=trust,
            earned=earned,
            missing=missing,
        )

        quality_part.additional_properties = d
        return quality_part

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
