import { z } from 'zod';
import { reasonOf } from '../platform/error-code.ts';
import { readBounded, readRange, tryJson } from '../platform/outbound/read-answer.ts';
import type { RemoteFile, Resumption } from '../platform/outbound/receive-file.ts';
import { describeIssue } from './copy/copy-rules.ts';
import { parseDumps, type LeaderDump } from './dump/leader-dump.ts';
import { WAIT_SECONDS } from './follow-store.ts';
import { findNonsense, readPage, sentPageSchema, type LeaderPage } from './leader-page.ts';
import { leaderReferenceSchema, type LeaderReference } from './copy/usable-reference.ts';

export interface Leader {
  /**
   * Returns the page after a cursor. It is empty if there is no change yet. With `waits`, the leader holds the call
   * until the next change.
   * @throws LeaderError
   */
  readChanges(cursor: string | null, waits: boolean, signal: AbortSignal): Promise<LeaderPage>;
  /** @throws LeaderError */
  readReferenceData(signal: AbortSignal): Promise<LeaderReference>;
  /**
   * Returns the dumps that a copy can be made from, newest first. Empty if the leader has none that this release
   * supports.
   * @throws LeaderError
   */
  readDumps(signal: AbortSignal): Promise<LeaderDump[]>;
  /**
   * Returns whether the feed can be read from a cursor.
   * @throws LeaderError
   */
  knowsCursor(cursor: string, signal: AbortSignal): Promise<boolean>;
  /**
   * Opens a file of a dump, whole or from a byte if its ETag still matches. Sends no key, because dumps are public and
   * caches may serve them.
   * @throws LeaderError
   */
  openFile(path: string, since: Resumption | undefined, signal: AbortSignal): Promise<RemoteFile>;
}

/** The leader did not answer, or its answer is unusable. */
export class LeaderError extends Error {
  /** `expired`: the cursor; `busy`: retry later; `refused`: a person has to fix something first. */
  readonly kind: 'expired' | 'busy' | 'refused' | 'away' | 'nonsense';
  /** Delay that the leader requests. */
  readonly retryAfterMs: number;

