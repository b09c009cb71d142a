import { expect, it } from 'vitest';
import { settingsOf } from '../../../src/embedded/processes/start-processes.ts';

const DATABASE = { databaseUrl: 'postgres://service', ownerUrl: 'postgres://owner' };
const URL = 'http://engine';

it('tells the API the key to search with, the indexer the master key, and nobody the owner of the tables', () => {
  const meilisearch = { url: URL, masterKey: 'master', searchKey: 'search' };
  expect(settingsOf({ ...DATABASE, meilisearch })).toEqual({
    api: { DATABASE_URL: 'postgres://service', MEILI_URL: URL, MEILI_SEARCH_KEY: 'search' },
    indexer: { DATABASE_URL: 'postgres://service', MEILI_URL: URL, MEILI_MASTER_KEY: 'master' },
  });
});

it('tells the API the master key where there is no other', () => {
  const meilisearch = { url: URL, masterKey: 'master', searchKey: undefined };
  expect(settingsOf({ ...DATABASE, meilisearch }).api.MEILI_MASTER_KEY).toBe('master');
});
