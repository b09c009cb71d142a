import { createHash } from 'node:crypto';
import type { Db } from '../db/client.ts';
import type { AuditCheck } from './audit-contract.ts';
import { findChainHead, listAnnouncedErasures, listChainRows, type ChainRow } from './audit-store.ts';

const BATCH_ROWS = 500;
const MAX_PROBLEMS = 20;

type Problem = AuditCheck['problems'][number];

/** The previous row, which the next one must follow. */
interface Link {
  seq: number;
  /** The stored hash. */
  hash: Buffer;
  /** The hash computed from the content. If the row was changed, the next row matches only one of the two. */
  computed: Buffer;
}

const NOTHING = Buffer.alloc(0);

/**
 * Verifies at most `mostRows` rows after `after`. A problem is `changed` (content and hash differ), `missing` (a number
 * is absent) or `unlinked` (the row does not hold the hash of the row before). `unlinked` means that one of the two was
 * rewritten with its hash, or inserted. An erased row keeps its hash and place, and a later row lists it as erased. Rows
 * cut off the end leave a valid chain: only an earlier head detects that (see `findHeadProblem`).
 */
export async function verifyAuditChain(
  db: Db,
  { after = 0, mostRows = Infinity }: { after?: number; mostRows?: number } = {},
): Promise<AuditCheck> {
  const before = after === 0 ? undefined : await findChainHead(db, after);
  const problems: Problem[] = after > 0 && !before ? [missing(after, after)] : [];
  const hashBefore = before?.hash ?? NOTHING;
  let last: Link = { seq: after, hash: hashBefore, computed: hashBefore };
  let checked = 0;
  let erased = 0;
  for (;;) {
    const rows = await listChainRows(db, last.seq, Math.min(BATCH_ROWS, mostRows - checked));
    const emptied = rows.flatMap(({ seq, isErased }) => (isErased ? [seq] : []));
    const announced = emptied.length > 0 ? await listAnnouncedErasures(db, emptied) : new Set<number>();
    for (const row of rows) {
      if (announced.has(row.seq)) {
        // The hash of an erased row cannot be recomputed. Its place in the chain can still be checked.
        problems.push(...findGap(last, row, true));
        last = { seq: row.seq, hash: row.hash, computed: row.hash };
        erased += 1;
        continue;
      }
      const computed = createHash('sha256').update(row.prevHash).update(row.content).digest();
      problems.push(...findProblems(last, row, computed));
      last = { seq: row.seq, hash: row.hash, computed };
    }
    checked += rows.length;
    const isEnd = rows.length === 0;
    if (isEnd || checked >= mostRows) {
      return {
        checked,
        erased,
        problems: problems.slice(0, MAX_PROBLEMS),
        head: last.seq === 0 ? null : { seq: last.seq, hash: last.hash.toString('hex') },
        next_after: isEnd ? null : last.seq,
      };
    }
  }
}

/** Returns the problem of a head noted earlier, or undefined if its row is unchanged. */
export async function findHeadProblem(
  db: Db,
  head: { seq: number; hash: string },
): Promise<Problem | undefined> {
  const row = await findChainHead(db, head.seq);
  if (!row) return missing(head.seq, head.seq);
  return row.hash.toString('hex') === head.hash
    ? undefined
    : { kind: 'changed', seq: head.seq, message: `Row ${head.seq} had another hash when it was noted down.` };
}

function findProblems(last: Link, row: ChainRow, computed: Buffer): Problem[] {
  const { seq } = row;
  const isIntact = computed.equals(row.hash);
  const problems = findGap(last, row, isIntact);
  if (!isIntact) {
    const message = row.isErased
      ? `Row ${seq} was emptied, and no later row says so.`
      : `Row ${seq} is not as it was written: its content does not fit its hash.`;
    problems.push({ kind: 'changed', seq, message });
  }
  return problems;
}

/** Checks that the row follows the one before. A changed row cannot be checked. */
function findGap(last: Link, { seq, prevHash }: ChainRow, isIntact: boolean): Problem[] {
  if (seq !== last.seq + 1) return [missing(last.seq + 1, seq - 1)];
  if (!isIntact || prevHash.equals(last.hash) || prevHash.equals(last.computed)) return [];
  const message = `Row ${seq} does not follow row ${last.seq}: one of them was written or rewritten later.`;
  return [{ kind: 'unlinked', seq, message }];
}

function missing(from: number, to: number): Problem {
  const message = from === to ? `Row ${from} is missing.` : `Rows ${from} to ${to} are missing.`;
  return { kind: 'missing', seq: from, message };
}
