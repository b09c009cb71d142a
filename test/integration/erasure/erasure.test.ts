import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAuditChain } from '../../../src/platform/audit/verify-audit.ts';
import { importFile } from '../../../src/import/import-file.ts';
import { previewFile } from '../../../src/import/preview-file.ts';
import { createOffImporter } from '../../../src/import/open-food-facts/off-importer.ts';
import { createChangeReader, stampAll } from '../../support/changes/change-reader.ts';
import { createExportDirectory, gtinOf, type ExportDirectory } from '../../support/imports/export-file.ts';
import { oatBiscuits } from '../../support/imports/import-catalogue.ts';
import { createProductDesk, type ProductDesk } from '../../support/catalogue/product-desk.ts';
import { expectAdminError } from '../../support/callers/test-admin.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { submitFacts, sendItem } from '../../support/review/test-submissions.ts';

let desk: ProductDesk;
let exports: ExportDirectory;
beforeAll(async () => {
  desk = await createProductDesk();
  exports = await createExportDirectory();
});
afterAll(async () => {
  await desk.database.drop();
  await exports.remove();
});

const reason = 'Request of 2026-11-20';
const db = () => desk.database.db;

/** Every table in which a text still stands, the name of the column with it. */
async function findText(text: string): Promise<string[]> {
  const { rows } = await db().execute<{ name: string }>(sql`
    SELECT c.relname AS name FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`);
  const found: string[] = [];
  for (const { name } of rows) {
    const held = await db().execute(
      sql`SELECT FROM ${sql.identifier(name)} t WHERE strpos(to_jsonb(t)::text, ${text}) > 0 LIMIT 1`,
    );
    if (held.rowCount) found.push(name);
  }
  return found.sort();
}

async function importRow(row: Record<string, unknown>) {
  const path = await exports.writeJsonLines('one.jsonl', [row]);
  return await importFile({ db: db(), path, importer: createOffImporter() });
}

describe('erasing a product', () => {
  it('leaves nothing of it but that it was erased, and no import brings it back', async () => {
    const gtin = gtinOf(1);
    await importRow(oatBiscuits);
    const { rows } = await db().execute<{ id: string }>(
      sql`SELECT product_id AS id FROM barcodes WHERE gtin14 = ${gtin.padStart(14, '0')}`,
    );
    const id = rows[0]?.id ?? '';
    // By people: a correction that was let in, one that waits, and a shop's word for a code that has an owner.
    const submission = await submitFacts(desk.api, { gtin, serving_size: '30 g, Zanzibar' });
    expect((await desk.reviewer.post(`/submissions/${submission}/approve`, {})).status).toBe(200);
    await submitFacts(desk.api, { product_id: id, ingredients_text: 'Zanzibar wheat' });
    const reader = createChangeReader(desk.api);
    await stampAll(db());
    await reader.read();

    const { version } = (await desk.editor.get(`/products/${id}`)).body as { version: number };
    expectAdminError(await desk.admin.post(`/products/${id}/erase`, { reason }), 409, 'invalid_state');
    await desk.editor.post(`/products/${id}/archive`, { version, reason: 'Zanzibar' });
    expectAdminError(await desk.editor.post(`/products/${id}/erase`, { reason }), 403, 'forbidden');
    const answer = await desk.admin.post(`/products/${id}/erase`, { reason });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ id, contributions: 2 });

    expect(await findText('Zanzibar')).toEqual([]);
    expect(await findText('Harbour Oat Biscuits')).toEqual([]);
    expect(await findText(gtin)).toEqual([]);
    expect((await desk.editor.get(`/products/${id}`)).status).toBe(404);
    await stampAll(db());
    expect(await reader.read()).toMatchObject([{ id, change: 'delete', product: null }]);

    const again = await importRow({ ...oatBiscuits, product_name: 'Harbour Oat Biscuits 2' });
    expect(again).toMatchObject({ created: 0, completed: 0, refusedRows: { erased: 1 } });
    expect(await findText('Harbour Oat Biscuits')).toEqual([]);
    const path = await exports.writeJsonLines('one.jsonl', [oatBiscuits]);
    const preview = await previewFile({ db: db(), path, importer: createOffImporter() });
    expect(preview).toMatchObject({ rows: [], refusals: [{ reason: 'erased' }] });
  });

  it('does not spare others: only what is about the product, or names it, is emptied', async () => {
    const kept = await desk.create({ name: 'Rye crackers', category: 'snacks' });
    const gone = await desk.create({ name: 'Wheat crackers', category: 'snacks' });
    await desk.editor.post(`/products/${gone.id}/archive`, { version: 1, reason: 'Gone' });
    await desk.admin.post(`/products/${gone.id}/erase`, { reason });
    expect((await desk.listHistory(kept.id))[0]?.after).toMatchObject({ name: 'Rye crackers' });
    const log = (await desk.reviewer.get(`/audit?entity_id=${gone.id}`)).body as { items: object[] };
    expect(log.items).toMatchObject([
      { action: 'product.erased', erased: false, after: { reason } },
      { action: 'product.archived', erased: true, before: null, after: null },
      { action: 'product.created', erased: true, before: null, after: null },
    ]);
  });

  it('leaves the log a chain that can be checked, and a row emptied in silence is found', async () => {
    const checked = await verifyAuditChain(db());
    expect(checked.problems).toEqual([]);
    expect(checked.erased).toBeGreaterThan(0);
    const { id } = await desk.create({ name: 'Spelt crackers', category: 'snacks' });
    const { rows } = await desk.database.pool.query<{ seq: string }>(
      'SELECT seq, erase_audit_content(ARRAY[seq]) FROM audit_log WHERE entity_id = $1',
      [id],
    );
    const seq = Number(rows[0]?.seq);
    expect((await verifyAuditChain(db())).problems).toEqual([
      { kind: 'changed', seq, message: `Row ${seq} was emptied, and no later row says so.` },
    ]);
  });

  it('lets nobody change anything else of a row', async () => {
    for (const change of [
      `actor = 'somebody', before = NULL, after = NULL, erased = true`,
      `before = NULL, after = NULL`,
      `after = '{}', erased = true`,
    ]) {
      await expect(
        desk.database.pool.query(`UPDATE audit_log SET ${change} WHERE NOT erased`),
      ).rejects.toThrow('append-only');
    }
  });
});

