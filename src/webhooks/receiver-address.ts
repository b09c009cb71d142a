import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Networks that the operator permits beside public addresses, as `ipaddr.parseCIDR` has them. */
export type Networks = readonly [ipaddr.IPv4 | ipaddr.IPv6, number][];

export const PUBLIC_PORTS = [443, 8_443];
const HTTPS = 443;
/** All that IANA gives out as global unicast; addresses outside of it embed others, or are of no public use. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Where a webhook goes. */
export interface Receiver {
  /** In its normal form. */
  url: string;
  /** Host and port; without a port it is 443. */
  host: string;
}

/**
 * Whether a connection may be opened: to a public unicast address, at port 443 or 8443, or into a permitted network,
 * at any port. Addresses that embed another one (IPv4-mapped, NAT64, 6to4, Teredo) are never public.
 */
export function mayConnect(address: string, port: number, permitted: Networks): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (permitted.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits)))
    return true;
  const isGlobal = parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
  return isGlobal && parsed.range() === 'unicast' && PUBLIC_PORTS.includes(port);
}

/**
 * Reads the address of a webhook; whether the name in it leads to an address that may be called shows when it is called.
 * @returns what is wrong with it, for its owner to read
 */
export function readReceiver(text: string, permitted: Networks): Receiver | string {
  // A URL's parser drops some of these without a word.
  if (/[\s\p{Cc}\\]/u.test(text) || !URL.canParse(text)) return 'must be an https address';
  const url = new URL(text);
  if (url.protocol !== 'https:') return 'must be an https address';
  if (url.username !== '' || url.password !== '') return 'must not name a user or a password';
  const port = portOf(url);
  const address = literalOf(url);
  // What is written as an octal, a hexadecimal or one long number, the parser has made four decimal ones.
  if (address !== undefined && !mayConnect(address, port, permitted))
    return 'must not be an address of an inner network, nor have a port other than 443 and 8443';
  if (address === undefined && permitted.length === 0 && !PUBLIC_PORTS.includes(port))
    return 'must have the port 443 or 8443';
  url.hash = '';
  return { url: url.href, host: url.host };
}

export function portOf(url: URL): number {
  return url.port === '' ? HTTPS : Number(url.port);
}

/** The address that stands in place of a name, without brackets. */
export function literalOf({ hostname }: URL): string | undefined {
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(host) === 0 ? undefined : host;
}
