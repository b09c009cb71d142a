import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createMeilisearch } from '../../../src/search/engines/meilisearch/meilisearch.ts';
import { NEXT_INDEX, SEARCH_INDEX } from '../../../src/search/index/search-index.ts';
import { suggestionIndexOf } from '../../../src/search/index/suggestion-index.ts';
import {
  deriveSearchKey,
  ensureSearchKey,
  SEARCH_KEY_UID,
} from '../../../src/search/engines/meilisearch/search-key.ts';
import { startOwnMeilisearch, type OwnMeilisearch } from '../../support/servers/own-meilisearch.ts';

describe.runIf(inject('meilisearch'))('the key that the API searches with', () => {
  let engine: OwnMeilisearch;
  let call: (method: string, path: string, body?: unknown) => Promise<number>;

  beforeAll(async () => {
    engine = await startOwnMeilisearch();
    const master = createMeilisearch(engine.access, 10_000);
    await master.deleteKey(SEARCH_KEY_UID);
    await Promise.all([1, 2, 3].map(() => ensureSearchKey(master)));
    for (const uid of [SEARCH_INDEX, NEXT_INDEX, suggestionIndexOf(SEARCH_INDEX)])
      await master.createIndex(uid).waitTask();
    const key = deriveSearchKey(engine.access.apiKey ?? '');
    call = async (method, path, body) => {
      const headers = { Authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const init = { method, headers, signal: AbortSignal.timeout(10_000) };
      const given = body === undefined ? {} : { body: JSON.stringify(body) };
      return (await fetch(engine.access.url + path, { ...init, ...given })).status;
    };
  });
  afterAll(() => engine.remove());

  it('searches the live index and its suggestions, and sees how large it is', async () => {
    const queries = [SEARCH_INDEX, suggestionIndexOf(SEARCH_INDEX)].map((indexUid) => ({ indexUid, q: '' }));
    expect(await call('POST', '/multi-search', { queries })).toBe(200);
    expect(await call('GET', `/indexes/${SEARCH_INDEX}/stats`)).toBe(200);
  });

  it.each([
    ['POST', `/indexes/${SEARCH_INDEX}/documents`, [{ id: 'x' }]],
    ['DELETE', `/indexes/${SEARCH_INDEX}/documents`],
    ['PATCH', `/indexes/${SEARCH_INDEX}/settings`, {}],
    ['DELETE', `/indexes/${SEARCH_INDEX}`],
    ['POST', '/indexes', { uid: 'another' }],
    ['POST', '/swap-indexes', [{ indexes: [SEARCH_INDEX, NEXT_INDEX] }]],
    ['POST', '/multi-search', { queries: [{ indexUid: NEXT_INDEX, q: '' }] }],
    ['GET', `/indexes/${SEARCH_INDEX}/documents`],
    ['POST', '/dumps'],
    ['GET', '/tasks'],
    ['GET', '/keys'],
    ['DELETE', `/keys/${SEARCH_KEY_UID}`],
  ])('may not %s %s', async (method, path, body?: unknown) => {
    expect(await call(method, path, body)).toBe(403);
  });
});
