import type { Client } from '@opensearch-project/opensearch';
import { OPENSEARCH_SETTINGS, type OpenSearchPlacement } from './opensearch.ts';
import { statusOf } from '../engine-error.ts';

/** The share of a request's timeout to wait for a shard that is moving to another node. */
export const SHARD_PATIENCE = 0.8;

export type Indexes = ReturnType<typeof createIndexes>;

export interface FoundIndex {
  name: string;
  uuid: string;
  settings: Record<string, string>;
  mappings: unknown;
}

/** Manages the live index and the next one by their aliases. */
export function createIndexes(
  client: Client,
  placement: OpenSearchPlacement,
  timeoutMs: number,
  all: [string, string],
  mapping: object,
) {
  const settings = {
    number_of_shards: String(placement.shards),
    ...OPENSEARCH_SETTINGS,
  };
  return {
    all,
    settings,
    mapping,
    /** Returns the index that has this alias. */
    async find(alias: string): Promise<FoundIndex | undefined> {
      const { body } = await client.indices
        .get({ index: alias, flat_settings: true })
        .catch((error: unknown) => {
          if (statusOf(error) === 404) return { body: {} };
          throw error;
        });
      const found = Object.entries(body as Record<string, Omit<FoundIndex, 'name' | 'uuid'>>);
      const [only] = found;
      if (!only) return undefined;
      const [name, index] = only;
      if (found.length > 1 || !all.includes(name)) {
        throw new Error(
          `the index ${alias} is not ours: it is ${found.map(([one]) => one).join(', ')}; delete it`,
        );
      }
      return { ...index, name, uuid: index.settings['index.uuid'] ?? '' };
    },
    /** Creates an index with this alias, under the name that is free. */
    async create(alias: string): Promise<void> {
      const { body } = await client.indices.get({ index: all, ignore_unavailable: true });
      const there = body as Record<string, { aliases?: object }>;
      const free = all.find((name) => Object.keys(there[name]?.aliases ?? {}).length === 0);
      if (free === undefined)
        throw new Error(`there is no place for ${alias}: ${all.join(' and ')} are both in use`);
      // Unused: its alias was taken away.
      if (there[free]) await client.indices.delete({ index: free });
      await client.indices
        .create({
          index: free,
          body: {
            aliases: { [alias]: {} },
            settings: { index: { ...settings, number_of_replicas: placement.replicas } },
            mappings: mapping,
          },
        })
        .catch((error: unknown) => {
          // An earlier request that seemed lost has created it.
          if (!String(error).includes('resource_already_exists_exception')) throw error;
        });
      // Waits for the shards: until they have started, requests report shard failures.
      await client.cluster.health({
        index: free,
        wait_for_status: 'yellow',
        timeout: `${Math.round(timeoutMs * SHARD_PATIENCE)}ms`,
      });
    },
  };
}