describe('erasing people', () => {
  it('forgets a contact address wherever it stands; submissions stay', async () => {
    const email = 'bella@example.org';
    const taken = await desk.api.submit('/submissions', {
      name: 'Barley',
      category: 'snacks',
      contact_email: email,
      note: 'Write to Bella@example.org, or ring Isabella',
    });
    await submitFacts(desk.api, { name: 'Oats', category: 'snacks', note: 'Ask BELLA@example.org about it' });
    const { id: submission, answer_token: token } = taken.body as { id: string; answer_token: string };
    await desk.reviewer.post(`/submissions/${submission}/questions`, { text: 'Where is it sold?' });
    await desk.reviewer.post(`/submissions/${submission}/notes`, { text: `Said to be bella@Example.org` });
    const told = await desk.api.submit(`/submissions/${submission}/answer`, {
      token,
      text: 'Ask me in Timbuktu',
    });
    expect(told.status, told.text).toBe(200);
    await submitFacts(desk.api, { name: 'Millet', category: 'snacks', contact_email: email });
    await desk.editor.post(`/submissions/${submission}/sender/block`, {});
    const answer = await desk.admin.post('/contacts/erase', { contact_email: ' Bella@Example.org ', reason });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({ contributions: 2 });
    expect(await findText(email)).toEqual([]);
    expect(await findText('bella@')).toEqual([]);
    expect(await findText('Isabella')).toEqual([]);
    expect(await findText('Ask [erased] about it')).toEqual(['submissions']);
    expect(await findText('Timbuktu')).toEqual([]);
    expect(await findText('Where is it sold?')).toEqual(['audit_log', 'submission_messages']);
    expect((await verifyAuditChain(db())).problems).toHaveLength(1);
    expect((await desk.reviewer.get(`/submissions/${submission}`)).status).toBe(200);
    const bad = await desk.admin.post('/contacts/erase', { contact_email: 'nobody', reason });
    expectAdminError(bad, 400, 'validation_failed');
    expectAdminError(
      await desk.editor.post('/contacts/erase', { contact_email: email, reason }),
      403,
      'forbidden',
    );
  });

  it('erases an account with its key and what waits; what was decided stays without a sender', async () => {
    const { key, accountId } = await insertKey(db());
    const { rows } = await db().execute<{ email: string }>(
      sql`SELECT email FROM accounts WHERE id = ${accountId}`,
    );
    const decided = await sendItem(desk.api, key, {
      gtin: gtinOf(7),
      name: 'Sorghum',
      note: `Questions to ${rows[0]?.email}`,
    });
    await desk.reviewer.post(`/submissions/${decided}/reject`, { reason: 'No' });
    const waiting = await sendItem(desk.api, key, { gtin: gtinOf(8), name: 'Teff' });
    const url = 'https://hooks.example.org/of-somebody';
    const headers = { 'X-API-Key': key };
    const hook = await desk.api
      .request()
      .post('/api/v1/webhooks')
      .set(headers)
      .send({ url, events: ['products.changed'] });
    expect(hook.status, hook.text).toBe(201);
    const answer = await desk.admin.post(`/accounts/${accountId}/erase`, { reason });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({ id: accountId, contributions: 1 });
    expect(await findText(rows[0]?.email ?? '')).toEqual([]);
    expect(await findText(url)).toEqual([]);
    expect((await desk.reviewer.get(`/submissions/${waiting}`)).status).toBe(404);
    expect((await desk.reviewer.get(`/submissions/${decided}`)).status).toBe(200);
    expect((await desk.api.get('/stats', { 'X-API-Key': key })).status).toBe(401);
    expectAdminError(await desk.admin.post(`/accounts/${accountId}/erase`, { reason }), 404, 'not_found');
  });
});
