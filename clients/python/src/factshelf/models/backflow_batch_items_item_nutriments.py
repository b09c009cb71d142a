from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="BackflowBatchItemsItemNutriments")


@_attrs_define
class BackflowBatchItemsItemNutriments:
    """Amounts for the basis; each key ends in its unit

    Example:
        {'energy_kj': 2252, 'energy_kcal': 539, 'fat_g': 30.9, 'sugars_g': 56.3, 'salt_g': 0.107}

    Attributes:
        energy_kj (float | Unset):
        energy_kcal (float | Unset):
        fat_g (float | Unset):
        saturated_fat_g (float | Unset):
        monounsaturated_fat_g (float | Unset):
        polyunsaturated_fat_g (float | Unset):
        trans_fat_g (float | Unset):
        omega_3_fat_g (float | Unset):
        cholesterol_mg (float | Unset):
        carbohydrates_g (float | Unset):
        sugars_g (float | Unset):
        added_sugars_g (float | Unset):
        polyols_g (float | Unset):
        starch_g (float | Unset):
        fiber_g (float | Unset):
        proteins_g (float | Unset):
        salt_g (float | Unset):
        sodium_mg (float | Unset):
        potassium_mg (float | Unset):
        calcium_mg (float | Unset):
        phosphorus_mg (float | Unset):
        magnesium_mg (float | Unset):
        iron_mg (float | Unset):
        zinc_mg (float | Unset):
        iodine_ug (float | Unset):
        selenium_ug (float | Unset):
        fluoride_mg (float | Unset):
        vitamin_a_ug (float | Unset):
        vitamin_d_ug (float | Unset):
        vitamin_e_mg (float | Unset):
        vitamin_k_ug (float | Unset):
        vitamin_c_mg (float | Unset):
        thiamin_mg (float | Unset):
        riboflavin_mg (float | Unset):
        niacin_mg (float | Unset):
        vitamin_b6_mg (float | Unset):
        folic_acid_ug (float | Unset):
        vitamin_b12_ug (float | Unset):
        biotin_ug (float | Unset):
        pantothenic_acid_mg (float | Unset):
        caffeine_mg (float | Unset):
        taurine_mg (float | Unset):
        alcohol_pct (float | Unset):
    """

    energy_kj: float | Unset = UNSET
    energy_kcal: float | Unset = UNSET
    fat_g: float | Unset = UNSET
    saturated_fat_g: float | Unset = UNSET
    monounsaturated_fat_g: float | Unset = UNSET
    polyunsaturated_fat_g: float | Unset = UNSET
    trans_fat_g: float | Unset = UNSET
    omega_3_fat_g: float | Unset = UNSET
    cholesterol_mg: float | Unset = UNSET
    carbohydrates_g: float | Unset = UNSET
    sugars_g: float | Unset = UNSET
    added_sugars_g: float | Unset = UNSET
    polyols_g: float | Unset = UNSET
    starch_g: float | Unset = UNSET
    fiber_g: float | Unset = UNSET
    proteins_g: float | Unset = UNSET
    salt_g: float | Unset = UNSET
    sodium_mg: float | Unset = UNSET
    potassium_mg: float | Unset = UNSET
    calcium_mg: float | Unset = UNSET
    phosphorus_mg: float | Unset = UNSET
    magnesium_mg: float | Unset = UNSET
    iron_mg: float | Unset = UNSET
    zinc_mg: float | Unset = UNSET
    iodine_ug: float | Unset = UNSET
    selenium_ug: float | Unset = UNSET
    fluoride_mg: float | Unset = UNSET
    vitamin_a_ug: float | Unset = UNSET
    vitamin_d_ug: float | Unset = UNSET
    vitamin_e_mg: float | Unset = UNSET
    vitamin_k_ug: float | Unset = UNSET
    vitamin_c_mg: float | Unset = UNSET
    thiamin_mg: float | Unset = UNSET
    riboflavin_mg: float | Unset = UNSET
    niacin_mg: float | Unset = UNSET
    vitamin_b6_mg: float | Unset = UNSET
    folic_acid_ug: float | Unset = UNSET
    vitamin_b12_ug: float | Unset = UNSET
    biotin_ug: float | Unset = UNSET
    pantothenic_acid_mg: float | Unset = UNSET
    caffeine_mg: float | Unset = UNSET
    taurine_mg: float | Unset = UNSET
    alcohol_pct: float | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        energy_kj = self.energy_kj

        energy_kcal = self.energy_kcal

        fat_g = self.fat_g

        saturated_fat_g = self.saturated_fat_g

        monounsaturated_fat_g = self.monounsaturated_fat_g

        polyunsaturated_fat_g = self.polyunsaturated_fat_g

        trans_fat_g = self.trans_fat_g

        omega_3_fat_g = self.omega_3_fat_g

        cholesterol_mg = self.cholesterol_mg

        carbohydrates_g = self.carbohydrates_g

        sugars_g = self.sugars_g

        added_sugars_g = self.added_sugars_g

        polyols_g = self.polyols_g

        starch_g = self.starch_g

        fiber_g = self.fiber_g

        proteins_g = self.proteins_g

        salt_g = self.salt_g

        sodium_mg = self.sodium_mg

        potassium_mg = self.potassium_mg

        calcium_mg = self.calcium_mg

        phosphorus_mg = self.phosphorus_mg

        magnesium_mg = self.magnesium_mg

        iron_mg = self.iron_mg

        zinc_mg = self.zinc_mg

        iodine_ug = self.iodine_ug

        selenium_ug = self.selenium_ug

        fluoride_mg = self.fluoride_mg

        vitamin_a_ug = self.vitamin_a_ug

        vitamin_d_ug = self.vitamin_d_ug

        vitamin_e_mg = self.vitamin_e_mg

        vitamin_k_ug = self.vitamin_k_ug

        vitamin_c_mg = self.vitamin_c_mg

        thiamin_mg = self.thiamin_mg

        riboflavin_mg = self.riboflavin_mg

        niacin_mg = self.niacin_mg

        vitamin_b6_mg = self.vitamin_b6_mg

        folic_acid_ug = self.folic_acid_ug

        vitamin_b12_ug = self.vitamin_b12_ug

        biotin_ug = self.biotin_ug

        pantothenic_acid_mg = self.pantothenic_acid_mg

        caffeine_mg = self.caffeine_mg

        taurine_mg = self.taurine_mg

        alcohol_pct = self.alcohol_pct

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if energy_kj is not UNSET:
            field_dict["energy_kj"] = energy_kj
        if energy_kcal is not UNSET:
            field_dict["energy_kcal"] = energy_kcal
        if fat_g is not UNSET:
            field_dict["fat_g"] = fat_g
        if saturated_fat_g is not UNSET:
            field_dict["saturated_fat_g"] = saturated_fat_g
        if monounsaturated_fat_g is not UNSET:
            field_dict["monounsaturated_fat_g"] = monounsaturated_fat_g
        if polyunsaturated_fat_g is not UNSET:
            field_dict["polyunsaturated_fat_g"] = polyunsaturated_fat_g
        if trans_fat_g is not UNSET:
            field_dict["trans_fat_g"] = trans_fat_g
        if omega_3_fat_g is not UNSET:
            field_dict["omega_3_fat_g"] = omega_3_fat_g
        if cholesterol_mg is not UNSET:
            field_dict["cholesterol_mg"] = cholesterol_mg
        if carbohydrates_g is not UNSET:
            field_dict["carbohydrates_g"] = carbohydrates_g
        if sugars_g is not UNSET:
            field_dict["sugars_g"] = sugars_g
        if added_sugars_g is not UNSET:
            field_dict["added_sugars_g"] = added_sugars_g
        if polyols_g is not UNSET:
            field_dict["polyols_g"] = polyols_g
        if starch_g is not UNSET:
            field_dict["starch_g"] = starch_g
        if fiber_g is not UNSET:
            field_dict["fiber_g"] = fiber_g
        if proteins_g is not UNSET:
            field_dict["proteins_g"] = proteins_g
        if salt_g is not UNSET:
            field_dict["salt_g"] = salt_g
        if sodium_mg is not UNSET:
            field_dict["sodium_mg"] = sodium_mg
        if potassium_mg is not UNSET:
            field_dict["potassium_mg"] = potassium_mg
        if calcium_mg is not UNSET:
            field_dict["calcium_mg"] = calcium_mg
        if phosphorus_mg is not UNSET:
            field_dict["phosphorus_mg"] = phosphorus_mg
        if magnesium_mg is not UNSET:
            field_dict["magnesium_mg"] = magnesium_mg
        if iron_mg is not UNSET:
            field_dict["iron_mg"] = iron_mg
        if zinc_mg is not UNSET:
            field_dict["zinc_mg"] = zinc_mg
        if iodine_ug is not UNSET:
            field_dict["iodine_ug"] = iodine_ug
        if selenium_ug is not UNSET:
            field_dict["selenium_ug"] = selenium_ug
        if fluoride_mg is not UNSET:
            field_dict["fluoride_mg"] = fluoride_mg
        if vitamin_a_ug is not UNSET:
            field_dict["vitamin_a_ug"] = vitamin_a_ug
        if vitamin_d_ug is not UNSET:
            field_dict["vitamin_d_ug"] = vitamin_d_ug
        if vitamin_e_mg is not UNSET:
            field_dict["vitamin_e_mg"] = vitamin_e_mg
        if vitamin_k_ug is not UNSET:
            field_dict["vitamin_k_ug"] = vitamin_k_ug
        if vitamin_c_mg is not UNSET:
            field_dict["vitamin_c_mg"] = vitamin_c_mg
        if thiamin_mg is not UNSET:
            field_dict["thiamin_mg"] = thiamin_mg
        if riboflavin_mg is not UNSET:
            field_dict["riboflavin_mg"] = riboflavin_mg
        if niacin_mg is not UNSET:
            field_dict["niacin_mg"] = niacin_mg
        if vitamin_b6_mg is not UNSET:
            field_dict["vitamin_b6_mg"] = vitamin_b6_mg
        if folic_acid_ug is not UNSET:
            field_dict["folic_acid_ug"] = folic_acid_ug
        if vitamin_b12_ug is not UNSET:
            field_dict["vitamin_b12_ug"] = vitamin_b12_ug
        if biotin_ug is not UNSET:
            field_dict["biotin_ug"] = biotin_ug
        if pantothenic_acid_mg is not UNSET:
            field_dict["pantothenic_acid_mg"] = pantothenic_acid_mg
        if caffeine_mg is not UNSET:
            field_dict["caffeine_mg"] = caffeine_mg
        if taurine_mg is not UNSET:
            field_dict["taurine_mg"] = taurine_mg
        if alcohol_pct is not UNSET:
            field_dict["alcohol_pct"] = alcohol_pct

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        energy_kj = d.pop("energy_kj", UNSET)

        energy_kcal = d.pop("energy_kcal", UNSET)

        fat_g = d.pop("fat_g", UNSET)

        saturated_fat_g = d.pop("saturated_fat_g", UNSET)

        monounsaturated_fat_g = d.pop("monounsaturated_fat_g", UNSET)

        polyunsaturated_fat_g = d.pop("polyunsaturated_fat_g", UNSET)

        trans_fat_g = d.pop("trans_fat_g", UNSET)

        omega_3_fat_g = d.pop("omega_3_fat_g", UNSET)

        cholesterol_mg = d.pop("cholesterol_mg", UNSET)

        carbohydrates_g = d.pop("carbohydrates_g", UNSET)

        sugars_g = d.pop("sugars_g", UNSET)

        added_sugars_g = d.pop("added_sugars_g", UNSET)

        polyols_g = d.pop("polyols_g", UNSET)

        starch_g = d.pop("starch_g", UNSET)

        fiber_g = d.pop("fiber_g", UNSET)

        proteins_g = d.pop("proteins_g", UNSET)

        salt_g = d.pop("salt_g", UNSET)

        sodium_mg = d.pop("sodium_mg", UNSET)

        potassium_mg = d.pop("potassium_mg", UNSET)

        calcium_mg = d.pop("calcium_mg", UNSET)

        phosphorus_mg = d.pop("phosphorus_mg", UNSET)

        magnesium_mg = d.pop("magnesium_mg", UNSET)

        iron_mg = d.pop("iron_mg", UNSET)

        zinc_mg = d.pop("zinc_mg", UNSET)

        iodine_ug = d.pop("iodine_ug", UNSET)

        selenium_ug = d.pop("selenium_ug", UNSET)

        fluoride_mg = d.pop("fluoride_mg", UNSET)

        vitamin_a_ug = d.pop("vitamin_a_ug", UNSET)

        vitamin_d_ug = d.pop("vitamin_d_ug", UNSET)

        vitamin_e_mg = d.pop("vitamin_e_mg", UNSET)

        vitamin_k_ug = d.pop("vitamin_k_ug", UNSET)

        vitamin_c_mg = d.pop("vitamin_c_mg", UNSET)

        thiamin_mg = d.pop("thiamin_mg", UNSET)

        riboflavin_mg = d.pop("riboflavin_mg", UNSET)

        niacin_mg = d.pop("niacin_mg", UNSET)

        vitamin_b6_mg = d.pop("vitamin_b6_mg", UNSET)

        folic_acid_ug = d.pop("folic_acid_ug", UNSET)

        vitamin_b12_ug = d.pop("vitamin_b12_ug", UNSET)

        biotin_ug = d.pop("biotin_ug", UNSET)

        pantothenic_acid_mg = d.pop("pantothenic_acid_mg", UNSET)

        caffeine_mg = d.pop("caffeine_mg", UNSET)

        taurine_mg = d.pop("taurine_mg", UNSET)

        alcohol_pct = d.pop("alcohol_pct", UNSET)

        backflow_batch_items_item_nutriments = cls(
            energy_kj=energy_kj,
            energy_kcal=energy_kcal,
            fat_g=fat_g,
            saturated_fat_g=saturated_fat_g,
            monounsaturated_fat_g=monounsaturated_fat_g,
            polyunsaturated_fat_g=polyunsaturated_fat_g,
            trans_fat_g=trans_fat_g,
            omega_3_fat_g=omega_3_fat_g,
            cholesterol_mg=cholesterol_mg,
            carbohydrates_g=carbohydrates_g,
            sugars_g=sugars_g,
            added_sugars_g=added_sugars_g,
            polyols_g=polyols_g,
            starch_g=starch_g,
            fiber_g=fiber_g,
            proteins_g=proteins_g,
            salt_g=salt_g,
            sodium_mg=sodium_mg,
            potassium_mg=potassium_mg,
            calcium_mg=calcium_mg,
            phosphorus_mg=phosphorus_mg,
            magnesium_mg=magnesium_mg,
            iron_mg=iron_mg,
            zinc_mg=zinc_mg,
            iodine_ug=iodine_ug,
            selenium_ug=selenium_ug,
            fluoride_mg=fluoride_mg,
            vitamin_a_ug=vitamin_a_ug,
            vitamin_d_ug=vitamin_d_ug,
            vitamin_e_mg=vitamin_e_mg,
            vitamin_k_ug=vitamin_k_ug,
            vitamin_c_mg=vitamin_c_mg,
            thiamin_mg=thiamin_mg,
            riboflavin_mg=riboflavin_mg,
            niacin_mg=niacin_mg,
            vitamin_b6_mg=vitamin_b6_mg,
            folic_acid_ug=folic_acid_ug,
            vitamin_b12_ug=vitamin_b12_ug,
            biotin_ug=biotin_ug,
            pantothenic_acid_mg=pantothenic_acid_mg,
            caffeine_mg=caffeine_mg,
            taurine_mg=taurine_mg,
            alcohol_pct=alcohol_pct,
        )

        return backflow_batch_items_item_nutriments
