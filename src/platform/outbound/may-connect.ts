import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Networks that the operator permits besides public addresses, as `ipaddr.parseCIDR` returns them. */
export type Networks = readonly [ipaddr.IPv4 | ipaddr.IPv6, number][];

/** The ports at which a public address may be called. */
export const PUBLIC_PORTS = [443, 8_443];
/** The range that IANA allocates as global unicast. Addresses outside of it embed others or are not public. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Azure's platform address: it looks public, but the host of a virtual machine answers it. */
const HOST_OF_VIRTUAL_MACHINES = '168.63.129.16';

/**
 * Returns whether a connection may be opened: to a public unicast address at port 443 or 8443, or into a permitted
 * network at any port. Addresses that embed another one (IPv4-mapped, NAT64, 6to4, Teredo) are never public.
 */
export function mayConnect(address: string, port: number, permitted: Networks): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (permitted.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits)))
    return true;
  const isGlobal = parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
  if (address === HOST_OF_VIRTUAL_MACHINES) return false;
  return isGlobal && parsed.range() === 'unicast' && PUBLIC_PORTS.includes(port);
}
