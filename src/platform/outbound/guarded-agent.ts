import { Resolver } from 'node:dns/promises';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { mayConnect, type Networks } from './may-connect.ts';

/** Returns all addresses of a name, or an empty list if it does not exist or the lookup times out. */
export type ResolveName = (name: string) => Promise<string[]>;

export interface GuardOptions {
  /** Networks that may be called besides public addresses. */
  permitted: Networks;
  resolve: ResolveName;
  /** Trusted instead of the system's certificate authorities; for tests. */
  ca?: string | undefined;
}

const CONNECT_MS = 5_000;
const DNS_MS = 2_000;
const MOST_HEADER_BYTES = 16_384;

/** The address, or one that the name resolves to, must not be called. */
export class AddressRefused extends Error {}
export class NameNotFound extends Error {}

/**
 * Queries DNS directly. The system resolver blocks one of the few threads that file reads use too, for as long as a
 * stranger's name server likes. Names in /etc/hosts are therefore unknown.
 */
export function createResolver(): ResolveName {
  const resolver = new Resolver({ timeout: DNS_MS, tries: 2 });
  return async (name) => {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}

/**
 * Connects to permitted addresses only, whatever the URL was when it was stored. Every address of a name is checked,
 * and the connection uses a checked address: the name is not resolved a second time.
 */
export function createGuardedAgent({ permitted, resolve, ca }: GuardOptions): Agent {
  const findPermitted = async (name: string, port: number): Promise<string[] | Error> => {
    const addresses = await resolve(name).catch(() => []);
    if (addresses.length === 0) return new NameNotFound(name);
    const isPermitted = addresses.every((address) => mayConnect(address, port, permitted));
    return isPermitted ? addresses : new AddressRefused(name);
  };
  const lookupFor =
    (port: number): LookupFunction =>
    (name, { all }, done) => {
      const answer = async () => {
        const found = await findPermitted(name, port);
        const [first = ''] = found instanceof Error ? [] : found;
        if (found instanceof Error) done(found, '');
        else if (!all) done(null, first, familyOf(first));
        else
          done(
            null,
            found.map((address) => ({ address, family: familyOf(address) })),
          );
      };
      void answer();
    };
  const connect: buildConnector.connector = (options, done) => {
    const port = Number(options.port || (options.protocol === 'http:' ? 80 : 443));
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    // An IP address is not looked up, so it is checked here.
    if (isIP(host) !== 0 && !mayConnect(host, port, permitted)) return done(new AddressRefused(host), null);
    const open = buildConnector({ lookup: lookupFor(port), timeout: CONNECT_MS, ...(ca ? { ca } : {}) });
    open(options, done);
  };
  return new Agent({ connect, pipelining: 1, maxHeaderSize: MOST_HEADER_BYTES });
}

function familyOf(address: string): number {
  return isIPv6(address) ? 6 : 4;
}
