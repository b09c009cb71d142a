from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.item_explanation_quality_type_0 import ItemExplanationQualityType0


T = TypeVar("T", bound="ItemExplanation")


@_attrs_define
class ItemExplanation:
    """
    Attributes:
        match (str): `contains`: the name contains `q`. `similarity`: the name is similar to `q`. `barcode`: only a
            barcode contains the digits. `filter`: `q` is empty. With `in=all`: `matched` of the item. One of contains,
            similarity, barcode, filter, name, brand, category
        similarity (float | None): The `score`; null without `q`
        matched_text (None | str): The part of the folded name that contains `q` or is most similar to it; null where
            the name did not match Example: hazelnut spre.
        matched (list[list[int]] | None): The position of that part in `name`: start and end in UTF-16 units, without
            the end. Empty where the name did not match; null where the position is not known, for example when `name` is in
            another language than the name searched Example: [[10, 25]].
        rank (float | None): similarity × (`quality_base` + `quality_score`). Items are in this order unless `sort` says
            otherwise. Null without `q` Example: 1.213333.
        quality (ItemExplanationQualityType0 | None): The parts of the quality as they are now. The `quality_score` by
            which the item was ranked can be some moments older. Null where the parts could not be read
    """

    match: str
    similarity: float | None
    matched_text: None | str
    matched: list[list[int]] | None
    rank: float | None
    quality: ItemExplanationQualityType0 | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.item_explanation_quality_type_0 import ItemExplanationQualityType0

        match = self.match

        similarity: float | None
        similarity = self.similarity

        matched_text: None | str
        matched_text = self.matched_text

        matched: list[list[int]] | None
        if isinstance(self.matched, list):
            matched = []
            for matched_type_0_item_data in self.matched:
                matched_type_0_item = matched_type_0_item_data

                matched.append(matched_type_0_item)

        else:
            matched = self.matched

        rank: float | None
        rank = self.rank

        quality: dict[str, Any] | None
        if isinstance(self.quality, ItemExplanationQualityType0):
            quality = self.quality.to_dict()
        else:
            quality = self.quality

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "match": match,
                "similarity": similarity,
                "matched_text": matched_text,
                "matched": matched,
                "rank": rank,
                "quality": quality,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.item_explanation_quality_type_0 import ItemExplanationQualityType0

        d = dict(src_dict)
        match = d.pop("match")

        def _parse_similarity(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        similarity = _parse_similarity(d.pop("similarity"))

        def _parse_matched_text(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        matched_text = _parse_matched_text(d.pop("matched_text"))

        def _parse_matched(data: object) -> list[list[int]] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                matched_type_0 = []
                _matched_type_0 = data
                for matched_type_0_item_data in _matched_type_0:
                    matched_type_0_item = cast(list[int], matched_type_0_item_data)

                    matched_type_0.append(matched_type_0_item)

                return matched_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[list[int]] | None, data)

        matched = _parse_matched(d.pop("matched"))

        def _parse_rank(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        rank = _parse_rank(d.pop("rank"))

        def _parse_quality(data: object) -> ItemExplanationQualityType0 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                quality_type_0 = ItemExplanationQualityType0.from_dict(data)

                return quality_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ItemExplanationQualityType0 | None, data)

        quality = _parse_quality(d.pop("quality"))

        item_explanation = cls(
            match=match,
            similarity=similarity,
            matched_text=matched_text,
            matched=matched,
            rank=rank,
            quality=quality,
        )

        item_explanation.additional_properties = d
        return item_explanation

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
