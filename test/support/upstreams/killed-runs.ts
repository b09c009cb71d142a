import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { expect } from 'vitest';
import { startProgram, type StartedProgram } from '../servers/started-program.ts';
import { waitFor } from '../wait-for.ts';
import type { UpstreamDesk } from './upstream-desk.ts';
import { breakOff, INDEX, sendFile, WHOLE } from './upstream-server.ts';

type IsThere = () => boolean | Promise<boolean>;

/** Runs of `npm run sources`. Each `kill…` is SIGKILL of one that has come to a certain place. */
export interface KilledRuns {
  start(): StartedProgram;
  /** Runs to the end, which has to be a good one. */
  finish(): Promise<void>;
  kill(what: string, isThere: IsThere): Promise<void>;
  /** While it waits for the last of these tables. It has waited for each of those before, too. */
  killAtTable(...tables: string[]): Promise<void>;
  /** While its nth request for the index has no answer, or then at a table. */
  killAtIndex(nth: number, table?: string): Promise<void>;
  /** While half of the index is sent. */
  killInIndex(): Promise<void>;
  /** While half of a file has arrived. Returns its bytes. */
  killInDownload(name: string): Promise<number>;
  /** When a file has arrived, and its import has not begun. */
  killBeforeImport(name: string): Promise<void>;
  isWaitingFor(table: string): Promise<boolean>;
}

interface HeldTable {
  release(): Promise<void>;
}

const keyOf = (name: string) => (name === WHOLE ? name : `delta/${name}`);

export function createKilledRuns(desk: UpstreamDesk): KilledRuns {
  const { server, catalogue, folder } = desk;
  const start = () => startProgram('src/cli/sources', desk.environment);
  const isWaitingFor = async (table: string) =>
    (
      await catalogue.query(`select from pg_locks where relation = '${table}'::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())`)
    ).length > 0;
  const pathOf = (name: string) => path.join(folder, 'open_food_facts', name);
  const sizeOf = (name: string) => (existsSync(pathOf(name)) ? statSync(pathOf(name)).size : 0);
  const countOf = (key: string) => server.requests.filter((one) => one === key).length;
  const findFile = (key: string): Buffer => {
    const file = server.files.get(key);
    if (!(file instanceof Buffer)) throw new Error(`no ${key}`);
    return file;
  };

  async function kill(what: string, isThere: IsThere): Promise<void> {
    const program = start();
    let code: number | null | undefined;
    void program.ended.then((value) => (code = value));
    await waitFor(what, async () => {
      expect(code, `${what}: the run ended before. ${program.errors()}`).toBeUndefined();
      return await isThere();
    });
    program.kill('SIGKILL');
    expect(await program.ended).toBeNull();
    await waitFor('the end of its lock', async () => {
      const rows = await catalogue.query(
        `select 1 from pg_stat_activity where application_name = 'factshelf-sources-lock' and datname = current_database()`,
      );
      return rows.length === 0;
    });
  }

  /** Makes writers wait for a table until `release`. */
  async function holdTable(table: string): Promise<HeldTable> {
    const client: pg.PoolClient = await catalogue.database.pool.connect();
    await client.query(`begin; lock table ${table} in share mode`);
    let isHeld = true;
    return {
      async release() {
        if (!isHeld) return;
        isHeld = false;
        await client.query('rollback');
        client.release();
      },
    };
  }

  async function killAtTable(...tables: string[]): Promise<void> {
    const [first = '', ...rest] = tables;
    let held = await holdTable(first);
    let table = first;
    try {
      await kill(tables.join(', then '), async () => {
        if (!(await isWaitingFor(table))) return false;
        const next = rest.shift();
        if (next === undefined) return true;
        const further = await holdTable(next);
        await held.release();
        [held, table] = [further, next];
        return false;
      });
    } finally {
      await held.release();
    }
  }

  /** At the nth request for a file, which then has no answer, or at a table after the answer. */
  async function killAtRequest(key: string, nth: number, table?: string, isThere: IsThere = () => true) {
    const file = findFile(key);
    let asked = 0;
    let answer: (() => void) | undefined;
    server.files.set(key, (request, response) => {
      asked += 1;
      const send = () => sendFile(request, response, file, server.modified);
      if (asked === nth) answer = send;
      else send();
    });
    let held = undefined as HeldTable | undefined;
    try {
      await kill(`request ${nth} for ${key}${table === undefined ? '' : `, then ${table}`}`, async () => {
        if (asked < nth || table === undefined) return asked === nth;
        held ??= await holdTable(table);
        answer?.();
        answer = undefined;
        return (await isThere()) && (await isWaitingFor(table));
      });
    } finally {
      await held?.release();
      server.files.set(key, file);
    }
  }

  /** While half of a file is sent. Returns its bytes. */
  async function killHalfway(key: string, isThere: (half: number) => boolean): Promise<number> {
    const file = findFile(key);
    const half = Math.floor(file.length / 2);
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    server.files.set(
      key,
      breakOff(file, () => held),
    );
    await kill(`half of ${key}`, () => isThere(half));
    letGo();
    server.files.set(key, file);
    return half;
  }

  return {
    start,
    async finish() {
      const program = start();
      expect(await program.ended, program.errors()).toBe(0);
    },
    kill,
    killAtTable,
    killAtIndex: (nth, table) => killAtRequest(INDEX, nth, table),
    async killInIndex() {
      const before = countOf(INDEX);
      await killHalfway(INDEX, () => countOf(INDEX) > before);
    },
    killInDownload: (name) => killHalfway(keyOf(name), (half) => sizeOf(`${name}.part`) === half),
    async killBeforeImport(name) {
      const { length } = findFile(keyOf(name));
      await killAtRequest(keyOf(name), 1, 'upstream_runs', () => sizeOf(name) === length);
    },
    isWaitingFor,
  };
}

/** What two catalogues must have in common: everything but ids, versions and times of the catalogue. */
export const COMPARED_PRODUCTS = `
  select b.gtin14, br.name as brand, c.code as category, p.status, p.name, p.net_content_value, p.net_content_unit,
    p.country_of_origin, p.quality_score, p.attributes, p.facts, p.allergen_states, p.assured,
    to_jsonb(f) - 'product_id' as food,
    (select jsonb_object_agg(field, codes) from (
      select field, jsonb_agg(s.code order by s.code) as codes
      from field_provenance fp join sources s on s.id = fp.source_id
      where fp.product_id = p.id group by field) as by_field) as suppliers
  from products p join barcodes b on b.product_id = p.id left join brands br on br.id = p.brand_id
    join categories c on c.id = p.category_id left join food_details f on f.product_id = p.id
  order by b.gtin14`;
