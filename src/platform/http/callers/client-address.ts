import { isIPv4, isIPv6 } from 'node:net';
import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';

/**
 * Returns the bucket that a request counts for: an IPv4 address, or the /64 of an IPv6 address, because one
 * subscriber holds at least a /64. Every spelling of an address gives one bucket; IPv4-mapped IPv6 (::ffff:0:0/96) is
 * IPv4. `X-Forwarded-For` counts as far as `trust proxy` allows. If it holds no address there, the connection's
 * address counts.
 */
export function clientBucket(request: Pick<Request, 'ip' | 'socket'>): string {
  return bucketOf(request.ip) ?? bucketOf(request.socket.remoteAddress) ?? 'unknown';
}

/** Returns the bucket of an address in any spelling, with or without a port; undefined for other text. */
export function bucketOf(text: string | undefined): string | undefined {
  const address = text === undefined ? '' : removePort(text);
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  const groups = listGroups(address);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** Removes the port that some proxies append, and brackets: 192.0.2.1:4711, [2001:db8::1]:4711. */
function removePort(text: string): string {
  const [, bracketed, plain] = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/i.exec(text) ?? [];
  if (bracketed !== undefined) return isIPv6(bracketed) ? bracketed : '';
  return plain ?? text;
}

/** Returns the eight 16-bit groups of a valid IPv6 address. Parsing it as a URL gives the canonical form. */
function listGroups(address: string): number[] {
  const [withoutZone = ''] = address.split('%');
  const canonical = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => 0);
  return [...head, ...zeros, ...tail];
}

/** Logs once that an untrusted proxy seems to be in front, because all its callers then count as one. */
export function warnOfUntrustedProxy(logger: Logger): RequestHandler {
  let isSaid = false;
  return (request, _response, next) => {
    if (!isSaid && request.headers['x-forwarded-for'] !== undefined) {
      isSaid = true;
      logger.warn(
        { from: request.socket.remoteAddress },
        'X-Forwarded-For came, and no proxy is trusted: if one stands in front, all callers share its limits and quota until TRUST_PROXY is set',
      );
    }
    next();
  };
}
