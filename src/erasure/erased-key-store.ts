import { sql } from 'drizzle-orm';
import { createHmac } from 'node:crypto';
import type { Db, Tx } from '../platform/db/client.ts';
import { ERASURES } from '../platform/audit/audit-store.ts';

/** The keys by which an import would bring an erased product back. */
interface ErasableKeys {
  /** 14 digits each. */
  gtins: readonly string[];
  records: readonly { sourceId: string; sourceKey: string }[];
}

export async function saveErasedKeys(tx: Tx, { gtins, records }: ErasableKeys): Promise<void> {
  const hashOf = createHash(await findSecret(tx));
  const hashes = [...gtins.map(nameGtin), ...records.map(nameRecord)].map(hashOf);
  await tx.execute(sql`
    insert into erased_keys (key_hash) select unnest(${sql.param(hashes)}::bytea[]) on conflict do nothing`);
}

/** Returns whether an imported record is that of an erased product, as far as this transaction sees. */
export type IsErased = (record: {
  sourceId: string;
  sourceKey: string;
  gtin14: string | undefined;
}) => boolean;

export async function loadErasedKeys(db: Db | Tx): Promise<IsErased> {
  const { rows } = await db.execute<{ key_hash: Buffer }>(sql`select key_hash from erased_keys`);
  if (rows.length === 0) return () => false;
  const erased = new Set(rows.map((row) => row.key_hash.toString('hex')));
  const hashOf = createHash(await findSecret(db));
  return ({ gtin14, ...record }) =>
    erased.has(hashOf(nameRecord(record)).toString('hex')) ||
    (gtin14 !== undefined && erased.has(hashOf(nameGtin(gtin14)).toString('hex')));
}

/** The longest time from the start of an erasure to its commit. */
const LONGEST_ERASURE_MS = 60_000;

/**
 * Returns the time after which cached catalogue data cannot contain an erased product; undefined if none was erased.
 */
export async function findLastErasure(db: Db | Tx): Promise<Date | undefined> {
  const { rows } = await db.execute<{ at: Date }>(
    sql`select at from audit_log where action = ${ERASURES.product} order by seq desc limit 1`,
  );
  return rows[0] && new Date(new Date(rows[0].at).getTime() + LONGEST_ERASURE_MS);
}

const nameGtin = (gtin14: string): string => `gtin ${gtin14}`;
const nameRecord = (record: ErasableKeys['records'][number]): string =>
  `record ${record.sourceId} ${record.sourceKey}`;

/** Keyed, because there are so few barcodes that a plain hash can be reversed by trying all. */
function createHash(secret: Buffer): (name: string) => Buffer {
  return (name) => createHmac('sha256', secret).update(name).digest();
}

async function findSecret(db: Db | Tx): Promise<Buffer> {
  const { rows } = await db.execute<{ secret: Buffer }>(
    sql`select secret from installation_secrets where name = 'erased_keys'`,
  );
  if (!rows[0]) throw new Error('The secret of erased keys is missing: run the migrations.');
  return rows[0].secret;
}
