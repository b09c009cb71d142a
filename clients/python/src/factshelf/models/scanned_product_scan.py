from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.scanned_product_scan_elements import ScannedProductScanElements


T = TypeVar("T", bound="ScannedProductScan")


@_attrs_define
class ScannedProductScan:
    """
    Attributes:
        form (str): The form in which the data was read. One of digits, upc_e, digital_link, element_string
        gtin (str): The code that was scanned, without padding Example: 9521000000018.
        elements (ScannedProductScanElements): The other elements of the code by GS1 application identifier: dates by
            ISO 8601, weights and amounts with their point Example: {'10': 'A46', '17': '2026-05-05'}.
    """

    form: str
    gtin: str
    elements: ScannedProductScanElements
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        form = self.form

        gtin = self.gtin

        elements = self.elements.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "form": form,
                "gtin": gtin,
                "elements": elements,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.scanned_product_scan_elements import ScannedProductScanElements

        d = dict(src_dict)
        form = d.pop("form")

        gtin = d.pop("gtin")

        elements = ScannedProductScanElements.from_dict(d.pop("elements"))

        scanned_product_scan = cls(
            form=form,
            gtin=gtin,
            elements=elements,
        )

        scanned_product_scan.additional_properties = d
        return scanned_product_scan

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
