import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { makePicturesAbsolute } from '../../catalog/pictures/picture-address.ts';
import { productFields, type Product } from '../../catalog/products/product-contract.ts';
import type { Change } from './change-contract.ts';
import { formatCursor, type ChangeCursor } from './change-cursor.ts';
import { readFeedPage, type FeedEntry } from './change-store.ts';
import { listKeptChanges } from './kept-change-store.ts';
import { makeChanges } from './make-changes.ts';

/** Products of a part. Postgres reads the next part while one is rendered, and other requests wait for at most one part. */
const PART = 200;
/** A page ends with the part that exceeds this size, so that it fits into memory. */
const MOST_BYTES = 4 * 1_024 * 1_024;
/** Higher than every position. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** The entries of a page. */
export interface FoundChanges {
  entries: FeedEntry[];
  /** The cursor after all entries. */
  after: ChangeCursor;
  hasMore: boolean;
  /** Whether no later position exists. */
  isPast: boolean;
}

/**
 * Returns the changes after a cursor. Without a cursor returns the whole catalogue, without deleted products, because this
 * reader never had them.
 * @throws ApiError `cursor_expired` when the changes that the reader has missed are no longer known
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
  // A reader who started after a tombstone was made never had its product, and does not need the deletion.
  if (!isStrange && Math.max(position, start ?? 0) >= feed.forgottenTo) return;
  throw new ApiError(
    'cursor_expired',
    isStrange
      ? 'The history that this cursor belongs to is gone: begin again from a dump, or without `since`.'
      : 'This cursor is older than the deletions that are still known: begin again from a dump, or without `since`.',
    { details: { parameter: 'since', dumps: '/api/v1/dumps' } },
  );
}

/**
 * Renders a page as JSON in pieces, shortened when it would be too large. `fields`: of each product; undefined: all. `root`:
 * address of the service, for pictures.
 */
export async function renderChanges(
  db: Db,
  found: FoundChanges,
  { fields, root }: { fields: readonly string[] | undefined; root: string },
  signal: AbortSignal,
): Promise<(string | Buffer)[]> {
  const parts = splitInParts(found.entries);
  const texts: Buffer[] = [];
  let bytes = 0;
  let { after, hasMore } = found;
  let loading = parts[0] && loadPart(db, parts[0], after.epoch, fields);
  for (const [index, part] of parts.entries()) {
    const text = makePicturesAbsolute((await loading) ?? '', root);
    signal.throwIfAborted();
    const next = parts[index + 1];
    bytes += text.length;
    // As bytes: to write a string of this size, the server would need three times its memory.
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

/** Returns the changes of a part as JSON, joined by commas. Cached changes are used; the others are rendered. */
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
