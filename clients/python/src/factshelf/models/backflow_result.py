from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.backflow_result_results_item import BackflowResultResultsItem


T = TypeVar("T", bound="BackflowResult")


@_attrs_define
class BackflowResult:
    """
    Attributes:
        received (int):
        accepted (int):
        exists (int):
        duplicate (int):
        invalid (int):
        results (list[BackflowResultResultsItem]):
    """

    received: int
    accepted: int
    exists: int
    duplicate: int
    invalid: int
    results: list[BackflowResultResultsItem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        received = self.received

        accepted = self.accepted

        exists = self.exists

        duplicate = self.duplicate

        invalid = self.invalid

        results = []
        for results_item_data in self.results:
            results_item = results_item_data.to_dict()
            results.append(results_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "received": received,
                "accepted": accepted,
                "exists": exists,
                "duplicate": duplicate,
                "invalid": invalid,
                "results": results,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.backflow_result_results_item import BackflowResultResultsItem

        d = dict(src_dict)
        received = d.pop("received")

        accepted = d.pop("accepted")

        exists = d.pop("exists")

        duplicate = d.pop("duplicate")

        invalid = d.pop("invalid")

        results = []
        _results = d.pop("results")
        for results_item_data in _results:
            results_item = BackflowResultResultsItem.from_dict(results_item_data)

            results.append(results_item)

        backflow_result = cls(
            received=received,
            accepted=accepted,
            exists=exists,
            duplicate=duplicate,
            invalid=invalid,
            results=results,
        )

        backflow_result.additional_properties = d
        return backflow_result

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
