import { randomInt } from 'node:crypto';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAuditDesk, ROWS } from '../../../support/callers/audit-desk.ts';
import { expectAdminError, type AdminCaller } from '../../../support/callers/test-admin.ts';
import { runCommand } from '../../../support/servers/run-command.ts';
import type { TestDatabase } from '../../../support/database/test-database.ts';
import { waitFor } from '../../../support/wait-for.ts';
import type { AuditCheck } from '../../../../src/platform/audit/audit-contract.ts';
import { findChainHead, logAuditHead } from '../../../../src/platform/audit/audit-store.ts';
import { verifyAuditChain } from '../../../../src/platform/audit/verify-audit.ts';
import { createLogger } from '../../../../src/platform/logger.ts';

let database: TestDatabase;
let call: AdminCaller;
beforeAll(async () => {
  ({ database, call } = await openAuditDesk());
  await database.pool.query('CREATE TABLE written AS SELECT * FROM audit_log');
});
afterAll(() => database.drop());

/** As somebody who owns the database and stops at nothing. */
async function tamper<T>(work: () => Promise<T>): Promise<T> {
  await database.pool.query('ALTER TABLE audit_log DISABLE TRIGGER USER');
  try {
    return await work();
  } finally {
    await database.pool.query('ALTER TABLE audit_log ENABLE TRIGGER USER');
  }
}
const query = (text: string, values: unknown[] = []) =>
  database.pool.query<Record<string, unknown>>(text, values);
/** A row as text, to the last microsecond. */
const rowOf = async (seq: number) =>
  (await query('SELECT audit_log::text AS text FROM audit_log WHERE seq = $1', [seq])).rows[0]?.['text'];
/** Puts rows back as they were written. */
const restore = async (...seqs: number[]) => {
  await query('DELETE FROM audit_log WHERE seq = ANY ($1)', [seqs]);
  await query('INSERT INTO audit_log SELECT * FROM written WHERE seq = ANY ($1)', [seqs]);
};
const audit = async (...args: string[]) => {
  const { exitCode, output, errors } = await runCommand('audit', database.url, args);
  return { exitCode, output: errors + output };
};

describe('the chain', () => {
  it('is valid after 64 writers at once: no number left out, none twice, each row holding the hash before', async () => {
    const { checked, problems, head } = await verifyAuditChain(database.db);
    expect([checked, problems, head?.seq]).toEqual([ROWS, [], ROWS]);
    // Not only by our own reading of it.
    const { rows } = await query(`SELECT count(*)::int AS broken FROM audit_log AS later
      LEFT JOIN audit_log AS earlier ON earlier.seq = later.seq - 1
      WHERE later.prev_hash <> coalesce(earlier.hash, '') OR later.hash <> audit_entry_hash(later)`);
    expect(rows).toEqual([{ broken: 0 }]);
  });

  it('shows every one of 100 flipped bits, at its row', async () => {
    const flips: Record<string, string> = {
      at: "at = at + interval '1 microsecond'",
      actor: 'actor = overlay(actor placing chr(ascii(substr(actor, $2, 1)) # 1) from $2 for 1)',
      action: 'action = overlay(action placing chr(ascii(substr(action, $2, 1)) # 1) from $2 for 1)',
      entity: 'entity = overlay(entity placing chr(ascii(substr(entity, $2, 1)) # 1) from $2 for 1)',
      entity_id:
        'entity_id = overlay(entity_id placing chr(ascii(substr(entity_id, $2, 1)) # 1) from $2 for 1)',
      request_id:
        'request_id = overlay(request_id placing chr(ascii(substr(request_id, $2, 1)) # 1) from $2 for 1)',
      before: "before = jsonb_set(before, '{list,0}', to_jsonb((before->'list'->>0)::int # 1))",
      after: "after = jsonb_set(after, '{deep,text}', '\"quoted \"')",
      prev_hash: 'prev_hash = set_bit(prev_hash, $2 * 8, 1 - get_bit(prev_hash, $2 * 8))',
      hash: 'hash = set_bit(hash, $2 * 8 + 3, 1 - get_bit(hash, $2 * 8 + 3))',
    };
    await tamper(async () => {
      for (let round = 0; round < 100; round += 1) {
        const [column = '', flip = ''] = Object.entries(flips)[round % 10] ?? [];
        // The first row has no hash before it to flip.
        const seq = randomInt(2, ROWS + 1);
        const original = await rowOf(seq);
        const values = flip.includes('$2') ? [seq, randomInt(1, 3)] : [seq];
        await query(`UPDATE audit_log SET ${flip.replaceAll('$2', '$2::int')} WHERE seq = $1`, values);
        expect(await rowOf(seq), column).not.toEqual(original);
        const { problems } = await verifyAuditChain(database.db);
        expect(
          problems.map((problem) => [problem.kind, problem.seq]),
          `${column} of row ${seq}`,
        ).toEqual([['changed', seq]]);
        await restore(seq);
      }
    });
    expect((await verifyAuditChain(database.db)).problems).toEqual([]);
  });

  it('shows missing rows, and all problems of several', async () => {
    await tamper(async () => {
      await query('DELETE FROM audit_log WHERE seq = ANY ($1)', [[1, 70, 71, 72]]);
      await query("UPDATE audit_log SET actor = 'nobody' WHERE seq = 120");
      const { problems, checked } = await verifyAuditChain(database.db);
      expect(checked).toBe(ROWS - 4);
      expect(problems.map(({ message }) => message)).toEqual([
        'Row 1 is missing.',
        'Rows 70 to 72 are missing.',
        expect.stringContaining('Row 120 is not as it was written'),
      ]);
      await restore(1, 70, 71, 72, 120);
    });
    expect((await verifyAuditChain(database.db)).problems).toEqual([]);
  });

  it('shows a row that was rewritten together with its hash, and a fork', async () => {
    await tamper(async () => {
      await query("UPDATE audit_log SET actor = 'nobody' WHERE seq = 50");
      await query('UPDATE audit_log SET hash = audit_entry_hash(audit_log) WHERE seq = 50');
      const rewritten = await verifyAuditChain(database.db);
      expect(rewritten.problems).toEqual([
        { kind: 'unlinked', seq: 51, message: expect.stringContaining('Row 51 does not follow row 50') },
      ]);
      await restore(50);
      // Two rows that both follow row 60, as writers without the lock would leave them.
      await query(
        'UPDATE audit_log SET prev_hash = (SELECT hash FROM audit_log WHERE seq = 60) WHERE seq = $1',
        [ROWS],
      );
      await query('UPDATE audit_log SET hash = audit_entry_hash(audit_log) WHERE seq = $1', [ROWS]);
      const forked = await verifyAuditChain(database.db);
      expect(forked.problems.map(({ kind, seq }) => [kind, seq])).toEqual([['unlinked', ROWS]]);
      await restore(ROWS);
    });
    expect((await verifyAuditChain(database.db)).problems).toEqual([]);
  });

  it('is also checked over HTTP, and from any row on', async () => {
    const whole = (await call.get('/audit/verify')).body as AuditCheck;
    expect(whole).toMatchObject({ checked: ROWS, problems: [], next_after: null, head: { seq: ROWS } });
    const rest = (await call.get('/audit/verify?after=150')).body as AuditCheck;
    expect(rest).toEqual({ ...whole, checked: ROWS - 150 });
    const bounded = await verifyAuditChain(database.db, { after: 20, mostRows: 30 });
    expect(bounded).toMatchObject({ checked: 30, problems: [], head: { seq: 50 }, next_after: 50 });
    const beyond = (await call.get(`/audit/verify?after=${ROWS + 5}`)).body as AuditCheck;
    expect(beyond.problems).toMatchObject([{ kind: 'missing', seq: ROWS + 5 }]);
    expectAdminError(await call.get('/audit/verify?after=-1'), 400, 'invalid_parameter');
  });
});

