import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { prepareStatement, toIso } from '../../platform/db/prepare-statement.ts';
import type { ReferenceData } from './reference-contract.ts';

const snapshot = sql`
  select
    (select coalesce(json_agg(json_build_object('id', id, 'code', code, 'name', name, 'kind', kind, 'trust', trust,
      'license', license, 'license_url', license_url, 'attribution', attribution, 'homepage_url', homepage_url, 'record_url', record_url,
      'last_imported_at', last_imported_at) order by code), '[]') from sources) as sources,
    (select coalesce(json_agg(json_build_object('code', k.code, 'name', k.name, 'fields', (
        select coalesce(json_agg(json_build_object('key', f.key, 'label', f.label, 'type', f.type, 'unit', f.unit,
          'group', f."group", 'required', f.required, 'options', f.options, 'min', f.min, 'max', f.max,
          'position', f.position) order by f.position, f.key), '[]') from kind_fields f where f.kind = k.code)
      ) order by k.code), '[]') from kinds k) as kinds,
    (select coalesce(json_agg(json_build_object('id', id, 'code', code, 'name', name, 'parent_id', parent_id,
      'path', path, 'level', level, 'archive_kind', archive_kind, 'own_archive_kind', own_archive_kind)
      order by level, code), '[]') from categories) as categories`;

/** Returns sources, archive kinds with their templates, and categories, as one snapshot. */
export async function loadReferenceData(db: Db | Tx): Promise<ReferenceData> {
  const { rows } = await db.execute<ReferenceData & Record<string, unknown>>(snapshot);
  const { sources = [], kinds = [], categories = [] } = rows[0] ?? {};
  return {
    sources: sources.map((source) => ({
      ...source,
      last_imported_at: source.last_imported_at && toIso(source.last_imported_at),
    })),
    kinds,
    categories,
  };
}

const version = prepareStatement<{ version: string }>(
  'find_reference_version',
  sql`select md5(snapshot::text) as version from (${snapshot}) as snapshot`,
);

/** Returns a hash that changes whenever the result of `loadReferenceData` changes. */
export async function findReferenceVersion(db: Db): Promise<string> {
  const [row] = await version(db, {});
  return row?.version ?? '';
}
