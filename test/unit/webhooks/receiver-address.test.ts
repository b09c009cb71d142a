import ipaddr from 'ipaddr.js';
import { describe, expect, test } from 'vitest';
import { mayConnect } from '../../../src/platform/outbound/may-connect.ts';
import { readReceiver } from '../../../src/publish/webhooks/receiver-address.ts';

const NONE: [] = [];
const INNER = [ipaddr.parseCIDR('10.1.0.0/16'), ipaddr.parseCIDR('fd00:1::/32')];

describe('an address', () => {
  test.each(['93.184.216.34', '8.8.8.8', '2606:4700:4700::1111', '2a00:1450:4001:82f::200e'])(
    '%s may be called, at the two ports alone',
    (address) => {
      expect([443, 8443, 80, 22, 8080].map((port) => mayConnect(address, port, NONE))).toEqual([
        true,
        true,
        false,
        false,
        false,
      ]);
    },
  );

  test.each([
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'this network'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['169.254.169.254', 'link-local: metadata of clouds'],
    ['100.64.0.1', 'carrier-grade NAT'],
    ['100.127.255.255', 'carrier-grade NAT'],
    ['192.0.0.1', 'protocol assignments'],
    ['192.0.2.1', 'documentation'],
    ['198.18.0.1', 'benchmarks'],
    ['198.51.100.1', 'documentation'],
    ['203.0.113.1', 'documentation'],
    ['192.88.99.1', '6to4 relay'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.250', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::127.0.0.1', 'IPv4-compatible'],
    ['::ffff:127.0.0.1', 'IPv4-mapped loopback'],
    ['::ffff:7f00:1', 'the same'],
    ['::ffff:8.8.8.8', 'IPv4-mapped, also of a public address'],
    ['::ffff:0:127.0.0.1', 'translated'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b::8.8.8.8', 'NAT64 of a public address'],
    ['64:ff9b:1::a00:1', 'NAT64 of local use'],
    ['2002:7f00:1::', '6to4 of loopback'],
    ['2002:0a00:0001::1', '6to4 of a private one'],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'Teredo'],
    ['fe80::1', 'link-local'],
    ['fec0::1', 'site-local'],
    ['fc00::1', 'unique local'],
    ['fd12:3456::1', 'unique local'],
    ['ff02::1', 'multicast'],
    ['100::1', 'discard'],
    ['2001:db8::1', 'documentation'],
    ['3fff::1', 'documentation'],
    ['5f00::1', 'segment routing'],
    ['4000::1', 'not given out'],
    ['168.63.129.16', 'metadata of a cloud, on a public address'],
    ['not an address', 'no address'],
    ['2130706433', 'a number'],
  ])('%s may not be called: %s', (address) => {
    expect(mayConnect(address, 443, NONE)).toBe(false);
  });

  test('of a permitted network may be called at any port, in its own form alone', () => {
    expect(mayConnect('10.1.2.3', 9000, INNER)).toBe(true);
    expect(mayConnect('fd00:1::5', 9000, INNER)).toBe(true);
    expect(mayConnect('10.2.0.1', 443, INNER)).toBe(false);
    expect(mayConnect('::ffff:10.1.2.3', 443, INNER)).toBe(false);
    expect(mayConnect('8.8.8.8', 9000, INNER)).toBe(false);
  });
});

describe('the URL of a webhook', () => {
  test.each([
    ['https://shop.example.org/hook?token=a', 'https://shop.example.org/hook?token=a', 'shop.example.org'],
    ['HTTPS://Shop.Example.org:443/', 'https://shop.example.org/', 'shop.example.org'],
    ['https://shop.example.org:8443/x#part', 'https://shop.example.org:8443/x', 'shop.example.org:8443'],
    ['https://8.8.8.8/hook', 'https://8.8.8.8/hook', '8.8.8.8'],
    ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/', '[2606:4700:4700::1111]'],
  ])('%s is taken', (text, url, host) => {
    expect(readReceiver(text, NONE)).toEqual({ url, host });
  });

  test.each([
    'http://shop.example.org/',
    'ftp://shop.example.org/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'shop.example.org/hook',
    '',
    'https://',
    'https://user@shop.example.org/',
    'https://user:word@shop.example.org/',
    'https://:word@shop.example.org/',
    'https://shop.example.org\\@127.0.0.1/',
    'https://shop.example.org:80/',
    'https://shop.example.org:22/',
    'https://shop.example.org:99999/',
    'https://shop.example.org/a b',
    'https://shop.example.org/\n',
    'https://127.0.0.1/',
    'https://127.0.0.1./',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://0/',
    'https://①②⑦.0.0.1/',
    'https://10.0.0.1/',
    'https://192.168.1.1:8443/',
    'https://169.254.169.254/latest/meta-data/',
    'https://8.8.8.8:25/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[0:0:0:0:0:ffff:127.0.0.1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::127.0.0.1]/',
    'https://[2002:7f00:1::]/',
    'https://[fe80::1%25eth0]/',
    'https://[fd00::1]/',
    'https://168.63.129.16/',
    'https://localhost/',
    'https://localhost./',
    'https://api.localhost:8443/',
    'https://postgres/',
    'https://metadata/',
    'https://metadata.google.internal/computeMetadata/v1/',
    'https://METADATA.Google.INTERNAL./',
    'https://printer.local/',
    'https://router.home.arpa/',
    'https://redis.factshelf.svc.cluster.local/',
  ])('%j is refused', (text) => {
    expect(readReceiver(text, NONE)).toBeTypeOf('string');
  });

  test('may have another port where networks are permitted: which address it leads to shows later', () => {
    expect(readReceiver('https://hooks.inner.example:9000/', INNER)).toMatchObject({
      host: 'hooks.inner.example:9000',
    });
    expect(readReceiver('https://hooks/', INNER)).toMatchObject({ host: 'hooks' });
    expect(readReceiver('https://10.1.2.3:9000/', INNER)).toMatchObject({ host: '10.1.2.3:9000' });
    expect(readReceiver('https://10.2.0.1:9000/', INNER)).toBeTypeOf('string');
  });
});
