import { connect, type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SUBMISSION_FIGURES } from '../../../src/access/limits/limits.ts';
import { createSubmissionLimits } from '../../../src/access/limits/submission-limits.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { PLAIN_ADDRESSES, createTestAccounts } from '../../support/callers/test-accounts.ts';
import { readFields } from '../../support/review/read-form-fields.ts';
import { createTestApi } from '../../support/test-api.ts';
import { waitFor } from '../../support/wait-for.ts';

let desk: ReviewDesk;
beforeAll(async () => {
  desk = await createReviewDesk();
});
afterAll(() => desk.database.drop());

const open = (address: string) => desk.api.request().get(address);

describe('a form', () => {
  it('asks its limits before the form has arrived', async () => {
    let asked = 0;
    const limits = createSubmissionLimits(undefined, PLAIN_ADDRESSES, SUBMISSION_FIGURES);
    const { app } = createTestApi(desk.database, {
      accounts: {
        ...createTestAccounts(desk.database.db),
        submissionLimits: {
          ...limits,
          submissions: (request, response, next) => {
            asked += 1;
            return limits.submissions(request, response, next);
          },
        },
      },
    });
    const server = app.listen(0);
    const sockets = ['/contribute', '/contribute/0198c3a0-6f5e-7c1b-9a52-1d2f3c4b5a69'].map((path) =>
      connect((server.address() as AddressInfo).port).end(
        `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 99\r\n\r\n`,
      ),
    );
    await waitFor('both to be counted', () => asked === 2);
    for (const socket of sockets) socket.destroy();
    await promisify(server.close.bind(server))();
  });

  it.each([
    ['260,000 fields', 'a&'.repeat(260_000)],
    ['more fields than it has', 'a&'.repeat(400)],
    ['more fields in what was prefilled', `name=Oats&known=${'a%26'.repeat(400)}`],
  ])('refuses %s before they are parsed', async (_, fields) => {
    const refused = await desk.api.request().post('/contribute').type('form').send(fields);
    expect(refused.status).toBe(413);
  });

  it.each(['/account', '/account/register', '/contribute/0198c3a0-6f5e-7c1b-9a52-1d2f3c4b5a69'])(
    'is no larger than what it asks for: %s',
    async (path) => {
      for (const fields of ['a&'.repeat(30), `password=${'x'.repeat(30_000)}`])
        expect((await desk.api.request().post(path).type('form').send(fields)).status).toBe(413);
    },
  );

  it('takes every fact in every language that it can show', async () => {
    const { text } = await open('/contribute');
    const names = [
      ...readFields(text).keys(),
      ...[...text.matchAll(/ name="([^"]+)"/g)].map(([, name]) => name),
    ];
    const full = new URLSearchParams(names.map((name) => [name ?? '', 'é']));
    full.set('known', full.toString());
    full.set('ingredients_texts', `de: ${'я'.repeat(5_000)}`);
    const sent = await desk.api.request().post('/contribute').type('form').send(full.toString());
    expect(sent.status).toBe(400);
  });
});
