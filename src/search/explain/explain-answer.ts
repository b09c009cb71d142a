import { foldText, readCode } from '../../platform/text/fold-text.ts';
import type { SearchQuery } from '../search-contract.ts';
import type { EnginePage } from '../search-engine.ts';
import { QUALITY_BASE, SIMILARITY_THRESHOLD } from '../search-limits.ts';
import type { HandOverReason, SearchExplanation } from './explanation-contract.ts';

/** Returns how a page was found. `handedOver`: the noted reasons in their order; `tookMs`: milliseconds. */
export function explainAnswer(
  { q, sort = 'relevance' }: Pick<SearchQuery, 'q' | 'sort'>,
  { foundBy, isSettled, isTotalExact }: EnginePage,
  handedOver: readonly HandOverReason[],
  tookMs: number,
): SearchExplanation {
  const { text, digits } = readCode(foldText(q));
  return {
    text,
    code: digits ?? null,
    order: text || sort !== 'relevance' ? sort : 'quality',
    similarity_threshold: SIMILARITY_THRESHOLD,
    quality_base: QUALITY_BASE,
    engine: foundBy?.engine ?? null,
    handed_over: [...handedOver],
    names_looked_at: foundBy?.names ?? null,
    is_proven_complete: isSettled && isTotalExact,
    took_ms: Math.round(tookMs * 100) / 100,
  };
}