  constructor(message: string, kind: LeaderError['kind'], retryAfterMs = 0, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LeaderError';
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface LeaderFigures {
  pageSize: number;
  waitSeconds: number;
  /** From the request to the last byte, besides the wait. */
  patienceMs: number;
  /** Limit of an unpacked answer. The leader ends a page at about 4 MB. */
  mostBytes: number;
}

const FIGURES: LeaderFigures = {
  pageSize: 1_000,
  waitSeconds: WAIT_SECONDS,
  patienceMs: 40_000,
  mostBytes: 64 * 1_024 * 1_024,
};
const LONGEST_RETRY_AFTER_MS = 15 * 60_000;

/** Creates a client of another Factshelf. Does not follow redirects, because the key is only for the given address. */
export function createLeader(
  address: string,
  apiKey: string | undefined,
  figures: Partial<LeaderFigures> = {},
): Leader {
  const { pageSize, waitSeconds, patienceMs, mostBytes } = { ...FIGURES, ...figures };

  async function readAnswer(path: string, signal: AbortSignal): Promise<[Response, string]> {
    const response = await fetch(`${address}/api/v1${path}`, {
      headers: { accept: 'application/json', ...(apiKey ? { 'x-api-key': apiKey } : {}) },
      redirect: 'error',
      signal,
    });
    return [response, await readText(response, mostBytes)];
  }

  async function ask<S extends z.ZodType>(
    path: string,
    schema: S,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<z.output<S>> {
    const tooSlow = new AbortController();
    // Not AbortSignal.timeout: see change-feed.ts.
    const patience = setTimeout(
      () => tooSlow.abort(new DOMException('it took too long', 'TimeoutError')),
      timeoutMs,
    );
    const given = AbortSignal.any([signal, tooSlow.signal]);
    let response: Response;
    let text: string;
    try {
      [response, text] = await Promise.race([readAnswer(path, given), untilAborted(given)]);
    } catch (error) {
      throw isAway(error, signal);
    } finally {
      clearTimeout(patience);
    }
    if (response.status !== 200) throw describeRefusal(response, text);
    return parseAnswer(text, schema, path);
  }

  return {
    async readChanges(cursor, waits, signal) {
      const since = cursor === null ? '' : `&since=${encodeURIComponent(cursor)}`;
      const seconds = waits ? waitSeconds : 0;
      const path = `/changes?limit=${pageSize}&wait=${seconds}${since}`;
      const page = await ask(path, sentPageSchema, seconds * 1_000 + patienceMs, signal);
      const problem = findNonsense(page, cursor);
      if (problem) throw new LeaderError(`The leader’s answer is wrong: ${problem}.`, 'nonsense');
      return readPage(page);
    },
    readReferenceData: (signal) => ask('/reference-data', leaderReferenceSchema, patienceMs, signal),
    async readDumps(signal) {
      try {
        return parseDumps(await ask('/dumps', dumpsSchema, patienceMs, signal));
      } catch (error) {
        if (error instanceof LeaderError && ['refused', 'nonsense'].includes(error.kind)) return [];
        throw error;
      }
    },
    async knowsCursor(cursor, signal) {
      try {
        await ask(`/changes?limit=1&since=${encodeURIComponent(cursor)}`, z.unknown(), patienceMs, signal);
        return true;
      } catch (error) {
        if (error instanceof LeaderError && error.kind === 'expired') return false;
        throw error;
      }
    },
    async openFile(path, since, signal) {
      const headers = {
        // Uncompressed, because ranges refer to the stored bytes.
        'accept-encoding': 'identity',
        ...(since ? { range: `bytes=${since.byte}-`, 'if-range': since.etag } : {}),
      };
      let response: Response;
      try {
        response = await fetch(`${address}/dumps/${path}`, { headers, redirect: 'error', signal });
      } catch (error) {
        throw isAway(error, signal);
      }
      if (response.status !== 200 && response.status !== 206)
        throw describeRefusal(response, await readText(response, mostBytes));
      return describeFile(response, since?.byte ?? 0, signal);
    },
  };
}

/** Rejects when the signal aborts, even if the pending answer does not. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

/** @throws the reason of `signal` if it was aborted */
function isAway(error: unknown, signal: AbortSignal): LeaderError {
  signal.throwIfAborted();
  if (error instanceof LeaderError) return error;
  return new LeaderError(`The leader does not answer: ${reasonOf(error)}`, 'away', 0, { cause: error });
}

function describeFile(response: Response, askedFrom: number, signal: AbortSignal): RemoteFile {
  const header = (name: string) => response.headers.get(name) ?? undefined;
  const range = readRange(response.status, header, askedFrom);
  if (!range) throw new LeaderError('The leader’s answer has another part of the file.', 'nonsense');
  return { ...range, etag: header('etag'), bytes: readBytes(response, signal) };
}

async function* readBytes(response: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* (response.body ?? []) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw isAway(error, signal);
  }
}

async function readText(response: Response, mostBytes: number): Promise<string> {
  const bytes = await readBounded((response.body ?? []) as AsyncIterable<Uint8Array>, mostBytes);
  if (!bytes) throw new LeaderError('The leader’s answer is too large.', 'nonsense');
  return bytes.toString('utf8');
}

function parseAnswer<S extends z.ZodType>(text: string, schema: S, path: string): z.output<S> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new LeaderError(`The leader’s answer to ${path} is not JSON.`, 'nonsense', 0, { cause: error });
  }
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new LeaderError(
    `The leader’s answer is not as this release describes it: ${describeIssue(result.error)}`,
    'nonsense',
  );
}

const dumpsSchema = z.object({ items: z.array(z.unknown()).max(1_000) });
const errorBody = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

function describeRefusal(response: Response, text: string): LeaderError {
  const { status } = response;
  const parsed = errorBody.safeParse(tryJson(text));
  const code = parsed.success ? parsed.data.error.code : undefined;
  const message = `The leader answers ${status}${code ? ` ${code}` : ''}`;
  if (status === 410 && code === 'cursor_expired') return new LeaderError(message, 'expired');
  const seconds = Number(response.headers.get('retry-after') ?? 0);
  const retryAfterMs = Number.isFinite(seconds) ? Math.min(seconds * 1_000, LONGEST_RETRY_AFTER_MS) : 0;
  if (status === 429) return new LeaderError(message, 'busy', retryAfterMs);
  return new LeaderError(message, status >= 500 || status === 408 ? 'away' : 'refused', retryAfterMs);
}
