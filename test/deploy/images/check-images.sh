#!/usr/bin/env bash
# Builds the image and runs docker-compose.yml with it, beside stand-ins for the images of the servers (make-images.sh),
# then uses the service through its published port. Leaves no container, network or volume behind.
# Needs what make-images.sh needs, curl and jq. Real images differ: here the servers are Debian's (Postgres 15, Redis 7.0).
# Podman 4 does not wait for healthy services, so this script does.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../../..
port=${PORT:-18080}
work=$(mktemp -d)

python3 -m venv "$work/python"
"$work/python/bin/pip" install -q podman-compose==1.6.0
env_file=$work/env
"$root/deploy/make-env" "$env_file" >/dev/null
sed -i 's/^TRUST_PROXY=.*/TRUST_PROXY=false/' "$env_file"
printf 'PUBLISH_PORT=%s\nCOOKIE_SECURE=false\n' "$port" >>"$env_file"
# Podman 4 does not know how to check more often while a service starts.
sed '/start_interval/d' "$root/docker-compose.yml" >"$root/.compose-check.yml"
compose() {
  "$work/python/bin/podman-compose" --env-file "$env_file" --file "$root/.compose-check.yml" --project-name factshelf-check \
    --in-pod false --profile standby "$@" >>"$work/compose.log" 2>&1 || { tail -n 20 "$work/compose.log"; return 1; }
}
container() { echo "factshelf-check_$1_1"; }
clean() {
  compose down --volumes || true
  rm -rf "$work" "$root/.compose-check.yml"
}
trap clean EXIT

say() { printf '%4d s  %s\n' "$SECONDS" "$*"; }
fail() {
  say "FAILED: $*"
  exit 1
}
wait_healthy() {
  local service
  for service in "$@"; do
    for _ in $(seq 120); do
      podman healthcheck run "$(container "$service")" >/dev/null 2>&1 && continue 2
      sleep 0.5
    done
    podman logs --tail 20 "$(container "$service")"
    fail "$service is not healthy after a minute"
  done
}
get() { curl --fail --silent --show-error --max-time 10 "http://127.0.0.1:$port$1"; }
# Repeats a call until its answer holds a text.
until_answered() {
  for _ in $(seq 60); do
    get "$1" 2>/dev/null | grep -q "$2" && return
    sleep 0.5
  done
  fail "GET $1 does not answer $2"
}

"$here/make-images.sh"
image=$(podman image ls --format '{{.Repository}}:{{.Tag}}' | grep '^localhost/factshelf:')
bytes=$(podman image inspect --format '{{.Size}}' "$image")
say "$image has $((bytes / 1000000)) MB"
[ "$bytes" -le 250000000 ] || fail 'the image has more than 250 MB'
podman history --no-trunc --format '{{.CreatedBy}}' "$image" | grep -iE 'password|secret|token' && fail 'its history shows a secret'
[ "$(podman image inspect --format '{{.Config.User}}' "$image")" = node ] || fail 'the image runs as root'

compose up --detach --no-deps postgres redis meilisearch
wait_healthy postgres redis meilisearch
say 'servers are healthy'
compose up --no-deps migrate
[ "$(podman wait "$(container migrate)")" = 0 ] || fail 'the migrations failed'
started=$(date +%s%N)
compose up --detach --no-deps api indexer
until_answered /readyz '"status":"ok"'
say "migrated; the API is ready $((($(date +%s%N) - started) / 1000000)) ms after compose was asked for it"
wait_healthy api indexer
podman exec "$(container api)" node -e "require('fs').writeFileSync('/app/x', '')" 2>/dev/null && fail 'its file system can be written'

podman run --rm --network factshelf-check_backend --volume "$root/docs/examples:/examples:ro" \
  --env DATABASE_URL="postgres://factshelf_app:$(sed -n 's/^POSTGRES_APP_PASSWORD=//p' "$env_file")@postgres:5432/factshelf" \
  "$image" node dist/src/cli/import/import.js --mapping /examples/shop.mapping.yaml /examples/shop.csv >"$work/import.log" 2>&1 ||
  { cat "$work/import.log"; fail 'the import failed'; }
gtin=9527700000013
until_answered '/api/v1/products/search?q=haferkeks' "$gtin"
until_answered "/api/v1/products/barcode/$gtin" "$gtin"
submission=$(curl --fail --silent --max-time 10 -X POST "http://127.0.0.1:$port/api/public/submissions" \
  -H 'content-type: application/json' -d '{"gtin": "3017620422003", "name": "Hazelnut cocoa spread"}') || fail 'a submission is refused'
curl --fail --silent --show-error --max-time 20 --data-binary "@$root/docs/pictures/product-page.webp" \
  -H "X-Answer-Token: $(jq -r .answer_token <<<"$submission")" -H 'content-type: image/webp' \
  "http://127.0.0.1:$port/api/public/submissions/$(jq -r .id <<<"$submission")/images?role=front" >/dev/null || fail 'a picture is refused'
get / | grep -q '<html' || fail 'there is no start page'
get /docs/quick-start | grep -q '<html' || fail 'there is no docs page'
say 'imported, searched, looked up and contributed through the published port'

for service in postgres redis meilisearch indexer api; do
  podman restart --time 15 "$(container "$service")" >/dev/null 2>&1
  wait_healthy "$service"
  until_answered "/api/v1/products/barcode/$gtin" "$gtin"
  until_answered "/api/v1/products/search?q=$gtin" "$gtin"
done
say 'every service restarted, and reads answered'

compose up --no-deps postgres-replica-role
[ "$(podman wait "$(container postgres-replica-role)")" = 0 ] || fail 'the role of the standby was not made'
compose up --detach --no-deps postgres-standby
wait_healthy postgres-standby
[ "$(podman exec "$(container postgres-standby)" psql -h 127.0.0.1 -U factshelf -Atc 'select pg_is_in_recovery()' factshelf)" = t ] ||
  fail 'the standby does not follow'
[ "$(podman exec "$(container postgres)" psql -h 127.0.0.1 -U factshelf -Atc 'select usename from pg_stat_replication' factshelf)" = factshelf_replica ] ||
  fail 'the standby follows as another role'
podman top "$(container redis)" args | grep -q "$(sed -n 's/^REDIS_PASSWORD=//p' "$env_file")" && fail 'the command line of Redis shows its password'
say 'the standby follows'

clean
trap - EXIT
podman ps --all --format '{{.Names}}' | grep factshelf-check && fail 'containers are left'
podman volume ls --format '{{.Name}}' | grep factshelf-check && fail 'volumes are left'
say 'nothing is left; every check passed'
