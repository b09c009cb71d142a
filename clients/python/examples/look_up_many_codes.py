import os
import sys

from factshelf import connect
from factshelf.api.products import look_up_products

codes = sys.argv[1:] or ["9521000000018", "3017620422003", "123"]

with connect(
    os.environ.get("FACTSHELF_URL", "http://127.0.0.1:8080"), api_key=os.environ.get("FACTSHELF_API_KEY")
) as client:
    answer = look_up_products.sync(client=client, codes=",".join(codes), fields="name,brand")

for item in answer.items:
    if item.product:
        print(f"{item.code}: {item.product.name}, {item.product.brand}")
    else:
        print(f"{item.code}: {item.result}{f' ({item.reason})' if item.reason else ''}")
