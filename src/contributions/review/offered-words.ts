import { parseGtin, type ParsedGtin } from '../../catalog/barcodes/gtin.ts';
import type { OfferedMsrp } from '../../catalog/msrp/msrp-contract.ts';
import type { OfferedFacts } from '../../facts/product-facts.ts';
import type { Submission } from './review-store.ts';

/** Everything that is let in from contributions is said by this source. */
export const COMMUNITY = 'community';

export interface OfferedWords {
  facts: OfferedFacts;
  msrp: OfferedMsrp | undefined;
  barcode: ParsedGtin | undefined;
}

/** What an entry says about a product. Its content was checked when it came in. */
export function readOffer({ content, gtin14 }: Pick<Submission, 'content' | 'gtin14'>): OfferedWords {
  const { msrp, note: _note, source_url: _sourceUrl, ...facts } = content;
  const parsed = gtin14 === null ? undefined : parseGtin(gtin14);
  return {
    facts,
    msrp: msrp as OfferedMsrp | undefined,
    barcode: parsed?.ok ? parsed : undefined,
  };
}
