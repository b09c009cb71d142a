"""Writes a compose file with a second API on the next port, and for each service the image that its variable names.

Usage: two-apis.py COMPOSE_FILE PORT (in place)
"""

import copy
import sys

import yaml

path, port = sys.argv[1], int(sys.argv[2])
with open(path) as file:
    compose = yaml.safe_load(file)
services = compose["services"]
services["api-b"] = copy.deepcopy(services["api"])
services["api-b"]["ports"] = [f"127.0.0.1:{port + 1}:8080"]
for name in ("api", "api-b", "indexer", "migrate"):
    services[name].pop("build", None)
    services[name]["image"] = "${IMAGE:?}"
    services[name].pop("depends_on", None)
# The image of 1.0 does not know `factshelf health`.
for name, own_port in (("api", 8080), ("api-b", 8080), ("indexer", 3001)):
    ask = f"fetch('http://127.0.0.1:{own_port}/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
    services[name]["healthcheck"] = {**services[name]["healthcheck"], "test": ["CMD", "node", "-e", ask]}
with open(path, "w") as file:
    yaml.safe_dump(compose, file, sort_keys=False)
