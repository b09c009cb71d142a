import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { computeCheckDigit } from '../../../src/facts/values/gtin.ts';
import type { Db } from '../../../src/platform/db/client.ts';
import type { PendingSubmission } from './review-page.ts';

type Kind = 'new' | 'addition' | 'conflict' | 'twin' | 'alike' | 'hostile';

export interface DrillCase {
  kind: Kind;
  submission: PendingSubmission;
  /** The key that a careful reviewer presses. */
  keys: string[];
}

/**
 * Of twenty entries: eight new, one new that is much like a product, five that add to a product, two in conflict, two
 * twins, two that are hostile.
 */
const MIX =
  'new addition new twin alike conflict new addition new hostile new addition new addition new conflict new hostile addition twin'.split(
    ' ',
  ) as Kind[];

/** Submissions of every kind, about products of the demonstration catalogue. */
export async function buildCases(db: Db, count: number): Promise<DrillCase[]> {
  const { rows } = await db.execute<Stored>(sql`
    SELECT right(b.gtin14, 13) AS gtin, p.name, brands.name AS brand, c.code AS category FROM products p
    JOIN barcodes b ON b.product_id = p.id AND b.is_primary JOIN brands ON brands.id = p.brand_id
    JOIN categories c ON c.id = p.category_id WHERE p.status = 'active' ORDER BY b.gtin14`);
  const twins = MIX.flatMap((kind, place) => (kind === 'twin' ? [place] : []));
  return Array.from({ length: count }, (_, index) => {
    const kind = MIX[index % MIX.length] ?? 'new';
    // The second of a pair has the barcode of the first, and completes its product.
    const isSecond = kind === 'twin' && index % MIX.length === twins[1];
    const number = isSecond ? index - (twins[1] ?? 0) + (twins[0] ?? 0) : index;
    return { kind, ...BUILD[kind]({ number, isSecond, stored: rows[index % rows.length] as Stored }) };
  });
}

interface Stored extends Record<string, unknown> {
  gtin: string;
  name: string;
  brand: string;
  category: string;
}

interface Place {
  number: number;
  isSecond: boolean;
  /** A product that is there. */
  stored: Stored;
}

const BUILD: Record<Kind, (place: Place) => Omit<DrillCase, 'kind'>> = {
  new: ({ number }) => ({
    keys: ['a'],
    submission: {
      gtin: gtinOf(number),
      content: {
        name: `${wordOf(number)} new ${number}`,
        category: 'beverages',
        brand: `${wordOf(number + 500)} Mill`,
      },
    },
  }),
  addition: ({ number, stored }) => ({
    keys: ['a'],
    submission: { gtin: stored.gtin, content: { attributes: { [`drilled_${number}`]: 'yes' } } },
  }),
  conflict: ({ number, stored }) => ({
    keys: [number % 40 < 20 ? 'K' : 'T', 'a'],
    submission: { gtin: stored.gtin, content: { name: `${wordOf(number)} conflict ${number}` } },
  }),
  alike: ({ number, stored: { name, brand, category } }) => ({
    keys: ['n', 'a'],
    submission: { gtin: gtinOf(number), content: { name, brand, category } },
  }),
  hostile: ({ number }) => ({
    keys: ['r', '6'],
    submission: {
      content: {
        name: `<img src=x onerror=alert(1)>\u202e${number} ${'W'.repeat(120)}`,
        note: '"; DROP TABLE products; --',
      },
    },
  }),
  twin: ({ number, isSecond }) => ({
    keys: ['a'],
    submission: {
      gtin: gtinOf(number),
      content: {
        name: `${wordOf(number)} twin ${number}`,
        ...(isSecond ? { net_content_value: 5, net_content_unit: 'kg' } : {}),
      },
    },
  }),
};

function gtinOf(number: number): string {
  const digits = `40000021${String(number).padStart(4, '0')}`;
  return digits + computeCheckDigit(digits);
}

/** A word that is like no other. */
function wordOf(index: number): string {
  const digest = createHash('sha256').update(String(index)).digest().subarray(0, 9);
  return Array.from(digest, (byte) => String.fromCharCode(97 + (byte % 26))).join('');
}
