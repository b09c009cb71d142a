#!/usr/bin/env bash
# Runs the jobs and pods of the chart (values-managed.yaml) by `podman kube play`, beside the servers of docker-compose.yml:
# commands, security contexts, mounts and probes. Podman plays no StatefulSet, Service, network policy or autoscaler: those are not run.
# Needs what check-images.sh needs, the images that it made, and what check-chart.sh needs.
set -euo pipefail
name=factshelf-pods
. "$(dirname "$0")/../images/stack.sh"
cd "$(dirname "$0")"
mvn -q -B dependency:build-classpath -Dmdep.outputFile="$work/classpath"
cat >"$work/values.yaml" <<END
image: { repository: localhost/factshelf }
settings: { TRUST_PROXY: '1', STOP_DELAY_MS: '0' }
indexer: { replicas: 1 }
dumps: { enabled: true }
images: { enabled: true }
pictureCache: { enabled: true }
import: { claim: factshelf-files, args: [--mapping, /data/shop.mapping.yaml, /data/shop.csv] }
firstOperator: { email: ada@example.org }
END
java -cp "$(cat "$work/classpath")" Render.java "$root/deploy/helm" "$work/chart.yaml" \
  "$root/deploy/helm/values-managed.yaml" "$work/values.yaml"
"$work/python/bin/python" pods-of.py "$work/chart.yaml" "$work"
remove_pods() {
  podman kube down "$work/pods.yaml" >/dev/null 2>&1 || true
  for job in migrations import first-operator; do podman kube down "$work/$job.yaml" >/dev/null 2>&1 || true; done
  podman volume rm factshelf-dumps factshelf-images factshelf-files >/dev/null 2>&1 || true
  podman secret rm factshelf >/dev/null 2>&1 || true
}
trap 'remove_pods; clean' EXIT
start_servers

read_setting() { sed -n "s/^$1=//p" "$env_file"; }
# Podman 4 takes secrets of Kubernetes as JSON, in base64.
jq --null-input \
  --arg DATABASE_URL "postgres://factshelf_app:$(read_setting POSTGRES_APP_PASSWORD)@postgres:5432/factshelf" \
  --arg MIGRATION_DATABASE_URL "postgres://factshelf:$(read_setting POSTGRES_PASSWORD)@postgres:5432/factshelf" \
  --arg REDIS_URL "redis://:$(read_setting REDIS_PASSWORD)@redis:6379" \
  --arg MEILI_URL http://meilisearch:7700 \
  --arg MEILI_MASTER_KEY "$(read_setting MEILI_MASTER_KEY)" \
  --arg MEILI_SEARCH_KEY "$(read_setting MEILI_SEARCH_KEY)" \
  --arg OPERATOR_PASSWORD 'eleven $slow "rivers' \
  '$ARGS.named | map_values(@base64)' | podman secret create factshelf - >/dev/null
play() { podman kube play --network "${name}_backend" "$work/$1" >"$work/play.log" 2>&1 || { cat "$work/play.log"; fail "podman cannot play $1"; }; }

podman volume create factshelf-files >/dev/null
tar -C "$root/docs/examples" -c shop.csv shop.mapping.yaml | podman volume import factshelf-files -
for job in migrations import first-operator; do
  play "$job.yaml"
  [ "$(podman wait "$job-$job")" = 0 ] || { podman logs "$job-$job"; fail "the job $job failed"; }
done
[ "$(ask_postgres 'select email, role from operators')" = 'ada@example.org|admin' ] || fail 'there is no first operator'
[ "$(ask_postgres 'select count(*) > 0 from products')" = t ] || fail 'nothing was imported'
podman kube down "$work/first-operator.yaml" >/dev/null
play first-operator.yaml
[ "$(podman wait first-operator-first-operator)" = 0 ] || fail 'the job of the first operator fails when there is one'
say 'the jobs have migrated, imported, and made the first operator'
play pods.yaml
api=$(podman ps --format '{{.Names}}' | grep -- '-api-.*-api$')
indexer=$(podman ps --format '{{.Names}}' | grep -- '-indexer-.*-indexer$')
# The probes as the chart has them. Podman itself would ask by curl, which the image has not.
probe() {
  for _ in $(seq 120); do
    podman exec "$1" node -e "fetch('http://127.0.0.1:$2').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))" && return
    sleep 0.5
  done
  podman logs --tail 20 "$1"
  fail "the probe $2 of $1 fails"
}
for path in 8080/healthz 8080/readyz 3002/metrics; do probe "$api" "$path"; done
probe "$indexer" 3001/healthz
say 'the probes of the API and of the indexer succeed'
for container in "$api" "$indexer"; do
  [ "$(podman exec "$container" node -p 'process.getuid() + ":" + process.getgid()')" = 1000:1000 ] || fail "$container runs as another user"
  podman exec "$container" node -e "require('fs').writeFileSync('/app/x', '')" 2>/dev/null && fail "$container can write its file system"
  podman exec "$container" node -p "require('fs').readFileSync('/proc/self/status', 'utf8')" | grep >/dev/null '^CapEff:\s*0*$' ||
    fail "$container has capabilities"
done
for folder in /tmp /dumps /images /picture-cache; do
  podman exec "$api" node -e "require('fs').writeFileSync('$folder/.try', '')" || fail "the API cannot write $folder"
done
say 'user, capabilities and mounts are as the chart has them'
podman stop --time 25 "$api" "$indexer" >/dev/null
for container in "$api" "$indexer"; do
  [ "$(podman inspect --format '{{.State.ExitCode}}' "$container")" = 0 ] || fail "$container does not stop by itself"
done
say 'both stop in time'
remove_pods
check_nothing_is_left
