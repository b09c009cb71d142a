import type { ClientBase, Pool } from 'pg';

/** Returns everything in the schema that statements of a release can depend on, by name. */
export type Schema = Map<string, Record<string, string>>;

const QUERIES = {
  table: `
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'S')`,
  column: `
    select c.relname || '.' || a.attname as name, c.relname as table, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull::text as required, (a.atthasdef or a.attidentity <> '')::text as filled
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped`,
  constraint: `
    select c.relname || '.' || k.conname as name, c.relname as table, k.contype::text as kind, pg_get_constraintdef(k.oid) as is
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.connamespace = 'public'::regnamespace and k.contype in ('c', 'f', 'p', 'u', 'x')`,
  index: `
    select i.indexrelid::regclass::text as name, c.relname as table, pg_get_indexdef(i.indexrelid) as is
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and i.indisunique`,
  function: `
    select p.oid::regprocedure::text as name, pg_get_function_result(p.oid) as is from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  trigger: `
    select c.relname || '.' || t.tgname as name, c.relname as table, pg_get_triggerdef(t.oid) as is
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`,
};

export async function readSchema(client: Pool | ClientBase): Promise<Schema> {
  const schema: Schema = new Map();
  for (const [kind, query] of Object.entries(QUERIES)) {
    const { rows } = await client.query<Record<string, string>>(query);
    for (const row of rows) schema.set(`${kind} ${row['name']}`, row);
  }
  return schema;
}

/**
 * Why statements of a release that knows the schema `before` could fail, or mean something else, on the schema
 * `after`. Empty when the schema has only grown: new tables; in old ones columns that need no value; plain indexes.
 */
export function findBreaks(before: Schema, after: Schema): string[] {
  const changed = [...before].flatMap(([name, was]) => describeChange(name, was, after.get(name)));
  const isOld = (table: string | undefined) => before.has(`table ${table}`);
  const added = [...after].flatMap(([name, is]) =>
    before.has(name) || !isOld(is['table']) ? [] : describeAddition(name, is),
  );
  return [...changed, ...added].toSorted();
}

function describeChange(
  name: string,
  was: Record<string, string>,
  is: Record<string, string> | undefined,
): string[] {
  if (!is) {
    // A rule that is lifted forbids nothing; but of a unique one `on conflict` may make use.
    return name.startsWith('constraint') && ['c', 'f'].includes(was['kind'] ?? '') ? [] : [`${name} is gone`];
  }
  if (was['type'] !== is['type']) return [`${name} is ${is['type']}, and was ${was['type']}`];
  if (was['required'] === 'false' && is['required'] === 'true') return [`${name} needs a value now`];
  if (was['filled'] === 'true' && is['filled'] === 'false') return [`${name} has lost its default`];
  return was['is'] === is['is'] ? [] : [`${name} has changed`];
}

function describeAddition(name: string, is: Record<string, string>): string[] {
  if (name.startsWith('column')) {
    return is['required'] === 'true' && is['filled'] === 'false' ? [`${name} is new and needs a value`] : [];
  }
  // A new rule or trigger may refuse writes of the release before.
  return [`${name} is new in an old table`];
}
