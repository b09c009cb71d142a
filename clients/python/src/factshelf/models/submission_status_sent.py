from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.submission_status_sent_content import SubmissionStatusSentContent
    from ..models.submission_status_sent_pictures_item import (
        SubmissionStatusSentPicturesItem,
    )


T = TypeVar("T", bound="SubmissionStatusSent")


@_attrs_define
class SubmissionStatusSent:
    """What was sent, for its sender: left out without the `answer_token`

    Attributes:
        gtin (None | str): Without padding Example: 3017620422003.
        product_id (None | UUID): The product that was named
        content (SubmissionStatusSentContent): Facts and note, as they were sent
        pictures (list[SubmissionStatusSentPicturesItem]):
    """

    gtin: None | str
    product_id: None | UUID
    content: SubmissionStatusSentContent
    pictures: list[SubmissionStatusSentPicturesItem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        gtin: None | str
        gtin = self.gtin

        product_id: None | str
        if isinstance(self.product_id, UUID):
            product_id = str(self.product_id)
        else:
            product_id = self.product_id

        content = self.content.to_dict()

        pictures = []
        for pictures_item_data in self.pictures:
            pictures_item = pictures_item_data.to_dict()
            pictures.append(pictures_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "gtin": gtin,
                "product_id": product_id,
                "content": content,
                "pictures": pictures,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.submission_status_sent_content import SubmissionStatusSentContent
        from ..models.submission_status_sent_pictures_item import (
            SubmissionStatusSentPicturesItem,
        )

        d = dict(src_dict)

        def _parse_gtin(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        gtin = _parse_gtin(d.pop("gtin"))

        def _parse_product_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                product_id_type_0 = UUID(data)

                return product_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        product_id = _parse_product_id(d.pop("product_id"))

        content = SubmissionStatusSentContent.from_dict(d.pop("content"))

        pictures = []
        _pictures = d.pop("pictures")
        for pictures_item_data in _pictures:
            pictures_item = SubmissionStatusSentPicturesItem.from_dict(
                pictures_item_data
            )

            pictures.append(pictures_item)

        submission_status_sent = cls(
            gtin=gtin,
            product_id=product_id,
            content=content,
            pictures=pictures,
        )

        submission_status_sent.additional_properties = d
        return submission_status_sent

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
