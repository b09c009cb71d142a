from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.nutriments_nutriments_per_100_type_0_amounts_type_0 import (
        NutrimentsNutrimentsPer100Type0AmountsType0,
    )


T = TypeVar("T", bound="NutrimentsNutrimentsPer100Type0")


@_attrs_define
class NutrimentsNutrimentsPer100Type0:
    """The amounts for 100 g or 100 ml; null where they are not sure. Of a serving they are computed from 10 g or 10 ml on,
    as `serving_value` says

        Example:
            {'unit': 'g', 'is_computed': False, 'amounts': {'energy_kcal': 539, 'fat_g': 30.9}}

        Attributes:
            unit (str): One of g, ml
            is_computed (bool): Whether they were computed from those of a serving
            amounts (None | NutrimentsNutrimentsPer100Type0AmountsType0): Amounts for the basis; each key ends in its unit
                Example: {'energy_kj': 2252, 'energy_kcal': 539, 'fat_g': 30.9, 'sugars_g': 56.3, 'salt_g': 0.107}.
    """

    unit: str
    is_computed: bool
    amounts: None | NutrimentsNutrimentsPer100Type0AmountsType0
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.nutriments_nutriments_per_100_type_0_amounts_type_0 import (
            NutrimentsNutrimentsPer100Type0AmountsType0,
        )

        unit = self.unit

        is_computed = self.is_computed

        amounts: dict[str, Any] | None
        if isinstance(self.amounts, NutrimentsNutrimentsPer100Type0AmountsType0):
            amounts = self.amounts.to_dict()
        else:
            amounts = self.amounts

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "unit": unit,
                "is_computed": is_computed,
                "amounts": amounts,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.nutriments_nutriments_per_100_type_0_amounts_type_0 import (
            NutrimentsNutrimentsPer100Type0AmountsType0,
        )

        d = dict(src_dict)
        unit = d.pop("unit")

        is_computed = d.pop("is_computed")

        def _parse_amounts(
            data: object,
        ) -> None | NutrimentsNutrimentsPer100Type0AmountsType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                amounts_type_0 = NutrimentsNutrimentsPer100Type0AmountsType0.from_dict(
                    data
                )

                return amounts_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | NutrimentsNutrimentsPer100Type0AmountsType0, data)

        amounts = _parse_amounts(d.pop("amounts"))

        nutriments_nutriments_per_100_type_0 = cls(
            unit=unit,
            is_computed=is_computed,
            amounts=amounts,
        )

        nutriments_nutriments_per_100_type_0.additional_properties = d
        return nutriments_nutriments_per_100_type_0

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
