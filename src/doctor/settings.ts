import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import type { Config } from '../platform/config.ts';
import { fine, wrong, type Finding } from './doctor-contract.ts';

/** Returns a finding for each setting that is unsafe in production. */
export function checkSettings(config: Config): Finding[] {
  const found: Finding[] = [];
  const say = (says: string, remedy: string) => found.push(wrong('settings', says, remedy));
  const isPublic = config.PUBLIC_URL !== undefined && !/\/\/(localhost|127\.)/.test(config.PUBLIC_URL);
  if (isPublic && config.PUBLIC_URL?.startsWith('http:'))
    say('PUBLIC_URL is not HTTPS: keys and passwords can be read on their way.', 'PUBLIC_URL=https://…');
  if (!config.COOKIE_SECURE && config.PUBLIC_URL?.startsWith('https:'))
    say('The session cookie also goes over plain HTTP.', 'COOKIE_SECURE=true');
  if (config.DATABASE_URL && config.MEILI_MASTER_KEY && !config.MEILI_SEARCH_KEY)
    say('The API may use the master key of Meilisearch.', 'MEILI_SEARCH_KEY, as deploy/make-env computes it');
  if (!isPublic && config.HOST !== '127.0.0.1' && listOpen(config.HOST).length > 0)
    say('Callers are told no address of the service, though it is public.', 'PUBLIC_URL=https://…');
  return found.length > 0 ? found : [fine('settings', 'They are valid.')];
}

/** Returns the public addresses of this machine at which a server on `host` listens. */
function listOpen(host: string): string[] {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const own = ['0.0.0.0', '::', ''].includes(host) ? all.map(({ address }) => address) : [host];
  return own.filter((address) => ipaddr.isValid(address) && ipaddr.parse(address).range() === 'unicast');
}

/** Checks ports that only one's own machines should reach. */
export function checkPorts(config: Config): Finding[] {
  const ports = [
    ['PORT', config.HOST, 'The API answers without HTTPS', 'HOST=127.0.0.1, behind a proxy'],
    ['METRICS_PORT', config.METRICS_HOST, 'The metrics are readable', 'METRICS_HOST=127.0.0.1'],
  ] as const;
  const found = ports.flatMap(([port, host, says, remedy]) => {
    const open = listOpen(host);
    return open.length === 0 ? [] : [wrong('ports', `${says} at ${open.join(', ')} (${port}).`, remedy)];
  });
  return found.length > 0
    ? found
    : [fine('ports', `No public address: the API is on ${config.HOST}, metrics on ${config.METRICS_HOST}.`)];
}
