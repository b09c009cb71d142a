import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { AskOutcome, AskUpstream } from '../../catalog/barcodes/find-by-codes.ts';
import { displayGtin, parseGtin } from '../../facts/values/gtin.ts';
import { loadImportContext } from '../../import/import-context.ts';
import type { ImportRecord } from '../../import/import-record.ts';
import { createOffImporter } from '../../import/open-food-facts/off-importer.ts';
import { saveRecords } from '../../import/save-batch.ts';
import { saveAuditEntry } from '../../platform/audit/audit-store.ts';
import type { Db } from '../../platform/db/client.ts';
import { reasonOf } from '../../platform/error-code.ts';
import { READ_DEADLINE_MS } from '../../platform/http/run-route.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { GuardOptions } from '../../platform/outbound/guarded-agent.ts';
import { tryJson } from '../../platform/outbound/read-answer.ts';
import { createProbedBreaker } from '../../platform/probed-breaker.ts';
import { claimAsk, forgetAsk } from './ask-store.ts';
import { createUpstreamClient } from '../upstream-client.ts';
import { UpstreamFault } from '../upstream-fault.ts';

interface AskOptions {
  /** For writes. */
  db: Db;
  /** Of the interface of Open Food Facts, below which `/api/v2/product/{code}.json` is. */
  address: string;
  /** The source whose import the answer is saved as. */
  sourceCode: string;
  perMinute: number;
  guard: GuardOptions;
  metrics: Pick<Metrics, 'upstreamAsks' | 'breakerOpen'>;
  logger: Logger;
  /** Of the call and of the whole, in tests. */
  answerMs?: number;
  patienceMs?: number;
  probeEveryMs?: number;
}

/**
 * The caller of a lookup waits so long at most, and still gets "not found" before the deadline of a read. A late answer is
 * saved for the next caller.
 */
const PATIENCE_MS = READ_DEADLINE_MS - 200;
const ANSWER_MS = PATIENCE_MS - 200;
const PROBE_EVERY_MS = 30_000;

const answerSchema = z.object({ product: z.record(z.string(), z.unknown()).optional() });

/** Asks one upstream for unknown barcodes. It is never slower for callers than `patienceMs`, and not at all while it is away. */
export function createUpstreamAsker(options: AskOptions): { ask: AskUpstream; close(): Promise<void> } {
  const { db, sourceCode, perMinute, metrics, logger } = options;
  const { answerMs = ANSWER_MS, patienceMs = PATIENCE_MS, probeEveryMs = PROBE_EVERY_MS } = options;
  const address = options.address.replace(/\/+$/, '');
  const client = createUpstreamClient(new Set([new URL(address).hostname]), options.guard, answerMs);
  const importer = createOffImporter({ sourceCode });
  const isAway = (error: unknown) => !(error instanceof UpstreamFault) || error.kind === 'away';
  const readProduct = async (code: string): Promise<Record<string, unknown> | undefined> => {
    const url = `${address}/api/v2/product/${code}.json`;
    try {
      const { text } = await client.readText(url, AbortSignal.timeout(answerMs));
      const parsed = answerSchema.safeParse(tryJson(text));
      if (!parsed.success) throw new UpstreamFault(`${url} is no answer of Open Food Facts`, 'refused');
      return parsed.data.product;
    } catch (error) {
      if (error instanceof UpstreamFault && error.status === 404) return undefined;
      throw error;
    }
  };
  const breaker = createProbedBreaker({
    name: 'lookup_upstream',
    // Any answer shows that it is there.
    probe: () =>
      client.findSize(address, AbortSignal.timeout(answerMs)).catch((error: unknown) => {
        if (isAway(error)) throw error;
      }),
    probeEveryMs,
    isFailure: isAway,
    onOpen: () => logger.warn({ address }, 'the upstream of lookups is away: it is not asked'),
    onClose: () => logger.info({ address }, 'the upstream of lookups answers again'),
    metrics,
  });

  async function askAndSave(gtin14: string, again: boolean): Promise<AskOutcome> {
    if (breaker.isOpen() || !parseGtin(displayGtin(gtin14)).ok) return 'not_asked';
    if (!(await claimAsk(db, gtin14, { perMinute, again }))) return 'not_asked';
    // It may have opened during the claim; an open one would let this call through as a trial.
    if (breaker.isOpen()) {
      await forgetAsk(db, gtin14);
      return 'not_asked';
    }
    try {
      const product = await breaker.execute(() => readProduct(displayGtin(gtin14)));
      return product && (await saveAnswer(gtin14, product)) ? 'found' : 'not_found';
    } catch (error) {
      if (isAway(error)) await forgetAsk(db, gtin14);
      throw error;
    }
  }

  /** Saves a product as the import of the source would. Returns false if the answer is no product of this barcode. */
  async function saveAnswer(gtin14: string, product: Record<string, unknown>): Promise<boolean> {
    return await db.transaction(async (tx) => {
      const context = await loadImportContext(tx, sourceCode);
      const mapped = importer.mapRow(product, context);
      if (!mapped.ok || !isOfBarcode(mapped.record, gtin14)) return false;
      const counts = await saveRecords(tx, [mapped.record], context);
      if (counts.created === 0) return false;
      await saveAuditEntry(
        tx,
        { actor: 'upstream' },
        {
          action: 'upstream.answered',
          entity: 'source',
          entityId: context.sourceId,
          after: { gtin: displayGtin(gtin14) },
        },
      );
      return true;
    });
  }

  const ask: AskUpstream = async (gtin14, { again = false } = {}) => {
    const asking = askAndSave(gtin14, again).catch((error: unknown): AskOutcome => {
      // What an upstream does wrong may happen at each call; an error of this service is for its operator.
      const level = error instanceof UpstreamFault ? 'debug' : 'warn';
      logger[level]({ reason: reasonOf(error) }, 'an upstream was asked in vain');
      return 'failed';
    });
    const late = new AbortController();
    const patience = sleep(patienceMs, 'failed' as const, { signal: late.signal }).catch(
      () => 'failed' as const,
    );
    const outcome = await Promise.race([asking, patience]);
    late.abort();
    metrics.upstreamAsks.inc({ outcome });
    return outcome;
  };

  return {
    ask,
    async close() {
      breaker.close();
      await client.close();
    },
  };
}

const isOfBarcode = ({ barcode }: ImportRecord, gtin14: string) => barcode?.gtin14 === gtin14;
