"""Writes what `podman kube play` knows of a rendered chart: each job as a pod, and its deployments and volumes.

Usage: pods-of.py RENDERED FOLDER (migrations.yaml and the like, and pods.yaml in it)
"""

import pathlib
import sys

import yaml

rendered, folder = map(pathlib.Path, sys.argv[1:])
objects = [one for one in yaml.safe_load_all(rendered.read_text()) if one]
for job in [one for one in objects if one["kind"] == "Job"]:
    template = job["spec"]["template"]
    component = template["metadata"]["labels"]["app.kubernetes.io/component"]
    metadata = {**template["metadata"], "name": component}
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": template["spec"]}
    (folder / f"{component}.yaml").write_text(yaml.safe_dump(pod))


def name_no_ports(pod_spec):
    """Podman 4 publishes each port of a container on the machine, and knows no ports by name."""
    for container in pod_spec["containers"]:
        ports = {port["name"]: port["containerPort"] for port in container.pop("ports", [])}
        for kind in ("startupProbe", "readinessProbe", "livenessProbe"):
            if kind in container:
                container[kind]["httpGet"]["port"] = ports[container[kind]["httpGet"]["port"]]


played = [one for one in objects if one["kind"] in ("PersistentVolumeClaim", "Deployment")]
for one in played:
    if one["kind"] == "Deployment":
        name_no_ports(one["spec"]["template"]["spec"])
(folder / "pods.yaml").write_text(yaml.safe_dump_all(played))
