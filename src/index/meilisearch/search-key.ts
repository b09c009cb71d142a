import { createHmac } from 'node:crypto';
import { MeilisearchApiError, type Meilisearch } from 'meilisearch';
import { SEARCH_INDEX } from '../search-index.ts';
import { suggestionIndexOf } from '../suggestion-index.ts';

/** Meilisearch computes a key from the master key and this: so whoever has both knows it without asking. */
export const SEARCH_KEY_UID = '8d2f3c1e-6a57-4b0d-9e41-c5b7a90f6d28';

/** The key of the API, once `ensureSearchKey` has made it. */
export function deriveSearchKey(masterKey: string): string {
  return createHmac('sha256', masterKey).update(SEARCH_KEY_UID).digest('hex');
}

const INDEXES = [SEARCH_INDEX, suggestionIndexOf(SEARCH_INDEX)];

/**
 * Makes the API's key unless it exists: for searches in the live index and its suggestions, and to see whether these are
 * available.
 * @throws {MeilisearchApiError} when the client's own key may not make keys, as any but the master key
 */
export async function ensureSearchKey(client: Meilisearch): Promise<void> {
  try {
    await client.getKey(SEARCH_KEY_UID);
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    await createSearchKey(client);
  }
}

async function createSearchKey(client: Meilisearch): Promise<void> {
  try {
    await client.createKey({
      uid: SEARCH_KEY_UID,
      name: 'Factshelf API',
      actions: ['search', 'stats.get'],
      indexes: INDEXES,
      expiresAt: null,
    });
  } catch (error) {
    // Another process was faster.
    if (statusOf(error) !== 409) throw error;
  }
}

function statusOf(error: unknown): number | undefined {
  return error instanceof MeilisearchApiError ? error.response.status : undefined;
}
