// Imports the errors without the client, whose loading takes half a second of CPU time.
import * as errors from '@opensearch-project/opensearch/lib/errors.js';
import { MeilisearchApiError } from 'meilisearch';

const AWAY = [errors.ConnectionError, errors.TimeoutError, errors.NoLivingConnectionsError];

/** Returns the HTTP status of the engine's answer, or undefined when there was none. */
export function statusOf(error: unknown): number | undefined {
  if (error instanceof errors.ResponseError) return error.statusCode;
  return error instanceof MeilisearchApiError ? error.response.status : undefined;
}

/** Describes an error of the engine for the log, or returns undefined for other errors. */
export function describeEngineTrouble(error: unknown): string | undefined {
  if (AWAY.some((kind) => error instanceof kind)) return 'the search engine is away';
  if (error instanceof errors.OpenSearchClientError) return 'the search engine cannot do its work';
  const name = error instanceof Error ? error.name : '';
  if (name === 'MeilisearchRequestError') return 'the search engine is away';
  return name.startsWith('Meilisearch') ? 'the search engine cannot do its work' : undefined;
}
