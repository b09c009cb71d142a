import { z } from 'zod';
import { productSchema } from '../catalog/products/product-contract.ts';
import { productRecordSchema } from '../catalog/products/product-record-contract.ts';
import { changesSchema } from '../publish/feed/change-contract.ts';
import { parseCursor } from '../publish/feed/change-cursor.ts';
import type { CopiedProduct } from './copy/copied-product.ts';
import { describeIssue } from './copy/copy-rules.ts';

/** A change sent by the leader. An upsert has a copy, or the reason why its facts are unusable. */
export interface LeaderChange {
  id: string;
  change: 'upsert' | 'delete' | 'merge';
  /** Set for a merge. */
  merged_into?: string | null;
  copy?: CopiedProduct;
  fault?: string;
}

export interface LeaderPage {
  items: LeaderChange[];
  /** Cursor after the page. */
  next: string;
  has_more: boolean;
}

/** Products are validated one by one, so that an unexpected one does not invalidate the page. */
export const sentPageSchema = changesSchema.extend({
  items: z.array(
    changesSchema.shape.items.element
      .pick({ position: true, id: true, change: true, merged_into: true })
      .extend({ product: z.unknown(), record: z.unknown(), version: z.unknown() }),
  ),
});
type SentPage = z.output<typeof sentPageSchema>;

const copySchema = z.object({ product: productSchema, record: productRecordSchema, version: z.int() });

/** Returns what is wrong with a page beyond its schema, or undefined. */
export function findNonsense({ items, next }: SentPage, cursor: string | null): string | undefined {
  const after = parseCursor(next);
  let last = (cursor === null ? undefined : parseCursor(cursor))?.position ?? 0;
  if (!after) return '`next` is no cursor';
  if (after.position < last) return '`next` goes back';
  for (const { position } of items) {
    if (position <= last || position > after.position) return `position ${position} is out of order`;
    last = position;
  }
  return undefined;
}

export function readPage({ items, ...page }: SentPage): LeaderPage {
  return { ...page, items: items.map(readChange) };
}

function readChange({ id, change, merged_into, ...facts }: SentPage['items'][number]): LeaderChange {
  if (change !== 'upsert') return { id, change, merged_into };
  const { data: copy, error } = copySchema.safeParse(facts);
  if (copy?.product.id === id) return { id, change, copy };
  return { id, change, fault: describeIssue(error) ?? 'product.id: is another one' };
}
