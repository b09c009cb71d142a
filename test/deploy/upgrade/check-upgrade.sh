#!/usr/bin/env bash
# Upgrades a stack of docker-compose.yml from the oldest release in use to this one and takes it back, as upgrade.md says:
# migrations, indexer, then two APIs one after the other behind HAProxy (deploy/haproxy.cfg), while `npm run bench -- load` reads.
# Needs what check-images.sh needs, the images that it made, and haproxy. RELEASE: another old release.
set -euo pipefail
name=factshelf-upgrade
. "$(dirname "$0")/../images/stack.sh"
release=$("$(dirname "$0")/oldest-release.sh")
new=$image
old=localhost/factshelf:from-$release
if ! podman image exists "$old"; then
  mkdir "$work/release"
  git -C "$root" archive "$release" | tar --extract --directory "$work/release"
  old_node_image=docker.io/library/$(sed -n 's/^FROM \(node:[^ ]*\).*/\1/p' "$work/release/Dockerfile" | head -n 1)
  podman tag "$node_image" "$old_node_image"
  podman build --quiet --network host --isolation chroot --tag "$old" "$work/release" >/dev/null
  say "the image of $release is built"
fi
"$work/python/bin/python" "$(dirname "$0")/two-apis.py" "$compose_file" "$port"

proxy=$((port + 2))
sed -e "s|:443 ssl crt .*|127.0.0.1:$proxy|; s|127.0.0.1:8080|127.0.0.1:$port|; s|127.0.0.1:8081|127.0.0.1:$((port + 1))|" \
  -e 's|^defaults|&\n  log stdout format raw local0\n  option httplog|' "$root/deploy/haproxy.cfg" >"$work/haproxy.cfg"
end() {
  [ -z "${haproxy_pid:-}" ] || kill "$haproxy_pid" 2>/dev/null || true
  [ -z "${load_pid:-}" ] || kill "$load_pid" 2>/dev/null || true
  clean
}
trap end EXIT

start_with() {
  IMAGE=$1 compose up --detach --no-deps --force-recreate "$2"
  wait_healthy "$2"
}
migrate_with() {
  podman rm --force "$(container migrate)" >/dev/null 2>&1 || true
  IMAGE=$1 migrate
}
# The indexer says itself when nothing is left to do.
wait_indexed() {
  for _ in $(seq 240); do
    [ "$(ask_postgres 'select (select count(*) from search_outbox) + (select count(*) from index_rebuilds where finished_at is null)')" = 0 ] &&
      podman exec "$(container indexer)" node -e "fetch('http://127.0.0.1:3001/metrics').then((r) => r.text()).then((t) =>
        process.exit(/^factshelf_index_rebuild_progress -1$/m.test(t) ? 0 : 1))" 2>/dev/null && return
    sleep 0.5
  done
  fail 'the index is not whole after two minutes'
}
export IMAGE=$old
start_servers
migrate_with "$old"
for service in api api-b indexer; do start_with "$old" "$service"; done
podman run --rm --network "${name}_backend" --volume "$root/docs/examples:/examples:ro" \
  --env DATABASE_URL="postgres://factshelf_app:$(sed -n 's/^POSTGRES_APP_PASSWORD=//p' "$env_file")@postgres:5432/factshelf" \
  --env DATA_DIR=/tmp \
  "$old" node dist/src/cli/import/import.js --mapping /examples/shop.mapping.yaml /examples/shop.csv >"$work/import.log" 2>&1 ||
  { cat "$work/import.log"; fail 'the import by the old release failed'; }
ask_postgres "update tiers set per_minute = null, cumulative = null where code = 'registered'" >/dev/null
# Each new connection to Postgres looks its name up, which Podman's DNS may lose.
for _ in $(seq 20); do
  registered=$(curl --silent --show-error --max-time 20 -X POST "http://127.0.0.1:$port/api/v1/register" \
    -H 'content-type: application/json' -d '{"email": "reader@example.org", "password": "reads while it is upgraded"}')
  key=$(jq --raw-output --exit-status .api_key <<<"$registered") && break
  sleep 1
done
[ "$key" != null ] || fail "the old release gives no key: $registered"
gtin=9527700000013
until_answered '/api/v1/products/search?q=haferkeks' "$gtin"
submit() {
  curl --fail --silent --max-time 10 -X POST "http://127.0.0.1:$port/api/public/submissions" -H 'content-type: application/json' \
    -d "{\"gtin\": \"3017620422003\", \"name\": \"$1\"}" | jq -r .id
}
[ -n "$(submit 'Written by the old release')" ] || fail 'the old release takes no submission'
haproxy -db -f "$work/haproxy.cfg" >"$work/haproxy.log" 2>&1 &
haproxy_pid=$!
for _ in $(seq 60); do curl --silent --fail "http://127.0.0.1:$proxy/readyz" >/dev/null && break; sleep 0.5; done
say "$release serves"

rows() { ask_postgres 'select (select count(*) from products), (select count(*) from barcodes), (select count(*) from submissions), (select count(*) from accounts)'; }
start_load() {
  (cd "$root" && exec node --import tsx bench/load/main.ts "http://127.0.0.1:$proxy" --key "$key" --callers 2 --rate 20 --minutes 30) \
    >"$work/load" 2>&1 &
  load_pid=$!
}
end_load() {
  # It prints what it saw so far.
  kill -INT "$load_pid"
  wait "$load_pid" || true
  load_pid=
  grep -q '^Errors: none$' "$work/load" || {
    cat "$work/load"
    grep -vE ' (200|404) ' "$work/haproxy.log" | tail -n 20
    for service in api api-b; do podman logs "$(container "$service")" 2>&1 | jq --raw-input --raw-output 'fromjson? | select(.level >= 40) | "\(.time) \(.msg) \(.reason // "")"' | tail -n 20; done
    fail "reads failed: $1"
  }
  say "$1: of $(awk '$1 == "all" { print $2 }' "$work/load") reads none failed"
}
roll() {
  start_with "$1" indexer
  wait_indexed
  for service in api api-b; do start_with "$1" "$service"; done
}

before=$(rows)
start_load
migrate_with "$new"
roll "$new"
end_load "from $release to this release"
[ "$(rows)" = "$before" ] || fail "rows before: $before, after: $(rows)"
until_answered '/api/v1/products/search?q=haferkeks' "$gtin"
[ -n "$(submit 'Written by this release')" ] || fail 'this release takes no submission'
before=$(rows)
start_load
roll "$old"
end_load "back to $release"
[ "$(rows)" = "$before" ] || fail "rows before: $before, after: $(rows)"
until_answered '/api/v1/products/search?q=haferkeks' "$gtin"
kill "$haproxy_pid"
check_nothing_is_left
