#!/usr/bin/env bash
# Prints the commit of the oldest release in use: the one that brought the last migration of that release, which
# schema-growth.test.ts alone names. RELEASE: another old release, a tag or commit.
set -euo pipefail
cd "$(dirname "$0")/../../.."
migration=$(sed -n "s/^const OLDEST_RELEASE = '\(.*\)';$/\1/p" test/integration/db/schema-growth.test.ts)
release=${RELEASE:-$(git log --diff-filter=A --format=%H -- "migrations/$migration.sql" | tail -n 1)}
git rev-parse --short=8 "$release^{commit}"
