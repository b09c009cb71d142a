#!/usr/bin/env bash
# Measures whether a catalogue fits a machine: runs docker-compose.yml with one limit of memory for all its containers
# together, imports FILE, waits for the index, and searches with eight callers. Prints what failed, what the kernel ended, and
# the memory of each container. Usage: measure-sizing.sh MIB FILE [MINUTES]
# Needs what check-images.sh needs, the images that it made, and cgroups of version 1. SIZING_IMAGE: another image of the service.
# SIZING_MEILISEARCH: the limit of Meilisearch in MiB, which a large catalogue needs raised.
set -euo pipefail
mib=$1
file=$(realpath "$2")
minutes=${3:-2}
name=factshelf-sizing
. "$(dirname "$0")/../images/stack.sh"
memory=/sys/fs/cgroup/memory/$name
mkdir -p "$memory"
echo $((mib * 1048576)) >"$memory/memory.limit_in_bytes"
# No container may have more than the machine: Node takes its heap from that limit.
"$work/python/bin/python" - "$compose_file" "$mib" "${SIZING_IMAGE:-}" "${SIZING_MEILISEARCH:-}" <<'END'
import re, sys
file, most, image, meilisearch = sys.argv[1:]
text = open(file).read()
if meilisearch:
    text = re.sub(r"(\n  meilisearch:\n(?:    .*\n)*?    mem_limit: )\w+", rf"\g<1>{meilisearch}m", text)
in_mb = lambda limit: int(limit[:-1]) * (1024 if limit[-1] == "g" else 1)
text = re.sub(r"mem_limit: (\w+)", lambda m: f"mem_limit: {min(in_mb(m[1]), int(most))}m", text)
if image:
    text = re.sub(r"image: factshelf:.*", f"image: {image}", text)
open(file, "w").write(text)
END
cat >"$work/podman" <<END
#!/bin/sh
case \$1 in
  create | run) command=\$1; shift; exec podman "\$command" --cgroup-parent=/$name "\$@" ;;
  *) exec podman "\$@" ;;
esac
END
chmod +x "$work/podman"
COMPOSE="$COMPOSE --podman-path $work/podman"
began=$(date +%s)
sample() {
  while sleep 1; do
    for id in $(podman ps --quiet --no-trunc --filter "name=${name}_"); do
      awk -v name="$(podman inspect --format '{{.Name}}' "$id" 2>/dev/null)" \
        '$1 == "total_rss" { rss = $2 } $1 == "total_cache" { cache = $2 } END { printf "%s %d %d\n", name, rss / 1048576, cache / 1048576 }' \
        "$memory/libpod-$id/memory.stat" 2>/dev/null || true
    done
    awk '{ print "all", $1 / 1048576, 0 }' "$memory/memory.usage_in_bytes"
  done >"$work/samples"
}
# Of each container the most that it had: processes, and with the files that the kernel keeps for it.
tell() {
  say "$1"
  awk '{ if ($2 > rss[$1]) rss[$1] = $2; if ($2 + $3 > all[$1]) all[$1] = $2 + $3 }
    END { for (n in rss) printf "        %-38s %6d MiB of processes, %6d MiB in all\n", n, rss[n], all[n] }' "$work/samples" | sort
  for id in $(podman ps --all --quiet --filter "name=${name}_"); do
    podman inspect --format '{{.Name}} restarts={{.RestartCount}} oom={{.State.OOMKilled}} exit={{.State.ExitCode}} {{.State.Status}}' "$id" |
      grep -vE 'restarts=0 oom=false exit=0' || true
  done
  dmesg --time-format iso 2>/dev/null | awk -v began="$(date -d "@$began" +%Y-%m-%dT%H:%M:%S)" '$1 > began' |
    grep -oE 'oom-kill:.*|Killed process .*' | grep -oE 'task_memcg=[^,]*,task=[^,]*|Killed process [0-9]+ \([^)]*\).*anon-rss:[0-9]+kB' | tail -n 20 || true
}
ask_count() { ask_postgres 'select (select count(*) from products), (select count(*) from search_outbox)' 2>/dev/null || echo 'no answer'; }

compose up --detach --no-deps postgres redis meilisearch
wait_healthy postgres redis meilisearch
sample &
sampler=$!
end() {
  kill "$sampler" 2>/dev/null || true
  podman ps --all --quiet --filter "name=${name}_cli" | xargs --no-run-if-empty podman rm --force >/dev/null
  clean
  rmdir "$memory" 2>/dev/null || true
}
trap end EXIT
migrate
compose up --detach --no-deps api indexer
wait_healthy api indexer
tell "$mib MiB: started"
# A machine that is too small may never end. One that suffices took 1.7 ms a row.
most=$((600 + $(zcat "$file" | wc -l) / 200))
timeout "$most" $COMPOSE --profile cli run --rm --no-deps -T --volume "$(dirname "$file"):/data:ro" cli import "/data/$(basename "$file")" >"$work/import.log" 2>&1 ||
  { tail -n 5 "$work/import.log"; say "the import failed"; }
tail -n 12 "$work/import.log"
tell "$mib MiB: imported; products|waiting: $(ask_count)"
indexing=$SECONDS
while [ $((SECONDS - indexing)) -lt "$most" ]; do
  curl --silent --max-time 5 "http://127.0.0.1:$((port + 10))/metrics" | grep >/dev/null '^factshelf_index_rebuild_progress -1$' &&
    [ "$(ask_postgres 'select count(*) from search_outbox' 2>/dev/null)" = 0 ] && break
  sleep 1
done
tell "$mib MiB: indexed $(count_documents || true) documents; products|waiting: $(ask_count)"
key=$(cli key create --email sizing@example.org --tier internal --json | jq --raw-output .api_key) || say 'no key'
# Questions about all of the catalogue: what is asked often would stay in memory.
ask_postgres "(select name from products where length(name) > 5 order by md5(name) limit 5000)
  union all (select gtin14 from barcodes order by md5(gtin14) limit 5000)" >"$work/names" || true
(cd "$root" && node --import tsx bench/load/main.ts "http://127.0.0.1:$port" --key "$key" --callers 8 --minutes "$minutes" --names "$work/names") || say 'the load ended early'
tell "$mib MiB: searched"
