from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.nutriments_nutrient_levels_type_0 import NutrimentsNutrientLevelsType0
    from ..models.nutriments_nutriments_per_100_type_0 import (
        NutrimentsNutrimentsPer100Type0,
    )
    from ..models.nutriments_nutriments_per_serving_type_0 import (
        NutrimentsNutrimentsPerServingType0,
    )
    from ..models.nutriments_nutriments_type_0 import NutrimentsNutrimentsType0


T = TypeVar("T", bound="Nutriments")


@_attrs_define
class Nutriments:
    """
    Attributes:
        product_id (UUID):
        nutriments (None | NutrimentsNutrimentsType0): Amounts for the basis; each key ends in its unit Example:
            {'energy_kj': 2252, 'energy_kcal': 539, 'fat_g': 30.9, 'sugars_g': 56.3, 'salt_g': 0.107}.
        nutrition_basis (None | str): What the amounts are for. One of 100g, 100ml, serving
        nutri_score (None | str): One of a, b, c, d, e
        serving_size (None | str): As the pack has it Example: 2 biscuits (25 g).
        serving_value (float | None): Weight or volume that `serving_size` says; null where it leaves a doubt Example:
            25.
        serving_unit (None | str): One of g, ml
        nutriments_per_serving (None | NutrimentsNutrimentsPerServingType0): The amounts for one serving; null where
            basis and serving do not both say it: of amounts per 100 g the serving is a weight, of those per 100 ml a volume
            Example: {'energy_kcal': 80.9, 'fat_g': 4.635}.
        nutriments_per_100 (None | NutrimentsNutrimentsPer100Type0): The amounts for 100 g or 100 ml; null where they
            are not sure. Of a serving they are computed from 10 g or 10 ml on, as `serving_value` says Example: {'unit':
            'g', 'is_computed': False, 'amounts': {'energy_kcal': 539, 'fat_g': 30.9}}.
        nutrient_levels (None | NutrimentsNutrientLevelsType0):
        disclaimer (str):  Example: Nutrition facts come from the sources named in the product and may be wrong or out
            of date. They are not medical advice; the label on the pack decides..
    """

    product_id: UUID
    nutriments: None | NutrimentsNutrimentsType0
    nutrition_basis: None | str
    nutri_score: None | str
    serving_size: None | str
    serving_value: float | None
    serving_unit: None | str
    nutriments_per_serving: None | NutrimentsNutrimentsPerServingType0
    nutriments_per_100: None | NutrimentsNutrimentsPer100Type0
    nutrient_levels: None | NutrimentsNutrientLevelsType0
    disclaimer: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.nutriments_nutrient_levels_type_0 import (
            NutrimentsNutrientLevelsType0,
        )
        from ..models.nutriments_nutriments_per_100_type_0 import (
            NutrimentsNutrimentsPer100Type0,
        )
        from ..models.nutriments_nutriments_per_serving_type_0 import (
            NutrimentsNutrimentsPerServingType0,
        )
        from ..models.nutriments_nutriments_type_0 import NutrimentsNutrimentsType0

        product_id = str(self.product_id)

        nutriments: dict[str, Any] | None
        if isinstance(self.nutriments, NutrimentsNutrimentsType0):
            nutriments = self.nutriments.to_dict()
        else:
            nutriments = self.nutriments

        nutrition_basis: None | str
        nutrition_basis = self.nutrition_basis

        nutri_score: None | str
        nutri_score = self.nutri_score

        serving_size: None | str
        serving_size = self.serving_size

        serving_value: float | None
        serving_value = self.serving_value

        serving_unit: None | str
        serving_unit = self.serving_unit

        nutriments_per_serving: dict[str, Any] | None
        if isinstance(self.nutriments_per_serving, NutrimentsNutrimentsPerServingType0):
            nutriments_per_serving = self.nutriments_per_serving.to_dict()
        else:
            nutriments_per_serving = self.nutriments_per_serving

        nutriments_per_100: dict[str, Any] | None
        if isinstance(self.nutriments_per_100, NutrimentsNutrimentsPer100Type0):
            nutriments_per_100 = self.nutriments_per_100.to_dict()
        else:
            nutriments_per_100 = self.nutriments_per_100

        nutrient_levels: dict[str, Any] | None
        if isinstance(self.nutrient_levels, NutrimentsNutrientLevelsType0):
            nutrient_levels = self.nutrient_levels.to_dict()
        else:
            nutrient_levels = self.nutrient_levels

        disclaimer = self.disclaimer

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "product_id": product_id,
                "nutriments": nutriments,
                "nutrition_basis": nutrition_basis,
                "nutri_score": nutri_score,
                "serving_size": serving_size,
                "serving_value": serving_value,
                "serving_unit": serving_unit,
                "nutriments_per_serving": nutriments_per_serving,
                "nutriments_per_100": nutriments_per_100,
                "nutrient_levels": nutrient_levels,
                "disclaimer": disclaimer,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.nutriments_nutrient_levels_type_0 import (
            NutrimentsNutrientLevelsType0,
        )
        from ..models.nutriments_nutriments_per_100_type_0 import (
            NutrimentsNutrimentsPer100Type0,
        )
        from ..models.nutriments_nutriments_per_serving_type_0 import (
            NutrimentsNutrimentsPerServingType0,
        )
        from ..models.nutriments_nutriments_type_0 import NutrimentsNutrimentsType0

        d = dict(src_dict)
        product_id = UUID(d.pop("product_id"))

        def _parse_nutriments(data: object) -> None | NutrimentsNutrimentsType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                nutriments_type_0 = NutrimentsNutrimentsType0.from_dict(data)

                return nutriments_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | NutrimentsNutrimentsType0, data)

        nutriments = _parse_nutriments(d.pop("nutriments"))

        def _parse_nutrition_basis(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        nutrition_basis = _parse_nutrition_basis(d.pop("nutrition_basis"))

        def _parse_nutri_score(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        nutri_score = _parse_nutri_score(d.pop("nutri_score"))

        def _parse_serving_size(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        serving_size = _parse_serving_size(d.pop("serving_size"))

        def _parse_serving_value(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        serving_value = _parse_serving_value(d.pop("serving_value"))

        def _parse_serving_unit(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        serving_unit = _parse_serving_unit(d.pop("serving_unit"))

        def _parse_nutriments_per_serving(
            data: object,
        ) -> None | NutrimentsNutrimentsPerServingType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                nutriments_per_serving_type_0 = (
                    NutrimentsNutrimentsPerServingType0.from_dict(data)
                )

                return nutriments_per_serving_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | NutrimentsNutrimentsPerServingType0, data)

        nutriments_per_serving = _parse_nutriments_per_serving(
            d.pop("nutriments_per_serving")
        )

        def _parse_nutriments_per_100(
            data: object,
        ) -> None | NutrimentsNutrimentsPer100Type0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                nutriments_per_100_type_0 = NutrimentsNutrimentsPer100Type0.from_dict(
                    data
                )

                return nutriments_per_100_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | NutrimentsNutrimentsPer100Type0, data)

        nutriments_per_100 = _parse_nutriments_per_100(d.pop("nutriments_per_100"))

        def _parse_nutrient_levels(
            data: object,
        ) -> None | NutrimentsNutrientLevelsType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                nutrient_levels_type_0 = NutrimentsNutrientLevelsType0.from_dict(data)

                return nutrient_levels_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | NutrimentsNutrientLevelsType0, data)

        nutrient_levels = _parse_nutrient_levels(d.pop("nutrient_levels"))

        disclaimer = d.pop("disclaimer")

        nutriments = cls(
            product_id=product_id,
            nutriments=nutriments,
            nutrition_basis=nutrition_basis,
            nutri_score=nutri_score,
            serving_size=serving_size,
            serving_value=serving_value,
            serving_unit=serving_unit,
            nutriments_per_serving=nutriments_per_serving,
            nutriments_per_100=nutriments_per_100,
            nutrient_levels=nutrient_levels,
            disclaimer=disclaimer,
        )

        nutriments.additional_properties = d
        return nutriments

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
