"""Fails if the Postgres of a rendered chart permits fewer connections than its pods open while an upgrade doubles them.

Usage: check-connections.py RENDERED
"""

import pathlib
import re
import sys

import yaml

DOCS = (pathlib.Path(__file__).parents[3] / "docs/deploy.md").read_text()
PROCESSES = {"factshelf-api": "an API process with a standby", "factshelf-indexer": "an indexer"}
objects = [one for one in yaml.safe_load_all(pathlib.Path(sys.argv[1]).read_text()) if one]
named = {(one["kind"], one["metadata"]["name"]): one["spec"] for one in objects}
needed = 0
for name, process in PROCESSES.items():
    opened = int(re.search(rf"^\| {process} +\| (\d+) ", DOCS, re.MULTILINE)[1])
    scaler = named.get(("HorizontalPodAutoscaler", name))
    needed += opened * (scaler["maxReplicas"] if scaler else named["Deployment", name]["replicas"])
server = named.get(("StatefulSet", "factshelf-postgres"))
if server:
    args = server["template"]["spec"]["containers"][0]["args"]
    permitted = int(dict(arg.split("=", 1) for arg in args if "=" in arg)["max_connections"])
    if not 2 * needed < permitted <= 2 * needed + 50:
        sys.exit(f"Postgres permits {permitted} connections, and two sets of pods open {2 * needed}")
    print(f"Postgres permits {permitted} connections, and the pods open {needed}")
