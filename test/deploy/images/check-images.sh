#!/usr/bin/env bash
# Builds the image and runs docker-compose.yml with it, beside stand-ins for the images of the servers (make-images.sh),
# then uses the service through its published port. Leaves no container, network or volume behind.
# Then it backs the stack up and restores it into an empty one.
# Needs what make-images.sh needs, curl and jq. Real images differ: here the servers are Debian's (Postgres 15, Redis 7.0).
set -euo pipefail
name=factshelf-check
. "$(dirname "$0")/stack.sh"

"$here/make-images.sh"
bytes=$(podman image inspect --format '{{.Size}}' "$image")
say "$image has $((bytes / 1000000)) MB"
[ "$bytes" -le 250000000 ] || fail 'the image has more than 250 MB'
podman history --no-trunc --format '{{.CreatedBy}}' "$image" | grep -iE 'password|secret|token' && fail 'its history shows a secret'
[ "$(podman image inspect --format '{{.Config.User}}' "$image")" = node ] || fail 'the image runs as root'

start_servers
migrate
started=$(date +%s%N)
compose up --detach --no-deps api indexer
until_answered /readyz '"status":"ok"'
say "migrated; the API is ready $((($(date +%s%N) - started) / 1000000)) ms after compose was asked for it"
wait_healthy api indexer
listening=$(podman logs "$(container api)" | jq --raw-input --raw-output 'fromjson? | select(.msg == "listening").time' | head -n 1)
started=$(podman inspect --format '{{.State.StartedAt.UnixMilli}}' "$(container api)")
say "the API listens $(($(date -d "$listening" +%s%3N) - started)) ms after its process starts"
podman exec "$(container api)" node -e "require('fs').mkdirSync('/images/.sources/x', { recursive: true })" || fail 'pictures of sources cannot be kept'
podman exec "$(container api)" node -e "require('fs').writeFileSync('/app/x', '')" 2>/dev/null && fail 'its file system can be written'

cli import --mapping /examples/shop.mapping.yaml /examples/shop.csv >"$work/import.log" 2>&1 ||
  { cat "$work/import.log"; fail 'the import failed'; }
gtin=9527700000013
until_answered '/api/v1/products/search?q=haferkeks' "$gtin"
until_answered "/api/v1/products/barcode/$gtin" "$gtin"
submission=$(curl --fail --silent --max-time 10 -X POST "http://127.0.0.1:$port/api/public/submissions" \
  -H 'content-type: application/json' -d '{"gtin": "3017620422003", "name": "Hazelnut cocoa spread"}') || fail 'a submission is refused'
curl --fail --silent --show-error --max-time 20 --data-binary "@$root/docs/pictures/product-page.webp" \
  -H "X-Answer-Token: $(jq -r .answer_token <<<"$submission")" -H 'content-type: image/webp' \
  "http://127.0.0.1:$port/api/public/submissions/$(jq -r .id <<<"$submission")/images?role=front" >/dev/null || fail 'a picture is refused'
get / | grep >/dev/null '<html' || fail 'there is no start page'
get /docs/quick-start | grep >/dev/null '<html' || fail 'there is no docs page'
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
[ "$(ask_postgres 'select usename from pg_stat_replication')" = factshelf_replica ] ||
  fail 'the standby follows as another role'
podman top "$(container redis)" args | grep >/dev/null "$(sed -n 's/^REDIS_PASSWORD=//p' "$env_file")" && fail 'the command line of Redis shows its password'
say 'the standby follows'

for command in 'operator list' 'key list' 'audit verify' reindex migrate; do
  # shellcheck disable=SC2086
  cli $command >"$work/command.log" 2>&1 || { cat "$work/command.log"; fail "the command $command fails"; }
done
for _ in $(seq 240); do
  progress=$(curl --fail --silent --max-time 10 "http://127.0.0.1:$((port + 10))/metrics" | grep '^factshelf_index_rebuild_progress' || true)
  [ "$progress" = 'factshelf_index_rebuild_progress -1' ] && break
  sleep 0.5
done
[ "$progress" = 'factshelf_index_rebuild_progress -1' ] || fail "the metric of the rebuild says $progress"
compose up --detach --no-deps backups
wait_healthy backups
cli doctor >"$work/doctor.log" 2>&1 || true
grep >/dev/null '^fine *backups' "$work/doctor.log" || { cat "$work/doctor.log"; fail 'the doctor sees no daily backup'; }
podman stop --time 15 "$(container backups)" >/dev/null
say 'commands ran by their names, and a daily backup was made'

# What is counted may change as long as they run.
podman stop --time 15 "$(container api)" "$(container indexer)" >/dev/null 2>&1
digest_tables >"$work/before"
documents=$(count_documents)
started=$SECONDS
cli backup >"$work/backup.log" 2>&1 || { cat "$work/backup.log"; fail 'the backup failed'; }
file=$(grep -o '/backups/factshelf-[^ ]*\.tar' "$work/backup.log" | head -n 1)
backed_up=$((SECONDS - started))
podman volume export --output "$work/backups.tar" "${name}_backups"
compose down --volumes
# The folder of backups is what is left of the machine.
podman volume create "${name}_backups" >/dev/null
podman volume import "${name}_backups" "$work/backups.tar"
started=$SECONDS
start_servers
cli restore "$file" >"$work/restore.log" 2>&1 || { tail -n 20 "$work/restore.log"; fail 'the restore failed'; }
compose up --detach --no-deps api indexer
until_answered "/api/v1/products/barcode/$gtin" "$gtin"
until_answered '/api/v1/products/search?q=haferkeks' "$gtin"
for _ in $(seq 240); do
  [ "$(count_documents)" = "$documents" ] && break
  sleep 0.5
done
[ "$(count_documents)" = "$documents" ] || fail 'the search engine has not what it had'
answered=$((SECONDS - started))
podman stop --time 15 "$(container api)" "$(container indexer)" >/dev/null 2>&1
digest_tables >"$work/after"
diff "$work/before" "$work/after" || fail 'a table differs after the restore'
podman start "$(container api)" >/dev/null
wait_healthy api
say "backed up in $backed_up s; restored into an empty stack, which searched $answered s later; $(wc -l <"$work/after") tables are equal"

check_nothing_is_left
