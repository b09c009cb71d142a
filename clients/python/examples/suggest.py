import os
import sys

from factshelf import connect
from factshelf.api.search import suggest
from factshelf.models import SuggestedBrand, SuggestedCategory, SuggestedProduct

q = sys.argv[1] if len(sys.argv) > 1 else "haz"

with connect(
    os.environ.get("FACTSHELF_URL", "http://127.0.0.1:8080"), api_key=os.environ.get("FACTSHELF_API_KEY")
) as client:
    suggestions = suggest.sync(client=client, q=q, size=6)

for item in suggestions.items:
    # Each type has fields of its own, and there may be further ones one day.
    if isinstance(item, SuggestedProduct):
        print(f"product: {item.text}, {item.gtin}")
    elif isinstance(item, (SuggestedBrand, SuggestedCategory)):
        print(f"{item.type_}: {item.text}, {item.count} products")
