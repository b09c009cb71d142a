import type { Client } from '@opensearch-project/opensearch';

type Transport = Client['transport'];

export interface SearchAnswer<Source> {
  timed_out?: boolean;
  _shards?: { failed: number };
  hits?: { hits?: { _source: Source }[] };
}

/** Sends a request and aborts it with the signal. Returns the body of the answer. */
export async function sendRequest(
  client: Client,
  params: Parameters<Transport['request']>[0],
  signal: AbortSignal,
): Promise<unknown> {
  signal.throwIfAborted();
  const request = client.transport.request(params);
  // Returns no promise: an event target does not handle the rejection of its listener.
  const abort = (): void => {
    request.abort();
  };
  signal.addEventListener('abort', abort);
  try {
    return (await request).body;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/**
 * Returns the documents of an answer.
 * @throws {Error} when a shard failed or timed out: such an answer would look like a search with fewer results
 */
export function readHits<Source>({
  timed_out: isLate,
  _shards: shards,
  hits,
}: SearchAnswer<Source>): Source[] {
  if (isLate !== false || shards?.failed !== 0 || !Array.isArray(hits?.hits))
    throw new Error(`OpenSearch answered in part: late ${isLate}, failed shards ${shards?.failed}`);
  return hits.hits.map(({ _source: source }) => source);
}
