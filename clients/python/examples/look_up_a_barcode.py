import os
import sys

from factshelf import FactshelfError, connect
from factshelf.api.products import get_product_by_barcode

gtin = sys.argv[1] if len(sys.argv) > 1 else "9521000000018"

with connect(
    os.environ.get("FACTSHELF_URL", "http://127.0.0.1:8080"), api_key=os.environ.get("FACTSHELF_API_KEY")
) as client:
    try:
        product = get_product_by_barcode.sync(gtin, client=client)
        print(f"{product.name}, {product.brand}")
        if product.nutriments and "energy_kcal" in product.nutriments:
            print(f"{product.nutriments['energy_kcal']} kcal per {product.nutrition_basis}")
        for source in product.sources:
            print(f"{source.name} ({source.license_}) says: {', '.join(source.fields)}")
    except FactshelfError as error:
        if error.code != "not_found":
            raise
        # "reason" says what is wrong with a code that cannot be one.
        print(f"{gtin} is not known: {error.message} (request {error.request_id})", error.details)
