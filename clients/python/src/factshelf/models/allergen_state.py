from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.allergen_state_said_by_item import AllergenStateSaidByItem


T = TypeVar("T", bound="AllergenState")


@_attrs_define
class AllergenState:
    """
    Attributes:
        allergen (str): One of gluten, crustaceans, eggs, fish, peanuts, soybeans, milk, nuts, celery, mustard, sesame-
            seeds, sulphur-dioxide-and-sulphites, lupin, molluscs, apple, banana, beef, chicken, gelatin, kiwi, matsutake,
            orange, peach, pork, red-caviar, yamaimo Example: milk.
        state (str): The strictest claim of any source, in this order. `free_from`: a label, or an operator, says so.
            `not_stated`: the whole label was read, and has to name it where the product is sold. `unknown`: nothing to rely
            on. One of contains, may_contain, free_from, not_stated, unknown
        said_by (list[AllergenStateSaidByItem]): Who says so
        kinds (list[str]): Which cereals or tree nuts the ingredients name Example: ['wheat'].
    """

    allergen: str
    state: str
    said_by: list[AllergenStateSaidByItem]
    kinds: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        allergen = self.allergen

        state = self.state

        said_by = []
        for said_by_item_data in self.said_by:
            said_by_item = said_by_item_data.to_dict()
            said_by.append(said_by_item)

        kinds = self.kinds

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "allergen": allergen,
                "state": state,
                "said_by": said_by,
                "kinds": kinds,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.allergen_state_said_by_item import AllergenStateSaidByItem

        d = dict(src_dict)
        allergen = d.pop("allergen")

        state = d.pop("state")

        said_by = []
        _said_by = d.pop("said_by")
        for said_by_item_data in _said_by:
            said_by_item = AllergenStateSaidByItem.from_dict(said_by_item_data)

            said_by.append(said_by_item)

        kinds = cast(list[str], d.pop("kinds"))

        allergen_state = cls(
            allergen=allergen,
            state=state,
            said_by=said_by,
            kinds=kinds,
        )

        allergen_state.additional_properties = d
        return allergen_state

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
