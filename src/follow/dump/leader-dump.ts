import { parseCursor } from '../../publish/feed/change-cursor.ts';
import { COPY_FILES, dumpListSchema, type DumpFile } from '../../publish/dumps/dump-contract.ts';
import { isDumpName } from '../../publish/dumps/dump-folder.ts';

/** A dump of the leader, as far as a copy needs it. */
export interface LeaderDump {
  name: string;
  /** Where the leader's feed goes on from it. */
  cursor: string;
  /** Lines of `products`, and of `records`. */
  rows: number;
  files: Record<keyof typeof COPY_FILES, DumpFile>;
}

/** The dump stays unusable: it is gone, or differs from its manifest, or the disk has no room for it. */
export class DumpUnusable extends Error {}

const dumpSchema = dumpListSchema.shape.items.element;
const SHA256 = /^[0-9a-f]{64}$/;

/** Those of a list of dumps from which a copy can be made; the others are of another release, or nonsense. */
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
