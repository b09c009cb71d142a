#!/usr/bin/env bash
# Ends with 0 where images can be made and containers run, and with 1 after one line that says what is missing. Runs a
# container of this machine's `true` in a network of its own, with a limit of memory, and removes it.
set -uo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
. "$root/test/deploy/images/base.sh"
miss() { echo "Containers are not run here: $*"; exit 1; }
[ "$(id -u)" = 0 ] || miss 'only root can'
for program in podman runc iptables debootstrap curl jq openssl; do
  command -v "$program" >/dev/null || miss "$program is not installed"
done
work=$(mktemp -d)
trial=localhost/factshelf-trial
end() {
  podman rm --force factshelf-trial >/dev/null 2>&1
  podman network rm --force factshelf-trial >/dev/null 2>&1
  podman image rm --force "$trial" >/dev/null 2>&1
  rm -rf "$work"
}
trap end EXIT
true_program=$(command -v /bin/true /usr/bin/true | head -n 1)
for file in "$true_program" $(ldd "$true_program" | grep -oE '/[^ ]+'); do install -D "$file" "$work/root$file"; done
try() { "$@" >"$work/log" 2>&1 || miss "$(grep . "$work/log" | tail -n 1)"; }
tar -C "$work/root" -c . >"$work/root.tar"
try podman import "$work/root.tar" "$trial"
try podman network create factshelf-trial
try podman run --name factshelf-trial --network factshelf-trial --memory 64m --read-only --cap-drop ALL "$trial" "$true_program"
# Made before, the base image needs no mirror.
podman image exists "$node_image" ||
  try debootstrap --variant=minbase --print-debs bookworm "$work/mirror" ${mirror:+"$mirror"}
