"""Figures of the files of a dump, as pyarrow and DuckDB read them: one JSON object for each reader and file."""

import json
import sys
from pathlib import Path

import duckdb
import pyarrow.compute as pc
import pyarrow.parquet as pq

FIGURES = """
    select count(*) as products, sum(quality_score) as quality, sum(nutriments.fat_g) as fat,
        sum(len(barcodes)) as barcodes, sum(len(sources)) as sources,
        sum(list_sum(list_transform(sources, lambda s: len(s.fields)))) as fields,
        sum(cardinality(names)) as names, count(distinct brand) as brands,
        max(epoch_ms(updated_at)) as updated
    from read_parquet(?)
"""
CSV_FIGURES = """
    select count(*) as products, sum(quality_score::double) as quality, sum("nutriments.fat_g"::double) as fat,
        sum(case when barcodes is null then 0 else len(string_split(barcodes, ', ')) end) as barcodes
    from read_csv(?, header = true, all_varchar = true)
"""


def ask(statement: str, file: Path) -> dict:
    answer = duckdb.execute(statement, [str(file)])
    names = [column[0] for column in answer.description]
    return dict(zip(names, (float(value or 0) for value in answer.fetchone())))


def ask_pyarrow(file: Path) -> dict:
    table = pq.read_table(file)
    sources = table["sources"].combine_chunks()
    return {
        "products": table.num_rows,
        "quality": pc.sum(table["quality_score"]).as_py() or 0,
        "fat": pc.sum(pc.struct_field(table["nutriments"], "fat_g")).as_py() or 0,
        "barcodes": pc.sum(pc.list_value_length(table["barcodes"])).as_py() or 0,
        "sources": pc.sum(pc.list_value_length(sources)).as_py() or 0,
        "fields": pc.sum(pc.list_value_length(pc.struct_field(pc.list_flatten(sources), "fields"))).as_py() or 0,
        "names": sum(len(names.as_py() or []) for names in table["names"]),
        "brands": pc.count_distinct(table["brand"], mode="only_valid").as_py(),
        "updated": int(pc.max(table["updated_at"]).as_py().timestamp() * 1000),
    }


folder = Path(sys.argv[1])
for reader, file, figures in [
    ("pyarrow", "products.parquet", ask_pyarrow),
    ("DuckDB", "products.parquet", lambda path: ask(FIGURES, path)),
    ("DuckDB", "products.csv.gz", lambda path: ask(CSV_FIGURES, path)),
    ("pyarrow", "products.cc0.parquet", lambda path: {"free": pq.read_table(path).num_rows}),
    ("DuckDB", "products.cc0.parquet", lambda path: {"free": ask("select count(*) as n from read_parquet(?)", path)["n"]}),
]:
    print(json.dumps({"reader": reader, "file": file, "figures": figures(folder / file)}))
