import { readdirSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tiers } from '../../src/platform/db/schema/accounts.ts';
import { createS3Storage } from '../../src/review/pictures/storage/s3-storage.ts';
import { insertKey } from '../support/callers/test-limits.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';
import { gtinOf } from '../support/imports/export-file.ts';
import { createPictureRoot, drawJpeg } from '../support/pictures/test-pictures.ts';
import { S3_CREDENTIALS, startS3Server, type S3Server } from '../support/servers/s3-server.ts';
import { startSmtpCatcher, type SmtpCatcher } from '../support/servers/smtp-catcher.ts';
import { startApi, type StartedApi } from '../support/servers/started-api.ts';
import { waitFor } from '../support/wait-for.ts';

const S3 = { bucket: 'held', region: 'eu-south-2', ...S3_CREDENTIALS };
const FROM = 'Shelf keeper <keeper@shelf.example>';
const PUBLIC_URL = 'https://shelf.example';
/** None of them is what it is unless set. */
const FIGURES = {
  REGISTRATIONS_PER_ADDRESS: 1,
  REGISTRATIONS_PER_NETWORK: 2,
  REGISTRATIONS_PER_SECOND: 1,
  KEYS_PER_ADDRESS: 2,
  KEYS_PER_NETWORK: 4,
  SUBMISSIONS_MOST_PENDING: 2,
  BACKFLOW_MOST_PENDING: 3,
};
const DAY_MS = 86_400_000;
/** What fails on a busy machine is done a minute later. */
const DAILY_PATIENCE_MS = 240_000;

interface Answer {
  status: number;
  headers: Headers;
  body: {
    id?: string;
    answer_token?: string;
    error?: { message: string; details?: Record<string, unknown> };
  };
}

