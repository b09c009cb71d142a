import { errors, Pool, type Dispatcher } from 'undici';
import type { MeilisearchAccess } from '../../../index/meilisearch/meilisearch.ts';
import { ENGINE_CONNECTIONS } from '../../search-limits.ts';

/** What the system says, not undici, when something was still on its way to a closed connection. */
const RESET = new Set<unknown>(['ECONNRESET', 'EPIPE']);

/** One search of the index; without `q` the filter alone decides. */
export interface IndexSearch {
  indexUid: string;
  q?: string;
  /** `all`: every word of `q` is to be in a document, typos and beginnings allowed for. */
  matchingStrategy?: 'all' | 'last' | 'frequency';
  /** Undefined: every document. */
  filter?: string | undefined;
  sort?: string[];
  offset?: number;
  limit: number;
  /** Undefined: those that the index displays. */
  attributesToRetrieve?: string[];
  /** Attributes of which the values are counted, over all documents of the filter. */
  facets?: string[];
}

export interface IndexAnswer<Document> {
  hits: Document[];
  estimatedTotalHits: number;
  facetDistribution?: Record<string, Record<string, number>>;
}

export interface MultiSearch {
  /** Several searches in one round trip. Rejects when Meilisearch refuses, fails, or takes longer than the timeout. */
  search<Document>(searches: IndexSearch[], signal: AbortSignal): Promise<IndexAnswer<Document>[]>;
  close(): void;
}

/**
 * Meilisearch's multi-search over a few kept-alive connections: `fetch`, as the client library uses it, costs twice
 * the processor time, and a search is short enough for that to matter. No compressed answers are asked for: on
 * kept-alive connections they stall for 40 ms (Nagle's algorithm and delayed acknowledgements).
 */
export function createMultiSearch(access: MeilisearchAccess, timeoutMs: number): MultiSearch {
  const { origin, pathname } = new URL(`${access.url.replace(/\/$/, '')}/multi-search`);
  const pool = new Pool(origin, {
    connections: ENGINE_CONNECTIONS,
    connect: { timeout: timeoutMs },
    // The pool's clock ticks twice a second: these two may take half a second longer.
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  const headers = {
    'Content-Type': 'application/json',
    'Accept-Encoding': 'identity',
    ...(access.apiKey ? { Authorization: `Bearer ${access.apiKey}` } : {}),
  };

  // `dispatch`, not `request`: a stream for each answer, which is read at once, costs as much as all the rest.
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
          else reject(new Error(`Meilisearch answered ${status}: ${text.slice(0, 500)}`));
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
        // Meilisearch may close an idle connection at the very moment it is used again.
        if (isClosedConnection(error)) return post(body, signal);
        throw error;
      });
      const results = (JSON.parse(text) as { results?: IndexAnswer<Document>[] } | null)?.results;
      if (results?.length === searches.length && results.every((one, i) => isAnswerTo(searches[i], one))) {
        return results;
      }
      throw new Error(`Meilisearch answered something else: ${text.slice(0, 500)}`);
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

/** What lacks a part would look like a search that found nothing. */
function isAnswerTo(search: IndexSearch | undefined, answer: Partial<IndexAnswer<unknown>> | null): boolean {
  return (
    Array.isArray(answer?.hits) &&
    typeof answer.estimatedTotalHits === 'number' &&
    (search?.facets === undefined || answer.facetDistribution !== undefined)
  );
}
