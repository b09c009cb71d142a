import { createHmac } from 'node:crypto';
import type { Meilisearch } from 'meilisearch';
import { statusOf } from '../engine-error.ts';
import { SEARCH_INDEX } from '../../index/search-index.ts';
import { suggestionIndexOf } from '../../index/suggestion-index.ts';

/** Meilisearch computes a key from the master key and this id, so the API can derive its key without a request. */
export const SEARCH_KEY_UID = '8d2f3c1e-6a57-4b0d-9e41-c5b7a90f6d28';

/** Returns the key of the API, which is valid once `ensureSearchKey` has created it. */
export function deriveSearchKey(masterKey: string): string {
  return createHmac('sha256', masterKey).update(SEARCH_KEY_UID).digest('hex');
}

const INDEXES = [SEARCH_INDEX, suggestionIndexOf(SEARCH_INDEX)];

/**
 * Creates the API’s key unless it exists: for searches in the live index and its suggestions, and for checks of both.
 * @throws {MeilisearchApiError} when the client’s own key may not create keys, as the master key may
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
