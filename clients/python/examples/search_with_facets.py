import os
import sys

from factshelf import connect
from factshelf.api.search import search_products

q = sys.argv[1] if len(sys.argv) > 1 else "avelotta hazelnut spred"

with connect(
    os.environ.get("FACTSHELF_URL", "http://127.0.0.1:8080"), api_key=os.environ.get("FACTSHELF_API_KEY")
) as client:
    page = search_products.sync(
        client=client, q=q, in_="all", facets="brand,nutri_score", nutri_score_in="c,d,e", page=1, size=5
    )

print(f"{page.total} products, page {page.page}:")
for item in page.items:
    print(f"{item.gtin} {item.name}, {item.brand}")
for value in page.facets.nutri_score.values:
    print(f"Nutri-Score {value.value}: {value.count}{' (chosen)' if value.selected else ''}")
for value in page.facets.brand.values:
    print(f"{value.label}: {value.count}")
