from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.compared_nutrient import ComparedNutrient


T = TypeVar("T", bound="ComparisonNutrients")


@_attrs_define
class ComparisonNutrients:
    """Those that this product and at least 10 others of the category state

    Attributes:
        energy_kcal (ComparedNutrient | Unset):
        fat_g (ComparedNutrient | Unset):
        saturated_fat_g (ComparedNutrient | Unset):
        carbohydrates_g (ComparedNutrient | Unset):
        sugars_g (ComparedNutrient | Unset):
        fiber_g (ComparedNutrient | Unset):
        proteins_g (ComparedNutrient | Unset):
        salt_g (ComparedNutrient | Unset):
    """

    energy_kcal: ComparedNutrient | Unset = UNSET
    fat_g: ComparedNutrient | Unset = UNSET
    saturated_fat_g: ComparedNutrient | Unset = UNSET
    carbohydrates_g: ComparedNutrient | Unset = UNSET
    sugars_g: ComparedNutrient | Unset = UNSET
    fiber_g: ComparedNutrient | Unset = UNSET
    proteins_g: ComparedNutrient | Unset = UNSET
    salt_g: ComparedNutrient | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        energy_kcal: dict[str, Any] | Unset = UNSET
        if not isinstance(self.energy_kcal, Unset):
            energy_kcal = self.energy_kcal.to_dict()

        fat_g: dict[str, Any] | Unset = UNSET
        if not isinstance(self.fat_g, Unset):
            fat_g = self.fat_g.to_dict()

        saturated_fat_g: dict[str, Any] | Unset = UNSET
        if not isinstance(self.saturated_fat_g, Unset):
            saturated_fat_g = self.saturated_fat_g.to_dict()

        carbohydrates_g: dict[str, Any] | Unset = UNSET
        if not isinstance(self.carbohydrates_g, Unset):
            carbohydrates_g = self.carbohydrates_g.to_dict()

        sugars_g: dict[str, Any] | Unset = UNSET
        if not isinstance(self.sugars_g, Unset):
            sugars_g = self.sugars_g.to_dict()

        fiber_g: dict[str, Any] | Unset = UNSET
        if not isinstance(self.fiber_g, Unset):
            fiber_g = self.fiber_g.to_dict()

        proteins_g: dict[str, Any] | Unset = UNSET
        if not isinstance(self.proteins_g, Unset):
            proteins_g = self.proteins_g.to_dict()

        salt_g: dict[str, Any] | Unset = UNSET
        if not isinstance(self.salt_g, Unset):
            salt_g = self.salt_g.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if energy_kcal is not UNSET:
            field_dict["energy_kcal"] = energy_kcal
        if fat_g is not UNSET:
            field_dict["fat_g"] = fat_g
        if saturated_fat_g is not UNSET:
            field_dict["saturated_fat_g"] = saturated_fat_g
        if carbohydrates_g is not UNSET:
            field_dict["carbohydrates_g"] = carbohydrates_g
        if sugars_g is not UNSET:
            field_dict["sugars_g"] = sugars_g
        if fiber_g is not UNSET:
            field_dict["fiber_g"] = fiber_g
        if proteins_g is not UNSET:
            field_dict["proteins_g"] = proteins_g
        if salt_g is not UNSET:
            field_dict["salt_g"] = salt_g

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.compared_nutrient import ComparedNutrient

        d = dict(src_dict)
        _energy_kcal = d.pop("energy_kcal", UNSET)
        energy_kcal: ComparedNutrient | Unset
        if isinstance(_energy_kcal, Unset):
            energy_kcal = UNSET
        else:
            energy_kcal = ComparedNutrient.from_dict(_energy_kcal)

        _fat_g = d.pop("fat_g", UNSET)
        fat_g: ComparedNutrient | Unset
        if isinstance(_fat_g, Unset):
            fat_g = UNSET
        else:
            fat_g = ComparedNutrient.from_dict(_fat_g)

        _saturated_fat_g = d.pop("saturated_fat_g", UNSET)
        saturated_fat_g: ComparedNutrient | Unset
        if isinstance(_saturated_fat_g, Unset):
            saturated_fat_g = UNSET
        else:
            saturated_fat_g = ComparedNutrient.from_dict(_saturated_fat_g)

        _carbohydrates_g = d.pop("carbohydrates_g", UNSET)
        carbohydrates_g: ComparedNutrient | Unset
        if isinstance(_carbohydrates_g, Unset):
            carbohydrates_g = UNSET
        else:
            carbohydrates_g = ComparedNutrient.from_dict(_carbohydrates_g)

        _sugars_g = d.pop("sugars_g", UNSET)
        sugars_g: ComparedNutrient | Unset
        if isinstance(_sugars_g, Unset):
            sugars_g = UNSET
        else:
            sugars_g = ComparedNutrient.from_dict(_sugars_g)

        _fiber_g = d.pop("fiber_g", UNSET)
        fiber_g: ComparedNutrient | Unset
        if isinstance(_fiber_g, Unset):
            fiber_g = UNSET
        else:
            fiber_g = ComparedNutrient.from_dict(_fiber_g)

        _proteins_g = d.pop("proteins_g", UNSET)
        proteins_g: ComparedNutrient | Unset
        if isinstance(_proteins_g, Unset):
            proteins_g = UNSET
        else:
            proteins_g = ComparedNutrient.from_dict(_proteins_g)

        _salt_g = d.pop("salt_g", UNSET)
        salt_g: ComparedNutrient | Unset
        if isinstance(_salt_g, Unset):
            salt_g = UNSET
        else:
            salt_g = ComparedNutrient.from_dict(_salt_g)

        comparison_nutrients = cls(
            energy_kcal=energy_kcal,
            fat_g=fat_g,
            saturated_fat_g=saturated_fat_g,
            carbohydrates_g=carbohydrates_g,
            sugars_g=sugars_g,
            fiber_g=fiber_g,
            proteins_g=proteins_g,
            salt_g=salt_g,
        )

        comparison_nutrients.additional_properties = d
        return comparison_nutrients

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
