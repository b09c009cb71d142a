import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidV7 } from 'uuid';
import type { Db } from '../../platform/db/client.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { saveAuditEntry, type Author } from '../../platform/audit/audit-store.ts';
import { countScopeProducts, saveRecompute } from '../../quality/recompute/recompute-store.ts';
import type { AdminSource, ChangedSource, NewSource, SourceChange } from './source-contract.ts';
import { insertSource, lockSource, updateSource } from './source-store.ts';

/** @throws ApiError `already_exists` */
export async function createSource(db: Db, author: Author, given: NewSource): Promise<AdminSource> {
  return await retryTransaction(db, async (tx) => {
    const source = await insertSource(tx, { id: uuidV7(), code: given.code, ...buildColumns(given) });
    if (!source) throw new ApiError('already_exists', 'There is a source of this code already.');
    await saveAuditEntry(tx, author, { action: 'source.created', entityId: source.id, after: source });
    return source;
  });
}

/**
 * Changes a source. A new trust recomputes the scores of all products with a fact of the source. A dry run returns the same
 * and writes nothing.
 * @throws ApiError `not_found`
 */
export async function changeSource(
  db: Db,
  author: Author,
  id: string,
  { dry_run: isDryRun, ...change }: SourceChange,
): Promise<ChangedSource> {
  return await retryTransaction(db, async (tx) => {
    const before = await lockSource(tx, id);
    if (!before) throw new ApiError('not_found', 'There is no source with this id.');
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    const source: AdminSource = { ...before, ...Object.fromEntries(given) };
    const scope = { source_id: id };
    const rescored = source.trust === before.trust ? 0 : await countScopeProducts(tx, scope);
    const impact = { rescored };
    if (isDryRun || isDeepStrictEqual(source, before)) return { source, impact };
    await updateSource(tx, id, buildColumns(source));
    // Even without products now: a running import may be adding some.
    if (source.trust !== before.trust) {
      await saveRecompute(tx, { reason: 'source.changed', scope, requestedBy: author.actor });
    }
    await saveAuditEntry(tx, author, {
      action: 'source.changed',
      entityId: id,
      before,
      after: { ...source, impact },
    });
    return { source, impact };
  });
}

function buildColumns(source: Omit<NewSource, 'code'>) {
  return {
    name: source.name,
    kind: source.kind,
    trust: source.trust,
    license: source.license,
    licenseUrl: source.license_url,
    attribution: source.attribution,
    homepageUrl: source.homepage_url,
    recordUrl: source.record_url,
  };
}
