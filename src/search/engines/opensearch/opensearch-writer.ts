import { errors, type Client } from '@opensearch-project/opensearch';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  createOpenSearch,
  OPENSEARCH_MAPPING,
  SUGGESTION_MAPPING,
  type OpenSearchAccess,
  type OpenSearchPlacement,
} from './opensearch.ts';
import { deriveFields } from './derive-fields.ts';
import type { SearchDocument } from '../../index/search-index.ts';
import { suggestionIndexOf, type SuggestionDocument } from '../../index/suggestion-index.ts';
import {
  TaskFailedError,
  type IndexEngine,
  type IndexState,
  type IndexPair,
  type IndexWriter,
} from '../index-engine.ts';
import { createIndexes, SHARD_PATIENCE, type FoundIndex, type Indexes } from './opensearch-indexes.ts';
import { outcomeOfBulk, type BulkAnswer, type BulkOutcome } from './bulk-outcome.ts';

/** How many bulk outcomes to keep: many times the number in flight. */
const KEPT_OUTCOMES = 1_000;
const POLL_MS = 100;
/** For reads, and for writes that are idempotent. */
const RETRIES = 2;
/** How often to check, `POLL_MS` apart, whether an index with failing shards is being deleted. */
const LOOKS_AT_WHAT_GOES = 20;

/**
 * Both names are aliases. The two indexes behind them are named after the live one, so a swap is one change of
 * aliases.
 */
interface Names {
  live: string;
  next: string;
}

/** Opens the two indexes of an OpenSearch cluster. */
export function openOpenSearch(
  access: OpenSearchAccess,
  placement: OpenSearchPlacement,
  timeoutMs: number,
  names: Names,
): IndexEngine {
  const client = createOpenSearch(access, timeoutMs, RETRIES);
  // No retries: a retry at another node could overtake a newer write. The drain reads again and resends instead.
  const sender = createOpenSearch(access, timeoutMs, 0);
  const makeIndexes = (live: string, mapping: object) =>
    createIndexes(client, placement, timeoutMs, [`${live}_a`, `${live}_b`], mapping);
  const indexes = makeIndexes(names.live, OPENSEARCH_MAPPING);
  const isWriting = () => isAnyWritten(client, [names.live, names.next, ...indexes.all]);
  const common = { client, sender, isWriting, timeoutMs };
  const suggestions = suggestionIndexOf(names.live);
  return {
    live: createIndexWriter<SearchDocument>({ ...common, indexes, alias: names.live }),
    next: createIndexWriter<SearchDocument>({ ...common, indexes, alias: names.next }),
    suggestions: createIndexWriter<SuggestionDocument>({
      ...common,
      indexes: makeIndexes(suggestions, SUGGESTION_MAPPING),
      alias: suggestions,
    }),
    pair: createIndexPair(client, indexes, names, isWriting),
    renderDocument: (document) => JSON.stringify({ ...document, ...deriveFields(document) }),
    check: () => client.info(),
  };
}

function createIndexPair(
  client: Client,
  indexes: Indexes,
  names: Names,
  isWriting: () => Promise<boolean>,
): IndexPair {
  return {
    hasOpenTasks: isWriting,
    async swap() {
      const [live, next] = await Promise.all([indexes.find(names.live), indexes.find(names.next)]);
      if (!live || !next) throw new TaskFailedError('an index is gone: there is nothing to swap');
      const actions = [
        { remove: { index: live.name, alias: names.live } },
        { remove: { index: next.name, alias: names.next } },
        { add: { index: next.name, alias: names.live } },
        { add: { index: live.name, alias: names.next } },
      ];
      await client.indices.updateAliases({ body: { actions } }, { maxRetries: 0 });
    },
  };
}

interface WriterDependencies {
  client: Client;
  sender: Client;
  indexes: Indexes;
  alias: string;
  isWriting: () => Promise<boolean>;
  timeoutMs: number;
}

