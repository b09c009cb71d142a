"""Fails if `helm upgrade` from one rendered chart to another could not migrate first, or would be refused.

Helm runs hooks before it changes anything else: what the migration needs has to be there from the release before.

Usage: check-upgrade.py INSTALLED UPGRADED (with HOOK_ANNOTATION as the name of the annotation of a hook)
"""

import pathlib
import sys

import yaml

HOOK_ANNOTATION = "factshelf.test/hook"
# What Kubernetes lets nobody change, of what the chart sets.
FIXED = {
    "Deployment": ["selector"],
    "PersistentVolumeClaim": ["accessModes", "storageClassName", "resources"],
    "StatefulSet": ["selector", "serviceName", "podManagementPolicy", "volumeClaimTemplates"],
}


def read(path):
    objects = [one for one in yaml.safe_load_all(pathlib.Path(path).read_text()) if one]
    hooks = [one for one in objects if HOOK_ANNOTATION in one["metadata"].get("annotations", {})]
    return {(one["kind"], one["metadata"]["name"]): one for one in objects if one not in hooks}, hooks


def select(selector, labels):
    expressions = selector.get("matchExpressions", [])
    if any(one["operator"] != "In" for one in expressions):
        sys.exit(f"this check knows no other operator than In: {expressions}")
    return all(labels.get(name) == value for name, value in selector.get("matchLabels", {}).items()) and all(
        labels.get(one["key"]) in one["values"] for one in expressions
    )


def permits(objects, way, pod, other):
    """Whether the policies let `pod` call `other` (egress), or be called by it (ingress)."""
    policies = [one["spec"] for (kind, _), one in objects.items() if kind == "NetworkPolicy"]
    policies = [one for one in policies if way in one["policyTypes"] and select(one["podSelector"], pod)]
    peer = "to" if way == "Egress" else "from"
    rules = [rule for policy in policies for rule in policy.get(way.lower(), [])]
    peers = [one for rule in rules for one in rule.get(peer, [])]
    return not policies or any("podSelector" in one and select(one["podSelector"], other) for one in peers)


def named_objects(value):
    """What a pod refers to, by kind and name."""
    kinds = {"secretKeyRef": "Secret", "secretRef": "Secret", "configMapKeyRef": "ConfigMap", "configMapRef": "ConfigMap"}
    if isinstance(value, list):
        return {found for one in value for found in named_objects(one)}
    if not isinstance(value, dict):
        return set()
    found = {found for one in value.values() for found in named_objects(one)}
    found |= {(kinds[key], one["name"]) for key, one in value.items() if key in kinds}
    found |= {("Secret", one["name"]) for one in value.get("imagePullSecrets", [])}
    for key, kind, name in [
        ("persistentVolumeClaim", "PersistentVolumeClaim", "claimName"),
        ("secret", "Secret", "secretName"),
        ("configMap", "ConfigMap", "name"),
    ]:
        found |= {(kind, value[key][name])} if isinstance(value.get(key), dict) and name in value[key] else set()
    return found | ({("ServiceAccount", value["serviceAccountName"])} if "serviceAccountName" in value else set())


installed, hooks_at_install = read(sys.argv[1])
upgraded, hooks = read(sys.argv[2])
if hooks_at_install:
    sys.exit("an installation waits for a hook, before there is a Postgres")
if not any(kind == "Job" and "-migrations-" in name for kind, name in installed):
    sys.exit("an installation does not migrate")
if [(one["kind"], one["metadata"]["annotations"][HOOK_ANNOTATION]) for one in hooks] != [("Job", "pre-upgrade")]:
    sys.exit(f"an upgrade does not begin with one job: {hooks}")

template = hooks[0]["spec"]["template"]
if (hooks[0]["kind"], hooks[0]["metadata"]["name"]) in installed:
    sys.exit("the migration has the name of the one before, which Helm would remove while it may still run")
new = named_objects(template["spec"]) & (upgraded.keys() - installed.keys())
if new:
    sys.exit(f"the migration needs what comes after it: {sorted(new)}")
addresses = " ".join(str(env.get("value", "")) for env in template["spec"]["containers"][0]["env"])
for kind, name in upgraded:
    if kind == "Service" and f"{name}:" in addresses and (kind, name) not in installed:
        sys.exit(f"the migration calls {name}, which comes after it")
labels = template["metadata"]["labels"]
server = installed.get(("StatefulSet", "factshelf-postgres"))
if server:
    postgres = server["spec"]["template"]["metadata"]["labels"]
    if not (permits(installed, "Egress", labels, postgres) and permits(installed, "Ingress", postgres, labels)):
        sys.exit("the policies of the release before keep the migration from Postgres")

for key, was in installed.items():
    now = upgraded.get(key)
    for part in FIXED.get(key[0], []) if now else []:
        if was["spec"].get(part) != now["spec"].get(part):
            sys.exit(f"Kubernetes refuses another {part} of {' '.join(key)}: {was['spec'].get(part)}, {now['spec'].get(part)}")
    if key[0] == "Job" and now and was != now:
        sys.exit(f"Kubernetes refuses a change of the job {key[1]}")
for (kind, name), service in upgraded.items():
    before = installed.get((kind, name))
    if kind == "Service" and before and before["spec"]["selector"] != service["spec"]["selector"]:
        sys.exit(f"{name} leads to new pods alone")
print(f"an upgrade migrates first, with what is there: {len(installed)} objects before, {len(upgraded)} after")
