import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/client.ts';
import { kindFields } from '../../platform/db/schema/catalogue.ts';
import type { ReferenceData } from '../../publish/feed/reference-contract.ts';
import { findTemplate } from '../../catalog/kinds/kind-store.ts';
import { saveSkippedReference } from './skipped-store.ts';
import { findUsableReference, type LeaderReference } from './usable-reference.ts';

/**
 * Saves the leader's sources, archive kinds and categories under its ids, and skips those that break the rules for
 * operators. Deletes others, unless products still use them, whose changes follow later.
 * @returns whether everything that the leader lacks is deleted
 */
export async function takeReferenceData(tx: Tx, given: LeaderReference): Promise<boolean> {
  const { usable, skipped } = findUsableReference(given);
  await saveSkippedReference(tx, skipped);
  await takeSources(tx, usable.sources);
  await takeKinds(tx, usable.kinds);
  return await takeCategories(tx, usable.categories);
}

async function takeSources(tx: Tx, given: ReferenceData['sources']): Promise<void> {
  const ids = sql.param(given.map(({ id }) => id));
  const rows = JSON.stringify(given);
  await tx.execute(sql`
    delete from sources s where id <> all(${ids}::uuid[])
      and not exists (select from provenance where source_id = s.id)
      and not exists (select from msrp_snapshots where source_id = s.id)
      and not exists (select from source_records where source_id = s.id)`);
  // Codes are unique after each statement, so a row that holds another row's code gives it up first.
  await tx.execute(sql`
    update sources s set code = s.id::text from json_to_recordset(${rows}::json) as r(id uuid, code text)
    where r.code = s.code and r.id <> s.id`);
  await tx.execute(sql`
    insert into sources (id, code, name, kind, trust, license, license_url, attribution, homepage_url, record_url,
      last_imported_at)
    select * from json_to_recordset(${rows}::json) as r(id uuid, code text, name text, kind text, trust numeric,
      license text, license_url text, attribution text, homepage_url text, record_url text, last_imported_at timestamptz)
    on conflict (id) do update set code = excluded.code, name = excluded.name, kind = excluded.kind,
      trust = excluded.trust, license = excluded.license, license_url = excluded.license_url,
      attribution = excluded.attribution, homepage_url = excluded.homepage_url, record_url = excluded.record_url,
      last_imported_at = excluded.last_imported_at
    where (sources.code, sources.name, sources.kind, sources.trust, sources.license, sources.license_url,
        sources.attribution, sources.homepage_url, sources.record_url, sources.last_imported_at)
      is distinct from (excluded.code, excluded.name, excluded.kind, excluded.trust, excluded.license,
        excluded.license_url, excluded.attribution, excluded.homepage_url, excluded.record_url, excluded.last_imported_at)`);
}

async function takeKinds(tx: Tx, given: ReferenceData['kinds']): Promise<void> {
  await tx.execute(sql`
    insert into kinds (code, name)
    select * from json_to_recordset(${JSON.stringify(given)}::json) as r(code text, name text)
    on conflict (code) do update set name = excluded.name where kinds.name <> excluded.name`);
  for (const { code, fields } of given) {
    const own = await findTemplate(tx, code);
    if (isDeepStrictEqual(own?.fields, fields)) continue;
    await tx.delete(kindFields).where(eq(kindFields.kind, code));
    if (fields.length > 0)
      await tx.insert(kindFields).values(fields.map((field) => ({ ...field, kind: code })));
  }
}

async function takeCategories(tx: Tx, given: ReferenceData['categories']): Promise<boolean> {
  const ids = sql.param(given.map(({ id }) => id));
  const rows = JSON.stringify(given);
  await tx.execute(sql`
    update categories c set code = c.id::text, path = c.id::text
    from json_to_recordset(${rows}::json) as r(id uuid, code text)
    where (r.code = c.code and r.id <> c.id) or (r.id = c.id and r.code <> c.code)`);
  await tx.execute(sql`
    insert into categories (id, code, name, parent_id, path, level, archive_kind, own_archive_kind)
    select * from json_to_recordset(${rows}::json) as r(id uuid, code text, name text, parent_id uuid, path text,
      level int, archive_kind text, own_archive_kind text)
    on conflict (id) do update set code = excluded.code, name = excluded.name, parent_id = excluded.parent_id,
      path = excluded.path, level = excluded.level, archive_kind = excluded.archive_kind,
      own_archive_kind = excluded.own_archive_kind
    where (categories.code, categories.name, categories.parent_id, categories.path, categories.level,
        categories.archive_kind, categories.own_archive_kind)
      is distinct from (excluded.code, excluded.name, excluded.parent_id, excluded.path, excluded.level,
        excluded.archive_kind, excluded.own_archive_kind)`);
  // Categories that still have products, and their parents, are deleted later.
  await tx.execute(sql`
    with recursive kept as (
      select id, parent_id from categories c where id <> all(${ids}::uuid[])
        and exists (select from products where category_id = c.id)
      union
      select c.id, c.parent_id from categories c join kept on kept.parent_id = c.id
    )
    delete from categories c where id <> all(${ids}::uuid[]) and not exists (select from kept where kept.id = c.id)`);
  const { rows: strange } = await tx.execute(
    sql`select from categories where id <> all(${ids}::uuid[]) limit 1`,
  );
  return strange.length === 0;
}
