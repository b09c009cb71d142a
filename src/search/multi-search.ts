import { Agent, request as requestHttp } from 'node:http';
import { Agent as TlsAgent, request as requestHttps } from 'node:https';
import type { MeilisearchAccess } from './search-index.ts';

/** One search of the index; without `q` the filter alone decides. */
export interface IndexSearch {
  indexUid: string;
  /** Undefined: every document. */
  filter: string | string[] | undefined;
  sort: string[];
  offset?: number;
  limit: number;
  attributesToRetrieve: string[];
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
  const url = new URL(`${access.url.replace(/\/$/, '')}/multi-search`);
  const isTls = url.protocol === 'https:';
  const options = { keepAlive: true, maxSockets: 32, scheduling: 'lifo' as const };
  const agent = isTls ? new TlsAgent(options) : new Agent(options);
  const request = isTls ? requestHttps : requestHttp;

  const post = (body: string, signal: AbortSignal, isRetry = false): Promise<string> =>
    new Promise((resolve, reject) => {
      const headers = {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'Accept-Encoding': 'identity',
        ...(access.apiKey ? { Authorization: `Bearer ${access.apiKey}` } : {}),
      };
      const outgoing = request(
        url,
        { method: 'POST', agent, headers, signal, timeout: timeoutMs },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', reject);
          incoming.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            if (incoming.statusCode === 200) resolve(text);
            else reject(new Error(`Meilisearch answered ${incoming.statusCode}: ${text.slice(0, 500)}`));
          });
        },
      );
      outgoing.on('timeout', () =>
        outgoing.destroy(new Error(`Meilisearch took longer than ${timeoutMs} ms`)),
      );
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        // Meilisearch may close an idle connection at the very moment it is used again.
        const wasStale = outgoing.reusedSocket && error.code === 'ECONNRESET' && !isRetry;
        if (wasStale) resolve(post(body, signal, true));
        else reject(error);
      });
      outgoing.end(body);
    });

  return {
    async search<Document>(searches: IndexSearch[], signal: AbortSignal) {
      const queries = searches.map((search) => ({ q: '', ...search }));
      const text = await post(JSON.stringify({ queries }), signal);
      return (JSON.parse(text) as { results: IndexAnswer<Document>[] }).results;
    },
    close: () => agent.destroy(),
  };
}