describe('npm run audit -- verify', () => {
  it('names the last row and passes, also against a head noted down earlier', async () => {
    const head = await findChainHead(database.db, 80);
    const noted = `80:${head?.hash.toString('hex')}`;
    const { exitCode, output } = await audit('verify', '--head', noted);
    expect([exitCode, output]).toEqual([
      0,
      expect.stringMatching(
        new RegExp(`^${ROWS} rows were checked. The last one, to be noted down: ${ROWS}:[0-9a-f]{64}\n$`),
      ),
    ]);
  });

  it('fails for a changed row, and names it', async () => {
    await tamper(async () => {
      await query("UPDATE audit_log SET action = 'thing.unmade' WHERE seq = 33");
      expect(await audit('verify')).toMatchObject({
        exitCode: 1,
        output: expect.stringContaining('Row 33 is not'),
      });
      await restore(33);
    });
  });

  it('misses rows that were cut off the end only by a head noted down earlier', async () => {
    await tamper(async () => {
      const head = await findChainHead(database.db);
      const noted = `${ROWS}:${head?.hash.toString('hex')}`;
      await query('DELETE FROM audit_log WHERE seq = $1', [ROWS]);
      expect((await audit('verify')).exitCode).toBe(0);
      const found = await audit('verify', '--head', noted);
      expect(found).toMatchObject({
        exitCode: 1,
        output: expect.stringContaining(`Row ${ROWS} is missing.`),
      });
      // Written again, with the same number: another hash.
      await restore(ROWS);
      await query("UPDATE audit_log SET hash = sha256('other') WHERE seq = $1", [ROWS]);
      expect((await audit('verify', '--head', noted)).output).toContain('had another hash');
      await restore(ROWS);
    });
  });
});

it('the head is in the program’s log, in the form that verify takes', async () => {
  const lines: string[] = [];
  const destination = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const logging = logAuditHead({
    db: database.db,
    logger: createLogger('test', 'info', destination),
    everyMs: 20,
  });
  await waitFor('two lines', () => lines.length >= 2);
  await logging.close();
  const { audit_head: head } = JSON.parse(lines[1] ?? '') as { audit_head: string };
  expect((await audit('verify', '--head', head)).exitCode).toBe(0);
});
