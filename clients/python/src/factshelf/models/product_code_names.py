from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.product_code_names_additives import ProductCodeNamesAdditives
    from ..models.product_code_names_allergens import ProductCodeNamesAllergens
    from ..models.product_code_names_categories import ProductCodeNamesCategories
    from ..models.product_code_names_countries import ProductCodeNamesCountries
    from ..models.product_code_names_labels import ProductCodeNamesLabels
    from ..models.product_code_names_nutriments import ProductCodeNamesNutriments


T = TypeVar("T", bound="ProductCodeNames")


@_attrs_define
class ProductCodeNames:
    """Only with `lang`: names of the codes in this answer. A code without a name is left out

    Attributes:
        language (str): The language of the names: `lang`, else English. One of en, de, fr, es, it, nl
        categories (ProductCodeNamesCategories | Unset): By the codes of `category_path` Example: {'juices': 'Säfte'}.
        allergens (ProductCodeNamesAllergens | Unset): By the codes of `allergens`, `traces` and `allergen_states`
            Example: {'milk': 'Milch'}.
        labels (ProductCodeNamesLabels | Unset): By the codes of `labels` Example: {'organic': 'Bio'}.
        additives (ProductCodeNamesAdditives | Unset): By the E numbers of `additives` Example: {'e322': 'Lecithine'}.
        nutriments (ProductCodeNamesNutriments | Unset): By the keys of `nutriments` and `nutrient_levels` Example:
            {'fat_g': 'Fett'}.
        countries (ProductCodeNamesCountries | Unset): By the English names of `country_of_origin` and `countries_sold`
            Example: {'France': 'Frankreich'}.
    """

    language: str
    categories: ProductCodeNamesCategories | Unset = UNSET
    allergens: ProductCodeNamesAllergens | Unset = UNSET
    labels: ProductCodeNamesLabels | Unset = UNSET
    additives: ProductCodeNamesAdditives | Unset = UNSET
    nutriments: ProductCodeNamesNutriments | Unset = UNSET
    countries: ProductCodeNamesCountries | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        language = self.language

        categories: dict[str, Any] | Unset = UNSET
        if not isinstance(self.categories, Unset):
            categories = self.categories.to_dict()

        allergens: dict[str, Any] | Unset = UNSET
        if not isinstance(self.allergens, Unset):
            allergens = self.allergens.to_dict()

        labels: dict[str, Any] | Unset = UNSET
        if not isinstance(self.labels, Unset):
            labels = self.labels.to_dict()

        additives: dict[str, Any] | Unset = UNSET
        if not isinstance(self.additives, Unset):
            additives = self.additives.to_dict()

        nutriments: dict[str, Any] | Unset = UNSET
        if not isinstance(self.nutriments, Unset):
            nutriments = self.nutriments.to_dict()

        countries: dict[str, Any] | Unset = UNSET
        if not isinstance(self.countries, Unset):
            countries = self.countries.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "language": language,
            }
        )
        if categories is not UNSET:
            field_dict["categories"] = categories
        if allergens is not UNSET:
            field_dict["allergens"] = allergens
        if labels is not UNSET:
            field_dict["labels"] = labels
        if additives is not UNSET:
            field_dict["additives"] = additives
        if nutriments is not UNSET:
            field_dict["nutriments"] = nutriments
        if countries is not UNSET:
            field_dict["countries"] = countries

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.product_code_names_additives import ProductCodeNamesAdditives
        from ..models.product_code_names_allergens import ProductCodeNamesAllergens
        from ..models.product_code_names_categories import ProductCodeNamesCategories
        from ..models.product_code_names_countries import ProductCodeNamesCountries
        from ..models.product_code_names_labels import ProductCodeNamesLabels
        from ..models.product_code_names_nutriments import ProductCodeNamesNutriments

        d = dict(src_dict)
        language = d.pop("language")

        _categories = d.pop("categories", UNSET)
        categories: ProductCodeNamesCategories | Unset
        if isinstance(_categories, Unset):
            categories = UNSET
        else:
            categories = ProductCodeNamesCategories.from_dict(_categories)

        _allergens = d.pop("allergens", UNSET)
        allergens: ProductCodeNamesAllergens | Unset
        if isinstance(_allergens, Unset):
            allergens = UNSET
        else:
            allergens = ProductCodeNamesAllergens.from_dict(_allergens)

        _labels = d.pop("labels", UNSET)
        labels: ProductCodeNamesLabels | Unset
        if isinstance(_labels, Unset):
            labels = UNSET
        else:
            labels = ProductCodeNamesLabels.from_dict(_labels)

        _additives = d.pop("additives", UNSET)
        additives: ProductCodeNamesAdditives | Unset
        if isinstance(_additives, Unset):
            additives = UNSET
        else:
            additives = ProductCodeNamesAdditives.from_dict(_additives)

        _nutriments = d.pop("nutriments", UNSET)
        nutriments: ProductCodeNamesNutriments | Unset
        if isinstance(_nutriments, Unset):
            nutriments = UNSET
        else:
            nutriments = ProductCodeNamesNutriments.from_dict(_nutriments)

        _countries = d.pop("countries", UNSET)
        countries: ProductCodeNamesCountries | Unset
        if isinstance(_countries, Unset):
            countries = UNSET
        else:
            countries = ProductCodeNamesCountries.from_dict(_countries)

        product_code_names = cls(
            language=language,
            categories=categories,
            allergens=allergens,
            labels=labels,
            additives=additives,
            nutriments=nutriments,
            countries=countries,
        )

        product_code_names.additional_properties = d
        return product_code_names

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
