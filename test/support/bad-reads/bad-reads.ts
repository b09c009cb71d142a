import { BAD_FILTERS } from './bad-filters.ts';
import { BAD_IDS } from './bad-ids.ts';
import type { BadRead } from './bad-read.ts';
import { BAD_REQUESTS } from './bad-requests.ts';
import { BAD_TEXTS } from './bad-texts.ts';

export const BAD_READS: BadRead[] = [...BAD_IDS, ...BAD_TEXTS, ...BAD_FILTERS, ...BAD_REQUESTS];
