import { parseCursor } from '../../publish/feed/change-cursor.ts';
import { COPY_FILES, dumpListSchema, type DumpFile } from '../../publish/dumps/dump-contract.ts';
import { isDumpName } from '../../publish/dumps/dump-folder.ts';

/** A dump of the leader, reduced to what a copy needs. */
export interface LeaderDump {
  name: string;
  /** Cursor from which the leader's feed continues after the dump. */
  cursor: string;
  /** Number of lines in `products`, and in `records`. */
  rows: number;
  files: Record<keyof typeof COPY_FILES, DumpFile>;
}

/** A permanent failure: the dump is gone or differs from its manifest, or the disk has no room. */
export class DumpUnusable extends Error {}

const dumpSchema = dumpListSchema.shape.items.element;
const SHA256 = /^[0-9a-f]{64}$/;

/** Returns the dumps that a copy can be made from. Others are from another release, or invalid. */
export function parseDumps({ items }: { items: readonly unknown[] }): LeaderDump[] {
  return items.flatMap((item) => {
    const { data } = dumpSchema.safeParse(item);
    if (!data || !isDumpName(data.name)) return [];
    const cursor = parseCursor(data.cursor);
    const fileOf = (name: string) =>
      data.files.find((file) => file.name === name && SHA256.test(file.sha256));
    const [products, records, reference] = [
      fileOf(COPY_FILES.products),
      fileOf(COPY_FILES.records),
      fileOf(COPY_FILES.reference),
    ];
    const rows = data.tables.find((table) => table.files.includes(COPY_FILES.products))?.rows;
    if (!products || !records || !reference || !cursor || cursor.start !== undefined) return [];
    if (rows === undefined) return [];
    return [{ name: data.name, cursor: data.cursor, rows, files: { products, records, reference } }];
  });
}
