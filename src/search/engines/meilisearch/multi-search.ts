import { errors, Pool, type Dispatcher } from 'undici';
import type { MeilisearchAccess } from './meilisearch.ts';
import { ENGINE_CONNECTIONS } from '../../search-limits.ts';

/** Errors of the system, not of undici, when data was sent to a closed connection. */
const RESET = new Set<unknown>(['ECONNRESET', 'EPIPE']);

/** One search of the index; without `q` only the filter selects. */
export interface IndexSearch {
  indexUid: string;
  q?: string;
  /**
   * `all`: a document must contain every word of `q`, also with typos or as the beginning of a longer word. `frequency`:
   * where these are too few, the most frequent words may be missing.
   */
  matchingStrategy?: 'all' | 'last' | 'frequency';
  /** Undefined: every searchable attribute. */
  attributesToSearchOn?: string[];
  /** Undefined: every document. */
  filter?: string | undefined;
  sort?: string[];
  offset?: number;
  limit: number;
  /** Undefined: the displayed attributes of the index. */
  attributesToRetrieve?: string[];
  /** Attributes whose values are counted over all documents of the filter. */
  facets?: string[];
}

export interface IndexAnswer<Document> {
  hits: Document[];
  estimatedTotalHits: number;
  facetDistribution?: Record<string, Record<string, number>>;
}

/** Meilisearch answered, but not with a result. */
export class RefusedError extends Error {}

interface MultiSearch {
  /** Runs several searches in one round trip. Rejects when Meilisearch refuses, fails, or takes longer than the timeout. */
  search<Document>(searches: IndexSearch[], signal: AbortSignal): Promise<IndexAnswer<Document>[]>;
  close(): void;
}

/**
 * Returns a client of Meilisearch’s multi-search with a few kept-alive connections. The client library’s `fetch` costs twice
 * the processor time, which matters because a search is short. No compression is requested: compressed answers stall for 40 ms
 * on kept-alive connections (Nagle's algorithm and delayed acknowledgements).
 */
export function createMultiSearch(access: MeilisearchAccess, timeoutMs: number): MultiSearch {
  const { origin, pathname } = new URL(`${access.url.replace(/\/$/, '')}/multi-search`);
  const pool = new Pool(origin, {
    connections: ENGINE_CONNECTIONS,
    connect: { timeout: timeoutMs },
    // The pool’s timer ticks twice a second: these two timeouts may be half a second late.
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  const headers = {
    'Content-Type': 'application/json',
    'Accept-Encoding': 'identity',
    ...(access.apiKey ? { Authorization: `Bearer ${access.apiKey}` } : {}),
  };

  // `dispatch`, not `request`: `request` makes a stream for each answer, which costs as much as all the rest.
  const post = (body: string, signal: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const chunks: Buffer[] = [];
      let status = 0;
      let giveUp = (): void => undefined;
      const end = (): void => signal.removeEventListener('abort', giveUp);
      const handler: Dispatcher.DispatchHandler = {
        onRequestStart(controller) {
          giveUp = () => controller.abort(signal.reason as Error);
          if (signal.aborted) giveUp();
          else signal.addEventListener('abort', giveUp);
        },
        onResponseStart(_controller, code) {
          status = code;
        },
        onResponseData(_controller, chunk) {
          chunks.push(chunk);
        },
        onResponseEnd() {
          end();
          const text = Buffer.concat(chunks).toString();
          if (status === 200) resolve(text);
          else reject(new RefusedError(`Meilisearch answered ${status}: ${text.slice(0, 500)}`));
        },
        onResponseError(_controller, error) {
          end();
          reject(error);
        },
      };
      pool.dispatch({ method: 'POST', path: pathname, headers, body }, handler);
    });

  return {
    async search<Document>(searches: IndexSearch[], signal: AbortSignal) {
      const body = JSON.stringify({ queries: searches.map((search) => ({ q: '', ...search })) });
      const text = await post(body, signal).catch((error: unknown) => {
        // Meilisearch may close an idle connection at the moment it is used again.
        if (isClosedConnection(error)) return post(body, signal);
        throw error;
      });
      const results = (JSON.parse(text) as { results?: IndexAnswer<Document>[] } | null)?.results;
      if (results?.length === searches.length && results.every((one, i) => isAnswerTo(searches[i], one))) {
        return results;
      }
      throw new Error(`Meilisearch sent an unexpected answer: ${text.slice(0, 500)}`);
    },
    close: () => void pool.destroy(),
  };
}

function isClosedConnection(error: unknown): boolean {
  return (
    error instanceof errors.SocketError ||
    (error instanceof Error && 'code' in error && RESET.has(error.code))
  );
}

/** Returns whether the answer is complete. An incomplete one would look like a search without results. */
function isAnswerTo(search: IndexSearch | undefined, answer: Partial<IndexAnswer<unknown>> | null): boolean {
  return (
    Array.isArray(answer?.hits) &&
    typeof answer.estimatedTotalHits === 'number' &&
    (search?.facets === undefined || answer.facetDistribution !== undefined)
  );
}
