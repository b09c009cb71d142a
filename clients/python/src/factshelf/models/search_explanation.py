from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="SearchExplanation")


@_attrs_define
class SearchExplanation:
    """
    Attributes:
        text (str): `q` after folding, as it is compared with names; may be empty Example: hazelnut spred.
        code (None | str): The digits that are looked for in barcodes; null where `q` is not a code
        order (str): `relevance`, or the order of `sort`; without `q` the default is `quality`
        in_ (str): Where `text` was looked for: a barcode never in `all`. One of name, all
        similarity_threshold (float): The least similarity of a name that matches; 0 in `all`, where the engine decides
        quality_base (float): The number added to the quality in a rank
        engine (None | str): The engine that found the page. Null: the filters match nothing, so no engine was asked.
            One of meilisearch, opensearch, postgres
        handed_over (list[str]): Why Postgres answered in place of the engine. Always: `barcode`, `order` and `deep`,
            for which Postgres has the indexes, and `text`, a text without a letter or digit. For a while: `empty` and
            `other_version` (the index is being built), `not_tried` (the engine has just failed), `slow`, `failed`, `bug`
        names_looked_at (int | None): Candidates whose names were compared with `q`; null where the engine does not
            count them
        is_proven_complete (bool): Whether `is_settled` and `total_is_exact` are both true
        took_ms (float): Milliseconds of the search, including the wait for a free slot
    """

    text: str
    code: None | str
    order: str
    in_: str
    similarity_threshold: float
    quality_base: float
    engine: None | str
    handed_over: list[str]
    names_looked_at: int | None
    is_proven_complete: bool
    took_ms: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        text = self.text

        code: None | str
        code = self.code

        order = self.order

        in_ = self.in_

        similarity_threshold = self.similarity_threshold

        quality_base = self.quality_base

        engine: None | str
        engine = self.engine

        handed_over = self.handed_over

        names_looked_at: int | None
        names_looked_at = self.names_looked_at

        is_proven_complete = self.is_proven_complete

        took_ms = self.took_ms

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "text": text,
                "code": code,
                "order": order,
                "in": in_,
                "similarity_threshold": similarity_threshold,
                "quality_base": quality_base,
                "engine": engine,
                "handed_over": handed_over,
                "names_looked_at": names_looked_at,
                "is_proven_complete": is_proven_complete,
                "took_ms": took_ms,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        text = d.pop("text")

        def _parse_code(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        code = _parse_code(d.pop("code"))

        order = d.pop("order")

        in_ = d.pop("in")

        similarity_threshold = d.pop("similarity_threshold")

        quality_base = d.pop("quality_base")

        def _parse_engine(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        engine = _parse_engine(d.pop("engine"))

        handed_over = cast(list[str], d.pop("handed_over"))

        def _parse_names_looked_at(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        names_looked_at = _parse_names_looked_at(d.pop("names_looked_at"))

        is_proven_complete = d.pop("is_proven_complete")

        took_ms = d.pop("took_ms")

        search_explanation = cls(
            text=text,
            code=code,
            order=order,
            in_=in_,
            similarity_threshold=similarity_threshold,
            quality_base=quality_base,
            engine=engine,
            handed_over=handed_over,
            names_looked_at=names_looked_at,
            is_proven_complete=is_proven_complete,
            took_ms=took_ms,
        )

        search_explanation.additional_properties = d
        return search_explanation

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
