import type { Db } from '../../db/client.ts';
import { ApiError } from '../../http/api-error.ts';
import { productFields } from '../products/product-contract.ts';
import { findProducts } from '../products/product-store.ts';
import type { Change } from './change-contract.ts';
import { formatCursor, type ChangeCursor } from './change-cursor.ts';
import { listGoneProducts, readFeedPage, type FeedEntry } from './change-store.ts';

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
    hasMore: position < feed.head || !feed.isFilled,
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

/** A page as JSON, part by part; it is short when it would be too large. `fields`: of each product; undefined: all. */
export async function renderChanges(
  db: Db,
  found: FoundChanges,
  fields: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<string[]> {
  const parts = splitInParts(found.entries);
  const texts: string[] = [];
  let bytes = 0;
  let { after, hasMore } = found;
  let loading = parts[0] && loadPart(db, parts[0], fields);
  for (const [index, part] of parts.entries()) {
    const changes = (await loading) ?? [];
    signal.throwIfAborted();
    const next = parts[index + 1];
    const text = changes.map((change) => JSON.stringify(change)).join(',');
    bytes += text.length;
    texts.push(`${index > 0 ? ',' : ''}${text}`);
    if (!next) break;
    if (bytes > MOST_BYTES) {
      after = { ...after, position: part.at(-1)?.position ?? after.position };
      hasMore = true;
      break;
    }
    loading = loadPart(db, next, fields);
  }
  return ['{"items":[', ...texts, `],"next":"${formatCursor(after)}","has_more":${hasMore}}`];
}

function splitInParts(entries: readonly FeedEntry[]): FeedEntry[][] {
  const parts: FeedEntry[][] = [];
  for (let from = 0; from < entries.length; from += PART) parts.push(entries.slice(from, from + PART));
  return parts;
}

/** Products as they are now: what has changed since their position was given comes once more, later. */
async function loadPart(
  db: Db,
  entries: readonly FeedEntry[],
  fields: readonly string[] | undefined,
): Promise<Change[]> {
  const found = await findProducts(
    db,
    entries.map(({ productId }) => productId),
    fields,
  );
  const inUse = new Map(found.map((one) => [one.product.id, one]));
  const gone = await listGoneProducts(
    db,
    entries.flatMap(({ productId }) => (inUse.has(productId) ? [] : [productId])),
  );
  return entries.map(({ position, productId: id }): Change => {
    const shown = inUse.get(id);
    if (shown) {
      const { version, record } = shown;
      const product = productFields.pick(shown.product, fields);
      const told = { version, product, record };
      return { position, id, gtin: product.gtin, change: 'upsert', merged_into: null, ...told };
    }
    const { version = null, mergedInto = null } = gone.get(id) ?? {};
    const change = mergedInto === null ? 'delete' : 'merge';
    return {
      position,
      id,
      gtin: null,
      change,
      merged_into: mergedInto,
      version,
      product: null,
      record: null,
    };
  });
}
