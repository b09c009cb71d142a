import * as z from 'zod/mini';
import { text } from '../../parts/search-params.ts';

/** The period: days as `YYYY-MM-DD` in UTC, inclusive; the last 30 unless given. */
export const reviewStatsSearch = z.object({ from: text, to: text });

export type ReviewStatsSearch = z.output<typeof reviewStatsSearch>;
