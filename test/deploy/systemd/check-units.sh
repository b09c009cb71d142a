#!/usr/bin/env bash
# Runs deploy/systemd under systemd, which is the first process of a container of its own, as deploy.md says, beside the
# servers of docker-compose.yml. Needs what check-images.sh needs, and the images that it made.
set -euo pipefail
name=factshelf-units
. "$(dirname "$0")/../images/stack.sh"
machine=${name}_machine

context=$(mktemp -d)
cp "$root"/deploy/systemd/*.{service,timer} "$(dirname "$0")/units.Dockerfile" "$context"
podman build --quiet --network host --isolation chroot --file "$context/units.Dockerfile" --tag localhost/factshelf-units \
  --build-arg NODE="$node_image" \
  --build-arg APP="$image" "$context" >/dev/null
rm -rf "$context"
say 'Debian with systemd and this release is built'

start_servers
remove_machine() {
  podman rm --force --time 15 "$machine" >/dev/null 2>&1 || true
  clean
  podman image rm localhost/factshelf-units >/dev/null 2>&1 || true
}
trap remove_machine EXIT
# The units need namespaces of their own, which a container may not have otherwise.
podman run --detach --name "$machine" --systemd always --privileged --network "${name}_backend" localhost/factshelf-units >/dev/null
inside() { podman exec --interactive "$machine" "$@"; }
for _ in $(seq 240); do
  inside systemctl is-system-running 2>/dev/null | grep -qE 'running|degraded' && break
  sleep 0.5
done
inside systemctl is-system-running || true
[ "$(inside cat /proc/1/comm)" = systemd ] || fail 'systemd is not the first process'
say "$(inside systemctl --version | head -n 1) is the first process"

read_setting() { sed -n "s/^$1=//p" "$env_file"; }
inside tee /etc/factshelf/env >/dev/null <<END
DATABASE_URL=postgres://factshelf_app:$(read_setting POSTGRES_APP_PASSWORD)@postgres:5432/factshelf
REDIS_URL=redis://:$(read_setting REDIS_PASSWORD)@redis:6379
MEILI_URL=http://meilisearch:7700
MEILI_SEARCH_KEY=$(read_setting MEILI_SEARCH_KEY)
TRUST_PROXY=1
PUBLIC_URL=https://facts.example.org
END
inside tee /etc/factshelf/indexer.env >/dev/null <<END
MEILI_MASTER_KEY=$(read_setting MEILI_MASTER_KEY)
END
inside tee /etc/factshelf/migrate.env >/dev/null <<END
MIGRATION_DATABASE_URL=postgres://factshelf:$(read_setting POSTGRES_PASSWORD)@postgres:5432/factshelf
END

units='factshelf-indexer factshelf-api@8080 factshelf-api@8081'
show_failure() {
  # shellcheck disable=SC2086
  inside journalctl --no-pager --lines 30 || true
  fail "$1"
}
inside systemctl start factshelf-migrate || show_failure 'the migrations failed'
say 'migrated'
# shellcheck disable=SC2086
inside systemctl enable --quiet --now $units || show_failure 'the units do not start'
status_of() { inside node -e "fetch('http://127.0.0.1:$1').then((r) => console.log(r.status), () => console.log(0))"; }
until_ok() {
  for _ in $(seq 240); do
    [ "$(status_of "$1")" = 200 ] && return
    sleep 0.5
  done
  show_failure "$1 does not answer"
}
for place in 8080/readyz 8081/readyz 18080/metrics 18081/metrics 3001/readyz; do until_ok "$place"; done
say 'two API processes and the indexer are ready, and show their metrics'

for unit in $units; do
  inside systemctl kill --kill-whom=main --signal=KILL "$unit"
  for _ in $(seq 240); do
    [ "$(inside systemctl show --property NRestarts --value "$unit")" = 1 ] && inside systemctl --quiet is-active "$unit" && continue 2
    sleep 0.5
  done
  show_failure "$unit is not started again after kill -9"
done
for place in 8080/readyz 8081/readyz 3001/readyz; do until_ok "$place"; done
say 'each is started again after kill -9'
for _ in $(seq 240); do
  inside sh -c 'ls /var/lib/factshelf/dumps' | grep -q . && break
  sleep 0.5
done
inside sh -c 'ls /var/lib/factshelf/dumps' | grep -q . || show_failure 'no dump is written'
# shellcheck disable=SC2086
inside systemctl stop $units
for unit in $units; do
  [ "$(inside systemctl show --property Result --value "$unit")" = success ] || show_failure "$unit does not stop by itself"
done
say 'a dump is written; each stops in time'

inside systemctl enable --quiet --now factshelf-backup.timer || show_failure 'the timer of backups does not start'
inside systemctl start factshelf-backup || show_failure 'the backup failed'
inside sh -c 'ls /var/lib/factshelf/backups/*.tar.sha256' >/dev/null || show_failure 'no backup is written'
say 'a backup is written'

for unit in $units factshelf-migrate factshelf-backup; do
  inside systemd-analyze security --threshold=30 --no-pager "$unit.service" >"$work/security" || fail "$unit is more exposed than 3.0"
  say "$(tail -n 1 "$work/security" | sed 's/.*exposure/exposure/')"
done
podman rm --force --time 15 "$machine" >/dev/null
podman image rm localhost/factshelf-units >/dev/null
check_nothing_is_left
