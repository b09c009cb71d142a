import { sql } from 'drizzle-orm';
import { createHmac } from 'node:crypto';
import type { Db, Tx } from '../platform/db/client.ts';
import { ERASURES } from '../platform/audit/audit-store.ts';

/** What an import would bring an erased product back by. */
interface ErasableKeys {
  /** Of 14 digits. */
  gtins: readonly string[];
  records: readonly { sourceId: string; sourceKey: string }[];
}

export async function saveErasedKeys(tx: Tx, { gtins, records }: ErasableKeys): Promise<void> {
  const hashOf = createHash(await findSecret(tx));
  const hashes = [...gtins.map(nameGtin), ...records.map(nameRecord)].map(hashOf);
  await tx.execute(sql`
    INSERT INTO erased_keys (key_hash) SELECT unnest(${sql.param(hashes)}::bytea[]) ON CONFLICT DO NOTHING`);
}

/** Whether a record that an import reads is that of an erased product; as far as this transaction sees. */
export type IsErased = (record: {
  sourceId: string;
  sourceKey: string;
  gtin14: string | undefined;
}) => boolean;

export async function loadErasedKeys(db: Db | Tx): Promise<IsErased> {
  const { rows } = await db.execute<{ key_hash: Buffer }>(sql`SELECT key_hash FROM erased_keys`);
  if (rows.length === 0) return () => false;
  const erased = new Set(rows.map((row) => row.key_hash.toString('hex')));
  const hashOf = createHash(await findSecret(db));
  return ({ gtin14, ...record }) =>
    erased.has(hashOf(nameRecord(record)).toString('hex')) ||
    (gtin14 !== undefined && erased.has(hashOf(nameGtin(gtin14)).toString('hex')));
}

/** A transaction that erases begins some time before it commits. */
const LONGEST_ERASURE_MS = 60_000;

/** Until when what was read of the catalogue may hold a product that has been erased since; undefined: none ever was. */
export async function findLastErasure(db: Db | Tx): Promise<Date | undefined> {
  const { rows } = await db.execute<{ at: Date }>(
    sql`SELECT at FROM audit_log WHERE action = ${ERASURES.product} ORDER BY seq DESC LIMIT 1`,
  );
  return rows[0] && new Date(new Date(rows[0].at).getTime() + LONGEST_ERASURE_MS);
}

const nameGtin = (gtin14: string): string => `gtin ${gtin14}`;
const nameRecord = (record: ErasableKeys['records'][number]): string =>
  `record ${record.sourceId} ${record.sourceKey}`;

/** Keyed: there are so few barcodes that a plain hash of one tells which it is. */
function createHash(secret: Buffer): (name: string) => Buffer {
  return (name) => createHmac('sha256', secret).update(name).digest();
}

async function findSecret(db: Db | Tx): Promise<Buffer> {
  const { rows } = await db.execute<{ secret: Buffer }>(
    sql`SELECT secret FROM installation_secrets WHERE name = 'erased_keys'`,
  );
  if (!rows[0]) throw new Error('The secret of erased keys is missing: run the migrations.');
  return rows[0].secret;
}
