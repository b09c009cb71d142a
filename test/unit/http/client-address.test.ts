import express from 'express';
import fc from 'fast-check';
import { pino } from 'pino';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import {
  bucketOf,
  clientBucket,
  warnOfUntrustedProxy,
} from '../../../src/platform/http/callers/client-address.ts';

test.each([
  '1.2.3.4',
  '::ffff:1.2.3.4',
  '::FFFF:1.2.3.4',
  '::ffff:102:304',
  '0:0:0:0:0:ffff:0102:0304',
  '0000:0000:0000:0000:0000:FFFF:1.2.3.4',
  '::ffff:1.2.3.4%eth0',
])('%s is the IPv4 address 1.2.3.4', (address) => {
  expect(bucketOf(address)).toBe('1.2.3.4');
});

test.each([
  '2001:db8:1:2::',
  '2001:db8:1:2::1',
  '2001:DB8:0001:0002:ffff:ffff:ffff:ffff',
  '2001:0db8:0001:0002:0:0:0:1',
  '2001:db8:1:2:3:4:5.6.7.8',
])('%s is in the network 2001:db8:1:2::/64', (address) => {
  expect(bucketOf(address)).toBe('2001:db8:1:2::/64');
});

test.each([
  ['203.0.113.9:4711', '203.0.113.9'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['[2001:DB8:1:2::1]:4711', '2001:db8:1:2::/64'],
  ['[::ffff:203.0.113.9]:4711', '203.0.113.9'],
])('%s, as some proxies write it, is %s', async (text, bucket) => {
  expect(bucketOf(text)).toBe(bucket);
  expect(await bucketBehind(1, `6.6.6.6:1, ${text}`)).toBe(bucket);
});

test('addresses that differ in the first 64 bits are different callers', () => {
  const addresses = [
    '2001:db8:1:2::1',
    '2001:db8:1:3::1',
    '2001:db8::1',
    '::1',
    '::1:0:0:0:1',
    '1::',
    '::2.3.4.5',
  ];
  const buckets = addresses.map(bucketOf);
  // The last and ::1 are both in ::/64.
  expect(new Set(buckets).size).toBe(addresses.length - 1);
});

test('an address that only looks like mapped IPv4 is not one', () => {
  expect(bucketOf('::ffff:0:1.2.3.4')).toBe('0:0:0:0::/64');
  expect(bucketOf('::1.2.3.4')).toBe('0:0:0:0::/64');
  expect(bucketOf('1::ffff:1.2.3.4')).toBe('1:0:0:0::/64');
});

test.each([
  '',
  ' ',
  'unknown',
  '<script>',
  '1.2.3',
  '01.2.3.4',
  '1.2.3.4:',
  '1.2.3.4:x',
  '1.2.3.4:5678:9',
  '[1.2.3.4]:80',
  '[::1',
  '[::1]x',
  '"[::1]"',
  '1.2.3.4, 5.6.7.8',
  '1e9',
])('%j is no address', (text) => {
  expect(bucketOf(text)).toBeUndefined();
});

test('every spelling of an IPv6 address is in one bucket, with all of its /64', () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  const groups = (length: number) => fc.array(group, { minLength: length, maxLength: length });
  fc.assert(
    fc.property(groups(4), groups(4), groups(4), (network, one, other) => {
      fc.pre(network.some((value) => value !== 0));
      const spell = (host: number[], width: number, upper: boolean) => {
        const text = [...network, ...host].map((value) => value.toString(16).padStart(width, '0')).join(':');
        return upper ? text.toUpperCase() : text;
      };
      const canonical = new URL(`http://[${spell(one, 1, false)}]`).hostname.slice(1, -1);
      const buckets = [canonical, spell(one, 4, true), spell(other, 1, false)].map(bucketOf);
      expect(new Set(buckets).size).toBe(1);
    }),
  );
});

test('X-Forwarded-For without a trusted proxy is one line in the log', async () => {
  const lines: string[] = [];
  const app = express().use(
    warnOfUntrustedProxy(pino({}, { write: (line: string) => void lines.push(line) })),
  );
  app.get('/', (_request, response) => void response.send('ok'));
  await supertest(app).get('/');
  expect(lines).toEqual([]);
  for (let call = 0; call < 3; call += 1) await supertest(app).get('/').set('X-Forwarded-For', '192.0.2.1');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 40,
    msg: expect.stringContaining('TRUST_PROXY'),
  });
});

/** What the application sees behind so many proxies. */
async function bucketBehind(trustProxy: boolean | number | string, forwardedFor?: string): Promise<string> {
  const app = express().set('trust proxy', trustProxy);
  app.get('/', (request, response) => void response.send(clientBucket(request)));
  const request = supertest(app).get('/');
  if (forwardedFor !== undefined) void request.set('X-Forwarded-For', forwardedFor);
  return (await request).text;
}

test('without a trusted proxy X-Forwarded-For moves nothing', async () => {
  const forged = ['6.6.6.6', '::1', '<script>', '', '1.1.1.1, 2.2.2.2', 'a,'.repeat(1_000)];
  const buckets = await Promise.all(forged.map((text) => bucketBehind(false, text)));
  expect(new Set(buckets)).toEqual(new Set(['127.0.0.1']));
});

test('behind one trusted proxy only the address that it saw counts', async () => {
  expect(await bucketBehind(1, '6.6.6.6, 203.0.113.9')).toBe('203.0.113.9');
  expect(await bucketBehind(1, '6.6.6.6, ::ffff:203.0.113.9')).toBe('203.0.113.9');
  expect(await bucketBehind(1, '203.0.113.9')).toBe('203.0.113.9');
  expect(await bucketBehind(1)).toBe('127.0.0.1');
});

test('what a trusted proxy sends that is no address is passed over for that of the connection', async () => {
  for (const text of ['<script>', 'unknown', '1.2.3.4:port', '"[2001:db8::1]"']) {
    expect(await bucketBehind(1, text)).toBe('127.0.0.1');
  }
});
