import type { Logger } from 'pino';
import { nameCaller } from '../../platform/http/callers/caller.ts';
import type { Db } from '../../platform/db/client.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { startLoop } from '../../platform/start-loop.ts';
import { parseGtin } from '../../facts/values/gtin.ts';
import { type MissKind, MOST_MISSED_CHARACTERS } from './miss-contract.ts';
import { saveMisses, type CountedMiss } from './miss-store.ts';
import { foldText, hasWord, readSearchText } from '../../platform/text/fold-text.ts';

/** A text whose best product is less similar did not find what it meant. */
const GOOD_SCORE = 0.5;
const SAVE_EVERY_MS = 30_000;
/** Different texts and barcodes, and those by caller, between two saves. Further ones are not counted. */
const MOST_AT_ONCE = 2_000;
const MOST_ASKED_AT_ONCE = 20_000;

type Asking = Parameters<typeof nameCaller>[0];

/** Counts what callers look for and do not find. The counts are kept in memory until they are saved together. */
export interface Misses {
  /** Counts a text as it was typed. @param bestScore of its best product, from 0 to 1; 0: none was found */
  noteText: (asking: Asking, text: string, bestScore: number) => void;
  /** Counts a barcode by the keys that its digits can be read as, the likeliest last; only if a product can have it. */
  noteBarcode: (asking: Asking, gtin14s: readonly string[], isFound: boolean) => void;
}

export interface MissCounter extends Misses {
  /** Saves what was counted since the last save. */
  save: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Counts misses and saves them twice a minute. Counts of a process that is killed, or that finds no database, are lost.
 * In memory callers are told apart between two saves, so that each counts once.
 */
export function createMissCounter({
  db,
  metrics,
  logger,
}: {
  db: Db;
  metrics: Pick<Metrics, 'lookups'>;
  logger: Logger;
}): MissCounter {
  let counted = new Map<string, CountedMiss>();
  let asked = new Set<string>();

  const count = (asking: Asking, miss: Omit<CountedMiss, 'count'>): void => {
    const name = `${miss.kind} ${miss.value}`;
    const question = `${nameCaller(asking)} ${name}`;
    const known = counted.get(name);
    if (asked.has(question) || asked.size >= MOST_ASKED_AT_ONCE) return;
    if (!known && counted.size >= MOST_AT_ONCE) return;
    asked.add(question);
    counted.set(name, { ...miss, count: (known?.count ?? 0) + 1 });
  };
  const noteOutcome = (kind: MissKind, score: number): void =>
    metrics.lookups.inc({ kind, outcome: score >= GOOD_SCORE ? 'found' : score > 0 ? 'weak' : 'nothing' });

  const save = async (): Promise<void> => {
    const batch = [...counted.values()];
    counted = new Map();
    asked = new Set();
    if (batch.length > 0) await saveMisses(db, batch);
  };
  const saving = startLoop({ name: 'the saving of misses', everyMs: SAVE_EVERY_MS, work: save, logger });

  return {
    noteText(asking, text, bestScore) {
      noteOutcome('text', bestScore);
      const miss = bestScore < GOOD_SCORE && readMiss(text);
      if (miss) count(asking, { ...miss, best_score: bestScore });
    },
    noteBarcode(asking, gtin14s, isFound) {
      const barcode = parseGtin(gtin14s.at(-1) ?? '');
      if (!isFound && !barcode.ok) return;
      noteOutcome('barcode', isFound ? 1 : 0);
      if (!isFound && barcode.ok) count(asking, { kind: 'barcode', value: barcode.gtin, best_score: 0 });
    },
    save,
    async close() {
      await saving.close();
      await save();
    },
  };
}

/** Six digits or more, with any signs and blanks between them. */
const LIKE_TELEPHONE = /\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd}){5}/u;
/** An `@`, also written out: `(at)`, `name at example dot org`. */
const LIKE_MAIL = /@|[([{]\s*at\s*[)\]}]|\bat\b.*\bdot\b/;

/**
 * Returns what may be kept of a text that found nothing: a barcode of 12 digits or more, or the folded text. Undefined for a
 * text that looks like a telephone number, an e-mail address or a part of a barcode, is too long, or has no word. Eight
 * digits of a text are more often a telephone number than a barcode.
 */
export function readMiss(text: string): { kind: MissKind; value: string } | undefined {
  const folded = foldText(text);
  const { digits } = readSearchText(folded);
  if (digits !== undefined) {
    const parsed = parseGtin(digits);
    return parsed.ok && digits.length >= 12 ? { kind: 'barcode', value: parsed.gtin } : undefined;
  }
  if (!hasWord(folded) || folded.length > MOST_MISSED_CHARACTERS) return undefined;
  return LIKE_TELEPHONE.test(folded) || LIKE_MAIL.test(folded) ? undefined : { kind: 'text', value: folded };
}
