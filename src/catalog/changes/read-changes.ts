import type { Db } from '../../db/client.ts';
import { ApiError } from '../../http/api-error.ts';
import { productFields, type Product } from '../products/product-contract.ts';
import type { Change } from './change-contract.ts';
import { formatCursor, type ChangeCursor } from './change-cursor.ts';
import { readFeedPage, type FeedEntry } from './change-store.ts';
import { listKeptChanges } from './kept-change-store.ts';
import { makeChanges } from './make-changes.ts';

/** While one such part is made into JSON, Postgres reads the next; and nobody else waits longer than for one. */
const PART = 200;
/** A page ends with the part that brings it past this, so that it has a size that can be held in memory. */
const MOST_BYTES = 4 * 1_024 * 1_024;
/** Past every position. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** Which products a page is to have. */
export interface FoundChanges {
  entries: FeedEntry[];
  /** Where the reader is after all of them. */
  after: ChangeCursor;
  hasMore: boolean;
  /** Whether this is all that has a position. */
  isPast: boolean;
}

/**
 * What comes after a cursor. Without one it is the whole catalogue, but for products that are gone already: of them this
 * reader has never heard.
 * @throws ApiError `cursor_expired` when what the cursor's reader has missed cannot be told
 */
export async function findChanges(
  db: Db,
  since: ChangeCursor | 'now' | undefined,
  limit: number,
): Promise<FoundChanges> {
  const cursor = since === 'now' ? undefined : since;
  const feed = await readFeedPage(db, since === 'now' ? NEVER : (cursor?.position ?? 0), limit);
  if (cursor) refuseExpired(cursor, feed);
  const start = since === undefined ? feed.head : cursor?.start;
  const isFull = feed.entries.length === limit;
  const position = isFull ? (feed.entries.at(-1)?.position ?? feed.head) : feed.head;
  return {
    entries: feed.entries.filter(
      (entry) => !(entry.isGone && start !== undefined && entry.position <= start),
    ),
    after: { epoch: feed.epoch, position, start },
    hasMore: position < feed.head,
    isPast: position >= feed.head,
  };
}

function refuseExpired(
  { epoch, position, start }: ChangeCursor,
  feed: { epoch: string; head: number; forgottenTo: number },
): void {
  const isStrange = epoch !== feed.epoch || position > feed.head;
  // Who began after a tombstone was made has never heard of its product, and need not hear that it is gone.
  if (!isStrange && Math.max(position, start ?? 0) >= feed.forgottenTo) return;
  throw new ApiError(
    'cursor_expired',
    isStrange
      ? 'The history that this cursor belongs to is gone: begin again from a dump, or without `since`.'
      : 'This cursor is older than the deletions that are still known: begin again from a dump, or without `since`.',
    { details: { parameter: 'since', dumps: '/api/v1/dumps' } },
  );
}

/** A page as JSON, in pieces; it is short when it would be too large. `fields`: of each product; undefined: all. */
export async function renderChanges(
  db: Db,
  found: FoundChanges,
  fields: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<(string | Buffer)[]> {
  const parts = splitInParts(found.entries);
  const texts: Buffer[] = [];
  let bytes = 0;
  let { after, hasMore } = found;
  let loading = parts[0] && loadPart(db, parts[0], after.epoch, fields);
  for (const [index, part] of parts.entries()) {
    const text = (await loading) ?? '';
    signal.throwIfAborted();
    const next = parts[index + 1];
    bytes += text.length;
    // As bytes: the server would write a string of this size by way of three times its memory.
    texts.push(Buffer.from(`${index > 0 ? ',' : ''}${text}`));
    if (!next) break;
    if (bytes > MOST_BYTES) {
      after = { ...after, position: part.at(-1)?.position ?? after.position };
      hasMore = true;
      break;
    }
    loading = loadPart(db, next, after.epoch, fields);
  }
  return ['{"items":[', ...texts, `],"next":"${formatCursor(after)}","has_more":${hasMore}}`];
}

function splitInParts(entries: readonly FeedEntry[]): FeedEntry[][] {
  const parts: FeedEntry[][] = [];
  for (let from = 0; from < entries.length; from += PART) parts.push(entries.slice(from, from + PART));
  return parts;
}

/** The changes of a part as JSON, by commas: those that are kept as they are, the others are made. */
async function loadPart(
  db: Db,
  entries: readonly FeedEntry[],
  epoch: string,
  fields: readonly string[] | undefined,
): Promise<string> {
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) return '';
  const kept = await listKeptChanges(db, epoch, { first: first.position, last: last.position });
  const lacking = entries.filter(({ position }) => !kept.has(position));
  const made = new Map(
    (await makeChanges(db, lacking, fields)).map((change) => [change.position, JSON.stringify(change)]),
  );
  const texts = entries.map(({ position }) => {
    const item = kept.get(position);
    return item === undefined ? made.get(position) : pickOf(item, fields);
  });
  return texts.join(',');
}

function pickOf(item: string, fields: readonly string[] | undefined): string {
  if (fields === undefined) return item;
  const change = JSON.parse(item) as Change & { product: Product };
  return JSON.stringify({ ...change, product: productFields.pick(change.product, fields) });
}
