# For scripts that run docker-compose.yml by podman-compose, beside stand-ins for the images of the servers
# (make-images.sh). They set `name` (of the project) before they source this, and read `port` and `work`.
# Needs what make-images.sh needs, curl and jq. Podman 4 does not wait for healthy services, so wait_healthy does. Its DNS loses
# queries while containers start, and a lookup then takes up to 30 s (measured): hence two minutes for each condition.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
port=${PORT:-18080}
work=$(mktemp -d)
env_file=$work/env
compose_file=$root/.$name.yml

. "$here/base.sh"
# Without systemd nothing would ask for health by the clock; wait_healthy asks.
export DISABLE_HC_SYSTEMD=true
python3 -m venv "$work/python"
"$work/python/bin/pip" install -q podman-compose==1.6.0
"$root/deploy/make-env" "$env_file" >/dev/null
sed -i 's/^TRUST_PROXY=.*/TRUST_PROXY=false/' "$env_file"
printf 'PUBLISH_PORT=%s\nINDEXER_METRICS_PORT=%s\nCOOKIE_SECURE=false\n' "$port" "$((port + 10))" >>"$env_file"
# Podman 4 neither checks more often while a service starts, nor starts what needs a container that has ended.
sed '/start_interval/d; /migrate: { condition/d' "$root/docker-compose.yml" >"$compose_file"
image=localhost/$(sed -n 's/^ *image: \(factshelf:.*\)/\1/p' "$compose_file")
export COMPOSE="$work/python/bin/podman-compose --env-file $env_file --file $compose_file --project-name $name --in-pod false"
compose() {
  $COMPOSE --profile standby --profile backup --profile cli "$@" >>"$work/compose.log" 2>&1 || { tail -n 20 "$work/compose.log"; return 1; }
}
container() { echo "${name}_$1_1"; }
clean() {
  compose down --volumes || true
  # Made by hand, so that podman-compose does not know it as its own.
  podman volume rm --force "${name}_backups" >/dev/null 2>&1 || true
  rm -rf "$work" "$compose_file"
}
trap clean EXIT

say() { printf '%4d s  %s\n' "$SECONDS" "$*"; }
fail() {
  say "FAILED: $*"
  podman logs --tail 20 "$(container api)" || true
  exit 1
}
wait_healthy() {
  local service
  for service in "$@"; do
    for _ in $(seq 240); do
      podman healthcheck run "$(container "$service")" >/dev/null 2>&1 && continue 2
      sleep 0.5
    done
    podman logs --tail 20 "$(container "$service")"
    fail "$service is not healthy after two minutes"
  done
}
get() { curl --fail --silent --show-error --max-time 10 "http://127.0.0.1:$port$1"; }
# Repeats a call until its answer holds a text.
until_answered() {
  for _ in $(seq 240); do
    get "$1" 2>/dev/null | grep >/dev/null "$2" && return
    sleep 0.5
  done
  fail "GET $1 does not answer $2"
}
start_servers() {
  compose up --detach --no-deps postgres redis meilisearch
  wait_healthy postgres redis meilisearch
  say 'servers are healthy'
}
migrate() {
  compose up --no-deps migrate
  [ "$(podman wait "$(container migrate)")" = 0 ] || fail 'the migrations failed'
}
# Runs a command of people, as docs/commands.md says.
cli() { $COMPOSE --profile cli run --rm --no-deps -T --volume "$root/docs/examples:/examples:ro" cli "$@"; }
ask_postgres() { podman exec "$(container postgres)" psql -h 127.0.0.1 -U factshelf -Atc "$1" factshelf; }
# A digest of the rows of each table, but for what the processes note of their own work and count again by the clock, the calls
# of this check, and the epoch of the change feed.
digest_tables() {
  podman exec --interactive "$(container postgres)" psql -h 127.0.0.1 -U factshelf -At factshelf <<'END'
select format('select %L, count(*), md5(coalesce(string_agg(r, %L order by r), %L)) from %I.%I t, cast(to_jsonb(t) - %L as text) r',
  tablename, ';', '', schemaname, tablename, 'epoch')
from pg_tables where schemaname in ('public', 'drizzle')
  and tablename not in ('search_outbox', 'index_rebuilds', 'index_reconciles', 'index_lag_samples', 'kept_changes',
    'category_comparisons', 'address_usage') order by tablename
\gexec
END
}
# How many products the search engine has.
count_documents() {
  podman exec "$(container meilisearch)" curl --silent --max-time 10 \
    --header "Authorization: Bearer $(sed -n 's/^MEILI_MASTER_KEY=//p' "$env_file")" http://127.0.0.1:7700/stats |
    jq '[.indexes | to_entries[] | select(.key | startswith("products")) | .value.numberOfDocuments] | max // 0'
}
check_nothing_is_left() {
  clean
  trap - EXIT
  podman ps --all --format '{{.Names}}' | grep "$name" && fail 'containers are left'
  podman volume ls --format '{{.Name}}' | grep "$name" && fail 'volumes are left'
  say 'nothing is left; every check passed'
}