/** What the API process makes of its settings: whether a figure works is tested where it belongs. */
describe('an API process with settings of its own', () => {
  const pictures = createPictureRoot();
  let bucket: S3Server;
  let database: TestDatabase;
  let smtp: SmtpCatcher;
  let api: StartedApi;

  const openBucket = () =>
    createS3Storage({ bucket: S3.bucket, region: S3.region, endpoint: bucket.endpoint, credentials: S3 });
  async function listKept(): Promise<string[]> {
    const names = new Set<string>();
    for await (const { sha256 } of openBucket().list()) names.add(sha256);
    return [...names].sort();
  }

  beforeAll(async () => {
    database = await createTestDatabase();
    smtp = await startSmtpCatcher();
    bucket = await startS3Server(pictures.root, S3.bucket);
    await leavePictures(['a', 'b'], ['a']);
    await leaveContacts();
    await database.db.update(tiers).set({ perMinute: 1 }).where(eq(tiers.code, 'registered'));
    api = await startApi({
      DATABASE_URL: database.url,
      TRUST_PROXY: '1',
      ...Object.fromEntries(Object.entries(FIGURES).map(([name, figure]) => [name, String(figure)])),
      SMTP_URL: smtp.url,
      MAIL_FROM: FROM,
      PUBLIC_URL,
      S3_ENDPOINT: bucket.endpoint,
      S3_BUCKET: S3.bucket,
      S3_REGION: S3.region,
      S3_ACCESS_KEY_ID: S3.accessKeyId,
      S3_SECRET_ACCESS_KEY: S3.secretAccessKey,
    });
  });
  afterAll(async () => {
    await api?.stop();
    await Promise.all([bucket.close(), smtp.close(), database.drop()]);
    pictures.remove();
  });

  /** Files that no row needs; the old ones were saved two days ago. */
  async function leavePictures(letters: string[], old: string[]): Promise<void> {
    const renditions = { 200: Buffer.from('a'), 400: Buffer.from('b'), 1200: Buffer.from('c') };
    for (const letter of letters) await openBucket().save(letter.repeat(64), renditions);
    const then = new Date(Date.now() - 2 * DAY_MS);
    const files = readdirSync(pictures.root, { recursive: true, encoding: 'utf8' });
    for (const file of files)
      if (old.some((letter) => file.includes(letter.repeat(64))))
        utimesSync(path.join(pictures.root, file), then, then);
  }

  async function leaveContacts(): Promise<void> {
    for (const days of [89, 91])
      await database.db.execute(sql`
        insert into submissions (id, source, content, content_hash, contact_email, status, reason, reviewed_at)
        values (${uuidv7()}, 'public', ${JSON.stringify({ name: `Reviewed ${days} days ago` })}, ${Buffer.from(String(days))},
          ${`${days}@example.org`}, 'rejected', 'no', now() - make_interval(days => ${days}))`);
  }

  async function post(url: string, from: string, body: object | Buffer, headers = {}): Promise<Answer> {
    const isFile = Buffer.isBuffer(body);
    const type = isFile ? 'application/octet-stream' : 'application/json';
    const response = await fetch(api.origin + url, {
      method: 'POST',
      headers: { 'Content-Type': type, 'X-Forwarded-For': from, ...headers },
      body: isFile ? new Uint8Array(body) : JSON.stringify(body),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Answer['body'],
    };
  }

  let registered = 0;
  const register = (from: string) =>
    post('/api/v1/register', from, {
      email: `new-${(registered += 1)}@example.org`,
      password: 'seven small islands',
    });
  /** The same when the second has room, asked again as the answer says. */
  async function registerInTurn(from: string): Promise<Answer> {
    const answer = await register(from);
    if (!answer.body.error?.message.includes('at this moment')) return answer;
    await sleep(Number(answer.headers.get('retry-after')) * 1_000);
    return await registerInTurn(from);
  }

  it('takes REGISTRATIONS_PER_SECOND', async () => {
    const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'];
    const answers = await Promise.all(addresses.map(register));
    // Unless it is set, five are taken in a second.
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const { body } of refused) expect(body.error?.message).toContain('at this moment');
  });

  it('takes REGISTRATIONS_PER_ADDRESS and REGISTRATIONS_PER_NETWORK', async () => {
    expect((await registerInTurn('192.0.2.10')).status).toBe(201);
    const again = await registerInTurn('192.0.2.10');
    expect([again.status, again.body.error?.message]).toEqual([
      429,
      expect.stringContaining('from this address'),
    ]);
    for (const part of [1, 2]) expect((await registerInTurn(`2001:db8:7:${part}::1`)).status).toBe(201);
    const third = await registerInTurn('2001:db8:7:3::1');
    expect([third.status, third.body.error?.message]).toEqual([
      429,
      expect.stringContaining('from the network'),
    ]);
  });

  it('takes SMTP_URL, MAIL_FROM and PUBLIC_URL', async () => {
    expect((await registerInTurn('192.0.2.20')).status).toBe(201);
    const email = `new-${registered}@example.org`;
    const mail = await waitFor('a mail', () => smtp.mails.find(({ to }) => to.includes(email)));
    expect(mail.text).toContain(`From: ${FROM}`);
    expect(mail.text).toContain(`${PUBLIC_URL}/api/v1/account/confirm`);
  });

  it.each(['KEYS_PER_ADDRESS', 'KEYS_PER_NETWORK'] as const)('takes %s', async (setting) => {
    const most = FIGURES[setting];
    const minutes = new Map<string, number[]>();
    // Of so many at least one more than are let through is in the same minute. Each has a key of its own.
    for (let call = 1; call <= 2 * most + 1; call += 1) {
      const { key } = await insertKey(database.db);
      const answer = await api.get('/api/v1/brands?page=0', {
        'X-API-Key': key,
        'X-Forwarded-For': setting === 'KEYS_PER_ADDRESS' ? '192.0.2.30' : `2001:db8:8:${call}::1`,
      });
      const reset = answer.headers.get('x-ratelimit-reset') ?? '';
      minutes.set(reset, [...(minutes.get(reset) ?? []), answer.status]);
      // A key may make one call, so this is the ceiling of all.
      if (answer.status === 429) expect(answer.headers.get('x-ratelimit-limit')).toBe(String(most));
    }
    for (const statuses of minutes.values())
      expect(statuses).toEqual(statuses.map((_, at) => (at < most ? 400 : 429)));
  });

  it('takes SUBMISSIONS_MOST_PENDING and S3_…: a picture comes into the bucket', async () => {
    const submit = (name: string) => post('/api/public/submissions', '192.0.2.40', { name });
    const first = await submit('Wexmoor biscuits');
    expect(first.status).toBe(201);
    const kept = await listKept();
    const sent: Answer = await post(
      `/api/public/submissions/${first.body.id}/images`,
      '192.0.2.40',
      await drawJpeg(),
      { 'X-Answer-Token': first.body.answer_token },
    );
    expect(sent.status).toBe(201);
    expect(await listKept()).toHaveLength(kept.length + 1);
    expect(bucket.signatures.every((text) => text.includes(`Credential=${S3.accessKeyId}/`))).toBe(true);
    expect(bucket.signatures.every((text) => text.includes(`/${S3.region}/s3/`))).toBe(true);

    expect((await submit('Wexmoor crackers')).status).toBe(201);
    const full = await submit('Wexmoor rusks');
    expect([full.status, full.headers.get('retry-after')]).toEqual([429, '3600']);
  });

  it('takes BACKFLOW_MOST_PENDING', async () => {
    const { key } = await insertKey(database.db, 'partner');
    const items = [1, 2, 3, 4].map((number) => ({ gtin: gtinOf(number) }));
    const answer = await post('/api/public/backflow', '192.0.2.50', { items }, { 'X-API-Key': key });
    expect(answer.status).toBe(429);
    expect(answer.body.error?.details).toMatchObject({ cap: 'queue' });
  });

  it('erases old contacts and cleans up pictures when it starts', async () => {
    const listContacts = async () => {
      const { rows } = await database.db.execute<{ email: string }>(
        sql`select contact_email as email from submissions where contact_email is not null`,
      );
      return rows.map(({ email }) => email);
    };
    await waitFor('erasure', async () => (await listContacts()).length === 1, DAILY_PATIENCE_MS);
    expect(await listContacts()).toEqual(['89@example.org']);
    const isRemoved = async () => !(await listKept()).includes('a'.repeat(64));
    await waitFor('old files to be removed', isRemoved, DAILY_PATIENCE_MS);
    expect(await listKept()).toContain('b'.repeat(64));
  });
});
