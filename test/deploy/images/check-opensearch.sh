#!/usr/bin/env bash
# Runs docker-compose.yml with OpenSearch in place of Meilisearch, as deploy.md says: imports, searches, and restarts the
# cluster. The cluster is one node of what Maven brings (test/support/opensearch), in a container of its own.
# Needs what check-images.sh needs, the images that it made, Java 17 and Maven.
set -euo pipefail
name=factshelf-opensearch
. "$(dirname "$0")/stack.sh"
node=${name}_opensearch
source=$root/test/support/opensearch
mvn -q -B -f "$source/pom.xml" dependency:build-classpath -Dmdep.outputFile="$work/classpath"
end() {
  podman rm --force --time 5 "$node" >/dev/null 2>&1 || true
  clean
}
trap end EXIT
printf 'SEARCH_ENGINE=opensearch\nOPENSEARCH_URL=http://opensearch:9200\nOPENSEARCH_REPLICAS=0\n' >>"$env_file"
compose up --detach --no-deps postgres redis
wait_healthy postgres redis

jdk=$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")
command="ln -s /host-etc/java-* /etc/ && exec $jdk/bin/java -Xmx512m -XX:TieredStopAtLevel=1 -cp '$(cat "$work/classpath")'"
start_node() {
  podman run --detach --interactive --name "$node" --network "${name}_backend" --network-alias opensearch --memory 2g \
    --volume /usr/lib/jvm:/usr/lib/jvm:ro --volume /etc:/host-etc:ro --volume "$HOME/.m2:$HOME/.m2:ro" \
    --volume "$source:/source:ro" "$node_image" \
    sh -c "$command /source/TestNode.java /tmp/node node-0 9200 9300 127.0.0.1:9300 node-0 0.0.0.0" >/dev/null
}
start_node
migrate
compose up --detach --no-deps api indexer
wait_healthy api indexer
cli import --mapping /examples/shop.mapping.yaml /examples/shop.csv >"$work/import.log" 2>&1 ||
  { cat "$work/import.log"; fail 'the import failed'; }
search='/api/v1/products/search?q=haferkeks&explain=true'
until_answered "$search" '"engine":"opensearch"'
get "$search" | grep >/dev/null 9527700000013 || fail 'OpenSearch does not find the product'
say 'imported, and searched by OpenSearch'

podman kill "$node" >/dev/null
until_answered "$search" '"engine":"postgres"'
get "$search" | grep >/dev/null 9527700000013 || fail 'Postgres does not find the product'
say 'without OpenSearch Postgres answers'
# Its data is gone with it: the indexer fills a new index.
podman rm --force "$node" >/dev/null
start_node
until_answered "$search" '"engine":"opensearch"'
say 'an empty OpenSearch is filled again'
podman rm --force --time 5 "$node" >/dev/null
check_nothing_is_left