/** A task is an answered bulk request; it has succeeded once its writes are searchable. */
function createIndexWriter<Document>(dependencies: WriterDependencies): IndexWriter<Document> {
  const { client, sender, indexes, alias, isWriting, timeoutMs } = dependencies;
  const outcomes = new Map<number, BulkOutcome>();
  let lastTask = 0;
  /** Tasks up to this one are searchable. */
  let lastShown = 0;

  async function send(lines: string[]): Promise<number> {
    const { body } = await sender.transport.request({
      method: 'POST',
      path: `/${encodeURIComponent(alias)}/_bulk`,
      // `require_alias`: a bulk request must not create a missing index.
      querystring: { require_alias: true, timeout: `${Math.round(timeoutMs * SHARD_PATIENCE)}ms` },
      bulkBody: lines.map((line) => `${line}\n`).join(''),
    });
    const task = ++lastTask;
    outcomes.set(task, outcomeOfBulk(body as BulkAnswer));
    outcomes.delete(task - KEPT_OUTCOMES);
    return task;
  }

  async function show(task: number): Promise<void> {
    if (task <= lastShown) return;
    const upTo = lastTask;
    const { body } = await client.indices.refresh({ index: alias });
    assertWhole(body);
    lastShown = Math.max(lastShown, upTo);
  }

  async function findState(): Promise<IndexState | undefined> {
    const found = await indexes.find(alias);
    if (!found) return undefined;
    try {
      const { body } = await client.count({ index: found.name });
      assertWhole(body);
      return { createdAt: found.uuid, documentCount: body.count };
    } catch (error) {
      if (await goes(found)) return await findState();
      throw error;
    }
  }

  /** Returns whether the index is being swapped or deleted: its shards fail for a moment before it is gone. */
  async function goes({ uuid }: FoundIndex): Promise<boolean> {
    for (let look = 0; look < LOOKS_AT_WHAT_GOES; look++) {
      if ((await indexes.find(alias))?.uuid !== uuid) return true;
      await sleep(POLL_MS);
    }
    return false;
  }

  async function hasSettings(): Promise<boolean> {
    const found = await indexes.find(alias);
    return (
      found !== undefined &&
      isDeepStrictEqual(found.mappings, indexes.mapping) &&
      Object.entries(indexes.settings).every(([name, value]) => found.settings[`index.${name}`] === value)
    );
  }

  async function remove(): Promise<void> {
    const found = await indexes.find(alias);
    if (found) await client.indices.delete({ index: found.name, ignore_unavailable: true });
  }

  return {
    async settleOrder(signal) {
      while (await isWriting()) await sleep(POLL_MS, undefined, { signal });
    },
    findState,
    create: () => indexes.create(alias),
    hasSettings,
    async saveSettings() {
      // Some settings cannot be changed. The index is empty, so it is recreated.
      if (await hasSettings()) return;
      await remove();
      await indexes.create(alias);
    },
    sendDocuments: async (lines) =>
      await send(
        lines
          .split('\n')
          .filter((line) => line !== '')
          .flatMap((line) => [JSON.stringify({ index: { _id: idOf(line) } }), line]),
      ),
    sendDeletions: async (ids) => await send(ids.map((id) => JSON.stringify({ delete: { _id: id } }))),
    async findOutcome(task) {
      const outcome = outcomes.get(task);
      if (!outcome) return { state: 'lost', reason: `task ${task} is gone` };
      if (outcome.state === 'succeeded') await show(task);
      return outcome;
    },
    async listDocuments(ids) {
      if (ids.length === 0) return [];
      const { body } = await client.mget({
        index: alias,
        realtime: false,
        body: { ids },
      });
      const documents = body.docs as { found?: boolean; error?: object; _source?: Document }[];
      const failed = documents.find(({ error }) => error !== undefined);
      if (failed)
        throw new errors.OpenSearchClientError(`a document cannot be read: ${JSON.stringify(failed.error)}`);
      return documents.flatMap(({ _source: document }) => (document ? [document] : []));
    },
    async listIds(limit, from) {
      const { body } = await client.search({
        index: alias,
        allow_partial_search_results: false,
        body: {
          size: limit,
          sort: [{ id: 'asc' }],
          ...(from === undefined ? {} : { search_after: [from] }),
          _source: false,
        },
      });
      const ids = body.hits.hits.map(({ _id: id }) => String(id));
      const last = ids.at(-1);
      return ids.length < limit || last === undefined ? { ids } : { ids, next: last };
    },
    remove,
  };
}

/** Documents begin with their id, so the line need not be parsed. */
function idOf(line: string): string {
  return /^\{"id":"([^"\\]+)"/.exec(line)?.[1] ?? (JSON.parse(line) as SearchDocument).id;
}

interface ShardsAnswer {
  _shards?: { failed: number };
}

/** @throws {Error} when a shard did not answer: the result is incomplete */
function assertWhole({ _shards: shards }: ShardsAnswer): void {
  if (shards?.failed !== 0) throw new errors.OpenSearchClientError(`${shards?.failed} shards did not answer`);
}

/** Returns whether a bulk request to one of these indexes is running, including one that its sender gave up on. */
async function isAnyWritten(client: Client, names: string[]): Promise<boolean> {
  const { body } = await client.tasks.list({
    actions: ['indices:data/write/bulk*', 'indices:admin/aliases*'],
    detailed: true,
  });
  const nodes = Object.values(body.nodes ?? {}) as { tasks?: Record<string, { description?: string }> }[];
  return nodes
    .flatMap(({ tasks }) => Object.values(tasks ?? {}))
    .some(({ description = '' }) => names.some((name) => description.includes(`[${name}]`)));
}
